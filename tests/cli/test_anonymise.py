"""`ofc anonymise`, run as somebody runs it who wants to attach a log to a report."""

from __future__ import annotations

import json

import pytest

SAMPLES = ("night.ofc.jsonl", "night.arena.jsonl")
SHEETS = ("night.csv", "night.xlsx")
NAMES = ("Anna", "Boris", "Вера")


def settled(ofc, path):
    run = ofc("settle", path, "--format", "json")
    hands = [json.loads(line) for line in run.stdout.splitlines()]
    for hand in hands:
        del hand["hand"]
        for player in hand["players"]:
            del player["name"]
    return run.returncode, hands


@pytest.mark.parametrize("sample", SAMPLES)
def test_names_go_and_results_stay(ofc, root, tmp_path, sample):
    run = ofc("anonymise", root / "sample_data" / sample, "--output", tmp_path / "out", "--salt", "s")
    assert (run.returncode, run.stdout) == (0, "")
    [file] = (tmp_path / "out").iterdir()
    text = file.read_text(encoding="utf-8")
    assert not any(name in text for name in NAMES)
    assert settled(ofc, file) == settled(ofc, root / "sample_data" / sample)


@pytest.mark.parametrize("sample", SHEETS)
def test_sheets_keep_their_kind_and_their_results(ofc, root, tmp_path, sample):
    run = ofc("anonymise", root / "sample_data" / sample, "--output", tmp_path / "out", "--salt", "s")
    assert (run.returncode, run.stdout) == (0, "")
    [file] = (tmp_path / "out").iterdir()
    assert file.suffix == (root / "sample_data" / sample).suffix
    assert settled(ofc, file) == settled(ofc, root / "sample_data" / sample)


def test_an_archive_is_not_written_again(ofc, root, tmp_path):
    archive = tmp_path / "nights.ofc"
    assert ofc("import", root / "sample_data" / "night.ofc.jsonl", "--archive", archive).returncode == 0
    run = ofc("anonymise", archive, "--output", tmp_path / "out", "--salt", "s")
    assert run.returncode == 2
    assert "expected the files that an archive was made of" in run.stderr


def test_one_salt_gives_the_same_names_everywhere_and_another_gives_others(ofc, root, tmp_path):
    paths = [root / "sample_data" / sample for sample in SAMPLES]

    def names(salt, folder):
        assert ofc("anonymise", *paths, "--output", tmp_path / folder, "--salt", salt).returncode == 0
        found = []
        for file in sorted((tmp_path / folder).iterdir()):
            run = ofc("settle", file, "--format", "json")
            hands = [json.loads(line) for line in run.stdout.splitlines()]
            found.append({player["name"] for hand in hands for player in hand["players"]})
        return found

    first, second = names("one", "a")
    assert first == second
    assert len(first) == len(NAMES)
    assert names("one", "b") == [first, first]
    assert names("two", "c")[0].isdisjoint(first)


def test_a_salt_is_made_up_and_told(ofc, root, tmp_path):
    path = root / "sample_data" / "night.ofc.jsonl"
    runs = [ofc("anonymise", path, "--output", tmp_path / name) for name in ("a", "b")]
    salt = runs[0].stderr.split("--salt ")[1].split()[0]
    assert salt not in runs[1].stderr
    again = ofc("anonymise", path, "--output", tmp_path / "c", "--salt", salt)
    assert again.returncode == 0
    assert (tmp_path / "c" / "1.jsonl").read_bytes() == (tmp_path / "a" / "1.jsonl").read_bytes()


def test_broken_lines_lose_their_names_too(ofc, root, tmp_path):
    lines = (root / "sample_data" / "night.ofc.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    broken = tmp_path / "broken.jsonl"
    broken.write_text("".join([lines[0][:400] + "\n", *lines[1:]]), encoding="utf-8")
    assert ofc("anonymise", broken, "--output", tmp_path / "out", "--salt", "s").returncode == 0
    text = (tmp_path / "out" / "1.jsonl").read_text(encoding="utf-8")
    assert not any(name in text for name in NAMES)
    first = text.splitlines()[0]
    assert first.startswith('{"format"')
    with pytest.raises(ValueError, match=r"Unterminated|Expecting"):
        json.loads(first)


def test_days_move_together(ofc, tmp_path):
    board = {"top": "2c 2d 3c", "middle": "4c 4d 5c 5d 6c", "bottom": "7c 7d 8c 8d 9c"}
    other = {"top": "2h 2s 3h", "middle": "4h 4s 5h 5s 6h", "bottom": "7h 7s 8h 8s 9h"}
    file = tmp_path / "night.jsonl"
    with file.open("w", encoding="utf-8") as lines:
        for number, start in enumerate(("2026-11-27T20:15:00+03:00", "2026-11-29T21:00:00+03:00"), 1):
            players = [{"name": "A", **board}, {"name": "B", **other}]
            lines.write(json.dumps({"hand_no": number, "started_at": start, "players": players}) + "\n")
    assert ofc("anonymise", file, "--output", tmp_path / "out", "--salt", "s").returncode == 0
    written = (tmp_path / "out" / "1.jsonl").read_text(encoding="utf-8")
    assert "2026-11" not in written
    first, second = (json.loads(line)["started_at"] for line in written.splitlines())
    assert first.endswith("T20:15:00+03:00")
    assert second.endswith("T21:00:00+03:00")
    assert (first[:7] == second[:7]) or int(second[8:10]) <= 2


def test_a_name_that_is_a_word_of_the_format_is_pointed_out(ofc, root, tmp_path):
    text = (
        (root / "sample_data" / "night.ofc.jsonl").read_text(encoding="utf-8").replace('"Anna"', '"points"')
    )
    file = tmp_path / "night.jsonl"
    file.write_text(text, encoding="utf-8")
    run = ofc("anonymise", file, "--output", tmp_path / "out", "--salt", "s")
    assert run.returncode == 1
    assert "perhaps as a word of the format (30 times, first here): 'points'" in run.stderr
    assert '"name":"points"' not in (tmp_path / "out" / "1.jsonl").read_text(encoding="utf-8")


def test_what_cannot_be_done(ofc, root, tmp_path):
    path = root / "sample_data" / "night.ofc.jsonl"
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").write_text("x", encoding="utf-8")
    taken = ofc("anonymise", path, "--output", tmp_path / "full")
    assert taken.returncode == 2
    assert "name a new or an empty folder" in taken.stderr
    missing = ofc("anonymise", tmp_path / "none.csv", "--output", tmp_path / "out", "--salt", "s")
    assert missing.returncode == 2
    assert "there is no such file" in missing.stderr
    assert not (tmp_path / "out").exists()
    some = ofc("anonymise", tmp_path / "none.csv", path, "--output", tmp_path / "some", "--salt", "s")
    assert some.returncode == 1
    assert [file.name for file in (tmp_path / "some").iterdir()] == ["1.jsonl"]
