"""The summary of a log counts its hands from the first line, also where only the end of the log is read."""

from __future__ import annotations

import json
from itertools import chain

from logs import arena_hand, arena_log

from ofc_analytics.archive import open_archive


def test_a_summary_below_hands_that_were_read_before_is_no_mismatch(tmp_path):
    log, archive = tmp_path / "arena.jsonl", open_archive(tmp_path / "club.duckdb")
    hands = arena_log(*chain.from_iterable(map(arena_hand, (1, 2, 3))))
    log.write_bytes(hands)
    archive.import_files(log)
    log.write_bytes(hands + json.dumps({"log_summary": {"hands_seen": 3, "hands_kept": 3}}).encode() + b"\n")
    archive.import_files(log)
    assert archive.log()["first_line"].to_list()[1] > 1
    assert archive.quarantine().is_empty()
    assert archive.hands().height == 3
