"""`ofc audit --infer-rules --family points` folded wrong points into a finding of another family, and lost it: exit code 0."""

from __future__ import annotations

import json

import pytest
from claiming import room
from ofc_parsers.ofc_json.writer import to_ofc_json

from ofc_analytics.rules import load_rules


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    file = tmp_path_factory.mktemp("room") / "friday.jsonl"
    hands = room(load_rules("american-pineapple", {"rows.scoop": 6}), 60, ("points",))
    file.write_text("".join(f"{line}\n" for line in to_ofc_json(hands)), encoding="utf-8")
    return file


@pytest.mark.parametrize(("family", "code", "severity"), [("points", 1, "error"), ("fouls", 0, "note")])
def test_the_finding_that_stands_for_a_family_goes_with_it(ofc, log, tmp_path, family, code, severity):
    folder = tmp_path / "evidence"
    run = ofc("audit", log, "--infer-rules", "--family", family, "--evidence", folder)
    assert run.returncode == code
    (finding,) = map(json.loads, (folder / "findings.jsonl").read_text(encoding="utf-8").splitlines())
    assert (finding["code"], finding["severity"]) == ("rules-differ", severity)
    assert (finding["at_stake"] is None) == (severity == "note")
