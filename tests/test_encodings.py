"""Text in old encodings, and text that was once read in a wrong one: read all the same, with a note that says so."""

from __future__ import annotations

import gzip
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofc_analytics.formats import read_all
from ofc_analytics.formats.repairing import misreading, repaired

SHEET = """\
раздача;игрок;верх;середина;низ;куши
1;Анна;Q♠ Q♦ 7♠;Q♥ K♠ 9♣ 8♦ 2♥;A♣ A♦ A♥ 2♠ 3♦;13
1;Борис;4♣ 5♦ 8♥;3♣ 3♥ 9♦ 10♦ 4♥;6♣ 6♦ J♣ J♠ 5♣;-13
"""
LETTERS = str.maketrans("♠♥♦♣", "shdc")
OLD = SHEET.translate(LETTERS)


def misread(text, encoding):
    """Read UTF-8 as most programs read it in another encoding: bytes it leaves undefined pass as controls."""
    return "".join(_character(byte, encoding) for byte in text.encode())


def _character(byte, encoding):
    try:
        return bytes([byte]).decode(encoding)
    except UnicodeDecodeError:
        return chr(byte)


@pytest.fixture
def read_as(tmp_path):
    def read(content, name="ночь у Бориса.csv"):
        file = tmp_path / name
        file.write_bytes(content)
        hands, issues = read_all(file)
        names = hands["players"].explode().struct.field("name").to_list()
        points = hands["players"].explode().struct.field("claimed").struct.field("points").to_list()
        return names, points, {issue.code: issue for issue in issues}

    return read


NIGHT = (["Анна", "Борис"], [13, -13])


@pytest.mark.parametrize("encoding", ["cp1251", "cp866", "koi8-r"])
def test_a_sheet_in_an_old_russian_encoding(read_as, encoding):
    *night, issues = read_as(OLD.encode(encoding))
    assert tuple(night) == NIGHT
    [note] = issues.values()
    assert (note.code, note.severity) == ("encoding-old", "note")
    assert encoding.replace("-", "_") in note.message
    assert note.text == "раздача;игрок;верх;середина;низ;куши"


@pytest.mark.parametrize("encoding", ["cp437", "cp866", "cp1251", "cp1252", "latin-1", "mac-roman"])
@pytest.mark.parametrize("stored", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_sheet_that_was_misread_once(read_as, encoding, stored):
    *night, issues = read_as(misread(SHEET, encoding).encode(stored))
    assert tuple(night) == NIGHT
    [note] = issues.values()
    assert (note.code, note.severity) == ("encoding-repaired", "note")
    assert "3 lines were put right" in note.message


def test_it_is_repaired_in_archives_too(read_as, tmp_path):
    content = misread(SHEET, "cp437").encode()
    assert read_as(gzip.compress(content, mtime=0), "ночь.csv.gz")[:2] == NIGHT
    archive = tmp_path / "ночи.zip"
    with zipfile.ZipFile(archive, "w") as zipped:
        zipped.writestr("пятница/ночь.csv", content)
    assert read_as(archive.read_bytes(), "копия.zip")[:2] == NIGHT


def test_lines_that_were_read_well_stay_as_they_are(read_as):
    first, *others = misread(SHEET, "cp437").splitlines(keepends=True)
    mixed = first + "".join(others) + SHEET.splitlines(keepends=True)[1].replace("1;", "2;", 1)
    names, _, issues = read_as(
        (mixed + "2;Ё;" + ";".join(SHEET.splitlines()[2].split(";")[2:]) + "\n").encode()
    )
    assert names == ["Анна", "Борис", "Анна", "Ё"]
    assert "3 lines were put right" in issues["encoding-repaired"].message


def test_half_a_suit_is_no_reason_to_change_a_name(read_as):
    """Letters and marks that stand in misread text stand in names as well."""
    for name in ("Ёжик", "Ãvila", "Γάμμα", "ΓÖá-fan", "Рё", "™", "José"):
        text = SHEET.translate(LETTERS).replace("Анна", name)
        assert read_as(text.encode())[0] == [name, "Борис"]


def test_a_text_without_anything_to_repair():
    assert misreading("plain") is None
    assert misreading("") is None


@given(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x2FFF, exclude_categories=["Cs", "Cc"])))
def test_what_is_repaired_was_misread(text):
    codec = misreading(text)
    for line in text.splitlines() if codec else ():
        right = repaired(line, codec)
        assert right is None or misread(right, codec) == line


@given(
    st.lists(st.sampled_from(["Q♠", "10♦", "Анна", "Вера", "Ñandú", "x"]), min_size=1).map(" ".join),
    st.sampled_from(["cp437", "cp866", "cp1251", "cp1252"]),
)
def test_a_misread_card_is_always_put_right(text, encoding):
    text += " A♥"
    wrong = misread(text, encoding)
    assert repaired(wrong, misreading(wrong)) == text
