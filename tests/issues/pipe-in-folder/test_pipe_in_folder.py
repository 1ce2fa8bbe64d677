"""A named pipe in a folder was waited for without end."""

from __future__ import annotations

import os
import socket

from logs import ofc_hand, ofc_log

from ofc_analytics.formats import read_all


def test_only_regular_files_of_a_folder_are_read(tmp_path, monkeypatch):
    (tmp_path / "a.jsonl").write_bytes(ofc_log(ofc_hand(1)))
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    monkeypatch.chdir(tmp_path)  # the path of a socket must be short
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket")
        frame, issues = read_all(tmp_path)
    assert frame["native_id"].to_list() == ["H1"]
    found = [(issue.code, issue.file) for issue in issues if issue.severity == "error"]
    assert found == [("file-special", str(tmp_path / name)) for name in ("link", "pipe", "socket")]
