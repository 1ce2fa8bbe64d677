"""A log that names a file for its rules must not choose what is opened on this machine."""

from __future__ import annotations

import json

HAND = {
    "format": 1,
    "id": "G1",
    "players": [
        {"name": "A", "top": "2c 4h 6d", "middle": "Ks Qh Th 6c 3s", "bottom": "Ad Kd Tc 6s 3d"},
        {"name": "B", "top": "2s 3h 5d", "middle": "Kc Qd 9h 5c 2h", "bottom": "Ah Kh 9c 5s 2d"},
    ],
}
HOUSE = 'extends = "american-pineapple"\nrows.scoop = 7\n'


def test_a_file_named_in_a_log_is_not_opened(ofc, tmp_path):
    house = tmp_path / "house.toml"
    house.write_text(HOUSE, encoding="utf-8")
    log = tmp_path / "log.jsonl"
    lines = [{**HAND, "rules": str(house)}, {**HAND, "id": "G2", "rules": "tonybet"}]
    log.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    run = ofc("settle", log, "--format", "json")
    assert run.returncode == 1
    assert [json.loads(line)["hand"] for line in run.stdout.splitlines()] == ["G2"]
    assert "log.jsonl, line 1, hand G1: the source names a file for its rules" in run.stderr
    named = ofc("settle", log, "--rules", house, "--format", "json")
    assert [json.loads(line)["players"][0]["points"] for line in named.stdout.splitlines()] == [10, 10]
