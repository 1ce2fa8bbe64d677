"""A file that was given twice was told hand by hand, a hundred notes that say one thing."""

from __future__ import annotations

import json

from logs import ofc_hand, ofc_log


def test_it_is_told_once_with_its_hands(ofc, tmp_path):
    log, again = tmp_path / "log.jsonl", tmp_path / "again.jsonl"
    for file in (log, again):
        file.write_bytes(ofc_log(*map(ofc_hand, range(30))))
    run = ofc("settle", log, again)
    assert run.stderr == f"note: {again}: the file was read before ({log}), and its 30 hands are kept once\n"
    assert "60 hands read: 30 settled under american-pineapple, 30 duplicates, 0 left out." in run.stdout
    [found] = map(json.loads, ofc("audit", log, again, "--format", "json").stdout.splitlines())
    assert (found["code"], found["severity"], found["file"]) == ("duplicate-hand", "note", str(again))


def test_a_hand_that_comes_again_in_another_file_is_told_itself(ofc, tmp_path):
    log, more = tmp_path / "log.jsonl", tmp_path / "more.jsonl"
    log.write_bytes(ofc_log(ofc_hand(1), ofc_hand(2)))
    more.write_bytes(ofc_log(ofc_hand(2), ofc_hand(3)))
    assert f"{more}, line 1, hand H2: the same hand was read before" in ofc("settle", log, more).stderr
