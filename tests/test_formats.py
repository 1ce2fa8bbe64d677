"""From bytes on disk to checked hands: opening, encodings, archives, telling formats, and the common checks."""

from __future__ import annotations

import gzip
import hashlib
import io
import random
import subprocess
import sys
import textwrap
import zipfile

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from logs import NAMES, arena_hand, arena_log, ofc_hand, ofc_log

from ofc_analytics.cards import cards_text
from ofc_analytics.errors import FormatError, ParseError
from ofc_analytics.formats import parsers, read, read_all, read_batches
from ofc_analytics.formats.checking import check_hands
from ofc_analytics.formats.opening import MAX_MEMBERS
from ofc_analytics.hands import Hand, Player, find_problems
from ofc_analytics.schema import HANDS, frame_from_hands, hands_from_frame

LOG = ofc_log(ofc_hand(1), ofc_hand(2), ofc_hand(3))
CYRILLIC = "Анна"


def codes(issues):
    return [issue.code for issue in issues]


def contents(frame):
    return frame["content_hash"].to_list()


@pytest.fixture
def write(tmp_path):
    def write(name, content):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    return write


@pytest.fixture
def plain(write):
    return contents(read(write("plain.jsonl", LOG)))


def zipped(members):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return target.getvalue()


# Encodings


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_text_is_read_in_any_unicode_encoding(write, plain, encoding, newline):
    content = LOG.decode().replace("\n", newline).encode(encoding)
    frame = read(write("log.jsonl", content))
    assert contents(frame) == plain
    assert frame["players"].list.get(1).struct.field("name").unique().to_list() == ["Борис"]
    assert frame["source"].struct.field("sha256").unique().to_list() == [hashlib.sha256(content).hexdigest()]
    assert frame["source"].struct.field("line").to_list() == [1, 2, 3]


def test_cyrillic_utf16_without_a_mark_is_text(write):
    hand = ofc_hand(1)
    for player in hand["players"]:
        player["name"] *= 30
    hand["table"] = "Пятница, вечер у Константина " * 30
    assert read(write("ночь.jsonl", ofc_log(hand).decode().encode("utf-16-le"))).height == 1


def test_the_bad_byte_is_found_wherever_blocks_end(write):
    """A two-byte letter lies across the end of the first mebibyte, and the bad byte behind it."""
    before = ofc_log(ofc_hand(1, table="я")).index("я".encode())
    content = ofc_log(ofc_hand(1, table="x" * ((1 << 20) - 1 - before) + "я"))
    assert read(write("good.jsonl", content)).height == 1
    frame, issues = read_all(write("bad.jsonl", content + b"\n\xff"))
    assert frame.height == 1
    assert [(i.code, i.line) for i in issues if i.severity == "error"] == [("json-broken", 3)]


def test_half_a_utf16_character_is_an_encoding_fault(write):
    content = LOG.decode().encode("utf-16")[:-1]
    assert codes(read_all(write("cut.jsonl", content))[1])[-1:] == ["encoding"]


# Inputs that hold nothing to read


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "file-empty"),
        (b" \r\n\t\n", "file-empty"),
        (b"\xef\xbb\xbf", "file-empty"),
        ("\ufeff\n".encode("utf-16-le"), "file-empty"),
        (zipped({}), "file-empty"),
        (b'{"log_summary":{"hands_seen":0,"hands_kept":0}}\n', "file-empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)), "file-binary"),
        (b"\x7fELF" + bytes(300), "file-binary"),
        (b"Dear diary, no poker tonight.\n", "format-unknown"),
        (b'{"no": "hands"}\n', "format-unknown"),
        (b"\x1f\x8bno gzip", "file-unreadable"),
        (gzip.compress(LOG, mtime=0)[:20], "archive-cut"),
        (zipped({"a.jsonl": LOG})[:-30], "file-unreadable"),
        (zipped({"inner.zip": zipped({"a.jsonl": LOG})}), "archive-nested"),
        (gzip.compress(gzip.compress(LOG, mtime=0), mtime=0), "archive-nested"),
    ],
)
def test_an_unreadable_file_is_one_issue_and_takes_no_other_file_with_it(write, content, code):
    bad, good = write("a bad one", content), write("good.jsonl", LOG)
    frame, issues = read_all([bad, good])
    [issue] = [issue for issue in issues if issue.severity == "error"]
    assert issue.code == code
    assert issue.file.startswith(str(bad))
    assert frame.height == 3
    with pytest.raises(FormatError, match="a bad one") as caught:
        read([bad, good])
    assert caught.value.issue == issue


def test_unknown_text_is_shown_with_what_would_help(write):
    [issue] = [i for i in read_all(write("x.txt", b"\n\nDear diary\nmore"))[1] if i.severity == "error"]
    assert issue.text == "Dear diary"
    assert "ofc-json" in issue.expected
    assert "--input-format" in issue.expected


def test_what_is_not_there_is_an_issue(tmp_path):
    (tmp_path / "empty").mkdir()
    frame, issues = read_all([tmp_path / "none.csv", tmp_path / "empty", str(tmp_path / "a\0b")])
    assert [code for code in codes(issues) if code != "parser-broken"] == ["file-missing"] * 3
    assert frame.schema == HANDS


# Archives, folders, streams


def test_a_packed_log_is_the_same_log(write, plain):
    packed = read(write("night.jsonl.gz", gzip.compress(LOG)))
    assert contents(packed) == plain
    assert packed["source"].struct.field("sha256")[0] == hashlib.sha256(LOG).hexdigest()


def test_a_zip_is_read_member_by_member(write):
    members = {
        "вечер/б.jsonl": ofc_log(ofc_hand(2)).decode().encode("utf-16"),
        "вечер/а.jsonl": ofc_log(ofc_hand(1)),
        "arena.jsonl": arena_log(*arena_hand(1)),
        "notes.txt": b"nothing\n",
        "__MACOSX/a": b"\x00\x05",
        ".hidden": b"x",
    }
    path = write("ночь.zip", zipped(members))
    frame, issues = read_all(path)
    files = frame["source"].struct.field("file").to_list()
    assert files == [f"{path}/arena.jsonl", f"{path}/вечер/а.jsonl", f"{path}/вечер/б.jsonl"]
    assert [(i.code, i.file) for i in issues if i.severity == "error"] == [
        ("format-unknown", f"{path}/.hidden"),
        ("format-unknown", f"{path}/notes.txt"),
    ]


def test_a_member_behind_a_password_is_an_issue(write):
    content = bytearray(zipped({"a.jsonl": ofc_log(ofc_hand(1)), "b.jsonl": LOG}))
    for signature, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(signature) + flags] |= 1
    frame, issues = read_all(write("locked.zip", bytes(content)))
    [issue] = [issue for issue in issues if issue.severity == "error"]
    assert issue.code == "file-unreadable"
    assert "password" in issue.message
    assert frame.height == 3


@pytest.mark.parametrize(
    "pack", [gzip.compress, lambda content: zipped({"a.jsonl": content, "b.jsonl": LOG})]
)
def test_a_bomb_is_refused_before_it_is_unpacked(write, pack):
    path = write("bomb", pack(bytes(64 << 20)))
    frame, issues = read_all(path)
    [issue] = [issue for issue in issues if issue.severity == "error"]
    assert issue.code == "archive-too-large"
    assert "MiB" in issue.message
    assert frame.is_empty()


def test_an_archive_of_too_many_members_is_refused(write):
    content = zipped({f"{number}": b"" for number in range(MAX_MEMBERS + 1)})
    [issue] = [issue for issue in read_all(write("many.zip", content))[1] if issue.severity == "error"]
    assert (issue.code, issue.message) == ("archive-too-large", "the archive has 10,001 members")


def test_a_folder_is_walked_in_order_without_hidden_files(write, tmp_path):
    for number, name in enumerate(
        ["b.jsonl", "a/z.jsonl", "a/вторник вечер.jsonl", ".git/x.jsonl", "~$b.jsonl"]
    ):
        write(f"folder/{name}", ofc_log(ofc_hand(number)))
    files = read(tmp_path / "folder")["source"].struct.field("file").to_list()
    folder = tmp_path / "folder"
    assert files == [str(folder / name) for name in ("b.jsonl", "a/z.jsonl", "a/вторник вечер.jsonl")]


@pytest.mark.parametrize("content", [LOG, gzip.compress(LOG, mtime=0), zipped({"a.jsonl": LOG})])
def test_an_open_file_and_standard_input_are_read(content, plain):
    assert contents(read(io.BytesIO(content))) == plain
    program = "import sys, ofc_analytics.formats as f; print(*f.read('-')['content_hash'])"
    done = subprocess.run([sys.executable, "-c", program], input=content, capture_output=True, check=True)
    assert done.stdout.decode().split() == plain


# Which parser


def test_the_parsers_of_this_package_are_installed():
    assert {"ofc-json", "poker-arena"} <= set(parsers())
    assert all(
        name == parser.name and parser.tier in {"proven", "shape", "documented"}
        for name, parser in parsers().items()
    )


def test_a_named_format_overrides_the_content(write):
    path = write("x.txt", b"nothing\n" + LOG)
    assert read_all(path, input_format="ofc-json")[0].height == 3
    with pytest.raises(FormatError, match="did you mean 'ofc-json'"):
        read_all(path, input_format="ofc-jsn")
    _, issues = read_all(write("y", bytes(range(256))), input_format="ofc-json")
    assert [i.code for i in issues if i.severity == "error"] == ["file-binary"]


def run_with_plugin(tmp_path, module, program):
    """Run a program where a stranger's distribution with parsers is installed."""
    (tmp_path / "stranger.py").write_text(textwrap.dedent(module), encoding="utf-8")
    info = tmp_path / "stranger-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[ofc_analytics.parsers]\nstranger = stranger:Stranger\n")
    prelude = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
    return subprocess.run(
        [sys.executable, "-c", prelude + textwrap.dedent(program)],
        capture_output=True,
        text=True,
        check=False,
    )


STRANGER = """
    import polars as pl
    from ofc_analytics.formats import Sniff

    class Stranger:
        name, title, version, tier, extensions = "stranger", "a stranger's", "1", "shape", (".jsonl",)

        def sniff(self, head, name):
            return Sniff(0.9, "it was told so")

        def parse(self, stream, context):
            yield pl.DataFrame({"hand_id": ["1"]})
"""


def test_two_equally_sure_parsers_are_both_named(tmp_path, write):
    path = write("log.jsonl", LOG)
    program = f"""
        import ofc_analytics.formats as f
        frame, issues = f.read_all({str(path)!r})
        print([i for i in issues if i.severity == "error"][0].code, frame.height, *issues, sep="|")
        print(f.read({str(path)!r}, input_format="ofc-json").height)
    """
    done = run_with_plugin(tmp_path, STRANGER, program)
    assert done.returncode == 0, done.stderr
    ambiguous, chosen = done.stdout.splitlines()
    assert ambiguous.startswith("format-ambiguous|0|")
    assert "ofc-json (3 of its first 3 lines hold 'players') and stranger (it was told so)" in ambiguous
    assert "--input-format" in ambiguous
    assert chosen == "3"


def test_a_plugin_that_gives_another_frame_is_told_so(tmp_path, write):
    program = f"""
        import ofc_analytics.formats as f
        print(*f.read_all({str(write("log.jsonl", LOG))!r}, input_format="stranger")[1], sep="|")
    """
    done = run_with_plugin(tmp_path, STRANGER, program)
    assert done.returncode == 0, done.stderr
    assert "the parser 'stranger' gave a frame that is not of schema Hands: button, " in done.stdout


def test_a_plugin_that_does_not_load_is_a_note(tmp_path, write):
    program = f"""
        import ofc_analytics.formats as f
        frame, issues = f.read_all({str(write("log.jsonl", LOG))!r})
        print(frame.height, *(f"{{i.code}} {{i.severity}} {{i.message}}" for i in issues if "stranger" in i.message), sep="|")
    """
    done = run_with_plugin(tmp_path, "import no_such_module_at_all", program)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(
        "3|parser-broken note the parser 'stranger' cannot be used: ModuleNotFoundError"
    )


# Checks on every hand


def changed(**row):
    """A good hand whose second player has other cards or another name."""
    hand = ofc_hand(9)
    hand["players"][1] |= row
    return hand


def first_card(hand):
    return hand["players"][0]["top"].split()[0]


@pytest.mark.parametrize(
    ("hand", "code", "text"),
    [
        (ofc_hand(9, players=1), "player-count", None),
        (changed(name="Anna"), "player-twice", "Anna"),
        (changed(seat=1), "seat-twice", "1"),
        (changed(top=ofc_hand(9)["players"][0]["top"]), "card-twice", first_card(ofc_hand(9))),
        (changed(discards=first_card(ofc_hand(9))), "card-twice", first_card(ofc_hand(9))),
    ],
)
def test_a_hand_that_cannot_be_settled_is_reported_and_the_others_are_read(write, hand, code, text):
    path = write("log.jsonl", ofc_log(ofc_hand(1), hand, ofc_hand(2)))
    frame, issues = read_all(path)
    errors = [issue for issue in issues if issue.severity == "error"]
    assert frame["native_id"].to_list() == ["H1", "H2"]
    assert {(i.code, i.file, i.line, i.hand) for i in errors} == {(code, str(path), 2, "H9")}
    assert all(issue.expected for issue in errors)
    assert errors[0].text.split()[0] == text if text else errors[0].text is None
    assert [issue.hands for issue in errors] == [1] + [0] * (len(errors) - 1)
    with pytest.raises(ParseError) as caught:
        read(path)
    assert caught.value.issue == errors[0]


def test_lenient_read_warns_of_what_it_left_out(write):
    path = write("log.jsonl", ofc_log(ofc_hand(1), changed(name="Anna")))
    with pytest.warns(UserWarning, match="1 fault was left out, the first: .*line 2"):
        assert read(path, strict=False).height == 1


@given(st.integers(0, 2**32 - 1))
def test_the_columns_find_the_same_hands_as_the_objects_do(seed):
    rng = random.Random(seed)
    hands = []
    for _ in range(rng.randint(1, 12)):
        cards = bytes(rng.sample(range(54), 54))
        players = [
            Player(
                seat=seat + (rng.random() < 0.1),
                name=rng.choice("ABCDEFGH"),
                cards=cards[13 * seat - 13 : 13 * seat][:-1]
                + bytes([rng.choice([cards[13 * seat - 1]] * 9 + [255, 7])]),
                discards=bytes(rng.choices(range(54), k=rng.choice([0, 0, 1]))),
            )
            for seat in range(1, rng.choice([1, 2, 2, 2, 3]) + 1)
        ]
        hands.append(Hand(players=tuple(players), native_id=str(rng.random())))
    sound, issues = check_hands(frame_from_hands(hands))
    assert hands_from_frame(sound) == [hand for hand in hands if not find_problems(hand)]
    assert codes(issues) == [problem.code for hand in hands for problem in find_problems(hand)]


# Hands that come again


def test_a_hand_read_twice_is_kept_once(write):
    paths = [write("a.jsonl", LOG + ofc_log(ofc_hand(3))), write("b.jsonl.gz", gzip.compress(LOG))]
    frame, issues = read_all(paths)
    notes = [issue for issue in issues if issue.code == "duplicate-hand"]
    assert frame["native_id"].to_list() == ["H1", "H2", "H3"]
    assert [(issue.severity, issue.line) for issue in notes] == [
        ("note", 4),
        ("note", 1),
        ("note", 2),
        ("note", 3),
    ]
    assert frame.height + len(notes) == 7
    assert read(paths).equals(frame)


def test_of_two_versions_of_a_hand_the_first_is_kept_and_the_other_reported(write):
    corrected = ofc_hand(1)
    corrected["players"][0]["claimed"] = {"points": 3}
    paths = [write("a.jsonl", LOG), write("b.jsonl", ofc_log(corrected))]
    frame, issues = read_all(paths)
    assert frame["native_id"].to_list() == ["H1", "H2", "H3"]
    [issue] = [issue for issue in issues if issue.code != "parser-broken"]
    assert (issue.code, issue.severity, issue.line) == ("hand-conflict", "error", 1)
    assert f"({paths[0]}, line 1)" in issue.message


# What the reader may ask for


def test_rules_are_written_into_every_hand(write):
    path = write("log.jsonl", ofc_log(ofc_hand(1, rules="tonybet"), ofc_hand(2)))
    assert read(path)["rules"].to_list() == ["tonybet", None]
    assert read(path, rules="american-classic")["rules"].to_list() == ["american-classic"] * 2


def test_batches_hold_whole_hands_and_add_up(write):
    boards = [cards_text(random.Random(seed).sample(range(52), 26)).split() for seed in range(50)]
    hands = [
        {
            "id": str(number),
            "players": [{"name": name, **row} for name, row in zip(NAMES, rows, strict=False)],
        }
        for number in range(12_000)
        for cards in [boards[number % 50]]
        for rows in [
            [
                {"top": " ".join(c[:3]), "middle": " ".join(c[3:8]), "bottom": " ".join(c[8:])}
                for c in (cards[:13], cards[13:])
            ]
        ]
    ]
    path = write("long.jsonl", ofc_log(*hands, changed(name="Anna")))
    batches = list(read_batches(path))
    assert max(frame.height for frame, _ in batches) <= 10_000
    assert sum(frame.height for frame, _ in batches) == 12_000
    assert [i.line for _, issues in batches for i in issues if i.severity == "error"] == [12_001]
    assert pl.concat(frame for frame, _ in batches).equals(read_all(path)[0])
