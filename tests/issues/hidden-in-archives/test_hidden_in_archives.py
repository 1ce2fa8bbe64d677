"""Hands in a zip were lost without a word where a member's name began with a dot or two."""

from __future__ import annotations

import zipfile

from logs import ofc_hand, ofc_log

from ofc_analytics.formats import read_all


def found(issues):
    return [(issue.code, issue.severity, issue.text) for issue in issues if issue.code != "parser-broken"]


def test_hidden_members_are_read_and_those_that_lead_out_are_named(tmp_path):
    path = tmp_path / "night.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for number, name in enumerate(
            ["a.jsonl", ".c.jsonl", ".d/e.jsonl", "../b.jsonl", "/f.jsonl", "C:\\g.jsonl"]
        ):
            archive.writestr(name, ofc_log(ofc_hand(number)))
        archive.writestr("__MACOSX/._a.jsonl", b"\x00\x05\x16\x07")
        archive.writestr("d/.DS_Store", b"\x00\x00\x00\x01Bud1")
    frame, issues = read_all(path)
    assert sorted(frame["native_id"].to_list()) == ["H0", "H1", "H2"]
    outside = [issue.file for issue in issues if issue.code == "member-outside"]
    assert sorted(outside) == sorted(f"{path}/{name}" for name in ("../b.jsonl", "/f.jsonl", "C:\\g.jsonl"))
    assert [issue.severity for issue in issues if issue.code == "files-hidden"] == ["note"]
    assert len(issues) - sum(issue.code == "parser-broken" for issue in issues) == 4


def test_hidden_files_of_a_folder_are_noted(tmp_path):
    (tmp_path / ".git").mkdir()
    for number, name in enumerate(["a.jsonl", ".b.jsonl", ".git/c.jsonl"]):
        (tmp_path / name).write_bytes(ofc_log(ofc_hand(number)))
    frame, issues = read_all(tmp_path)
    assert frame["native_id"].to_list() == ["H0"]
    assert found(issues) == [("files-hidden", "note", ".git, .b.jsonl")]
    assert read_all(tmp_path / ".b.jsonl")[0]["native_id"].to_list() == ["H1"]


def test_a_linked_folder_is_noted(tmp_path):
    (tmp_path / "night").mkdir()
    (tmp_path / "night" / "a.jsonl").write_bytes(ofc_log(ofc_hand(1)))
    (tmp_path / "loop").symlink_to(tmp_path, target_is_directory=True)
    frame, issues = read_all(tmp_path)
    assert frame.height == 1
    assert [
        (issue.code, issue.severity, issue.file) for issue in issues if issue.code != "parser-broken"
    ] == [("folder-linked", "note", str(tmp_path / "loop"))]
