"""Where every claim is wrong under any rules, the rules in use were said to explain as much as the best."""

from __future__ import annotations

from claiming import room
from ofc_parsers.ofc_json.writer import to_ofc_json

from ofc_analytics.rules import load_rules


def test_it_is_said_that_nothing_explains_anything(ofc, tmp_path):
    hands = room(load_rules("american-pineapple"), 30, ("points",), wrong=range(30))
    log = tmp_path / "log.jsonl"
    log.write_text("".join(f"{line}\n" for line in to_ofc_json(hands)), encoding="utf-8")
    text = ofc("audit", log, "--infer-rules").stdout
    assert "No rule set explains any hand." in text
    for word in ("explain as much", "that separate", "tells american-pineapple from"):
        assert word not in text
