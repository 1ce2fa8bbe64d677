"""A report in Russian told what an audit found in English sentences."""

from __future__ import annotations

import html
import json
import re

import polars as pl
import pytest

import ofc_analytics as ofc_
from ofc_analytics.audit import FAMILIES, audit
from ofc_analytics.report import build
from ofc_analytics.report.finding_words import FINDING_WORDS
from ofc_analytics.report.findings import findings_table
from ofc_analytics.settlement.grouping import rule_sets

LATIN = re.compile(r"[A-Za-z]{2,}")
SOURCES = {"OFC"}


@pytest.mark.parametrize("code", [code for codes in FAMILIES.values() for code in codes])
def test_every_code_has_a_russian_sentence(code):
    said = FINDING_WORDS["ru"].reasons[code]
    assert said.endswith(".")
    assert set(LATIN.findall(said)) <= SOURCES


def test_every_family_has_a_name_in_every_language():
    for words in FINDING_WORDS.values():
        assert list(words.families) == list(FAMILIES)
    assert not any(LATIN.search(name) for name in FINDING_WORDS["ru"].families.values())


def test_a_night_with_faults_is_told_in_russian(ofc, tmp_path):
    log = tmp_path / "log.jsonl"
    kinds = [
        "points",
        "foul-missed",
        "fantasyland-denied",
        "street-late",
        "button-stuck",
        "stack-jump",
        "gap",
    ]
    faults = [part for kind in kinds for part in ("--fault", f"{kind}=0.05")]
    ofc("generate", "--hands", "200", "--seed", "4", *faults, "--output", log)
    found = [json.loads(line) for line in ofc("audit", log, "--format", "json").stdout.splitlines()]
    assert len({row["code"] for row in found}) > 10
    ofc("report", log, "--language", "ru", "--output", tmp_path / "report.html")
    written = (tmp_path / "report.html").read_text("utf-8")
    folded = re.findall(r'<details class="original">.*?</details>', written)
    assert 0 < len(folded) < len(found)  # where the columns say it all nothing is said again
    for part in set(folded):
        written = written.replace(part, "")
    plain = html.unescape(written)
    for row in found:
        assert row["reason"] not in plain
        assert FINDING_WORDS["ru"].reasons[row["code"]] in plain
        assert FINDING_WORDS["ru"].families[row["family"]] in plain
    assert "<bdi>живая рука</bdi>" in written


def test_beside_a_hand_the_numbers_stand_with_the_sentence(root):
    hands = ofc_.read(root / "sample_data" / "night.csv")
    results = ofc_.settle(hands)
    found = audit(hands, results, rule_sets(hands))
    told = {"en": [], "ru": []}
    for language, notes in told.items():
        made = build(results, hands=hands, findings=found, language=language)
        notes += [note for hand in made.hands for note in hand.notes]
    wrong = found.filter(code="claim-points").row(0, named=True)
    claimed, recomputed = wrong["claimed"], wrong["recomputed"]
    said = FINDING_WORDS["ru"].reasons["claim-points"]
    assert f"{said} {wrong['players'][0]}; заявлено: {claimed}; пересчитано: {recomputed}" in {
        note.text for note in told["ru"]
    }
    assert wrong["reason"] in {note.text for note in told["en"]}
    assert not any(note.original for note in told["en"])


def test_a_code_without_a_sentence_is_told_as_the_audit_tells_it(root):
    hands = ofc_.read(root / "sample_data" / "night.csv")
    results = ofc_.settle(hands)
    found = (
        audit(hands, results, rule_sets(hands))
        .head(1)
        .with_columns(code=pl.lit("deal-overlap"), family=pl.lit("deal"))
    )
    [row] = findings_table(found, language="ru").rows
    assert found["reason"][0] in {cell.text for cell in row}
