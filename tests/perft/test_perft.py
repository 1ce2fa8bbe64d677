"""A rule x position file in the manner of chess perft.

Each line of the ``*.jsonl`` files is about one rule at one value: a rule set, rules set beside it, hands as
ofc-json (of one table, where there are several), and what they come to, a list a hand of a number a player;
money is in minor units. ``instead`` is another value of the rule, set together with ``also``: with it the
hands come to something else.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from types import NoneType
from typing import Annotated, Literal, Union, get_args, get_origin

import pytest
import reference_money
from pydantic import BaseModel

import ofc_analytics as ofc
from ofc_analytics.rules import RuleSet, load_rules
from ofc_analytics.schema import hands_from_frame
from ofc_analytics.settlement import settle_all

FOLDER = Path(__file__).parent
LINES = [
    pytest.param(json.loads(line), id=f"{file.stem}-{number}")
    for file in sorted(FOLDER.glob("*.jsonl"))
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
]
CHANGES_NO_SETTLEMENT = {
    "name": "a label",
    "title": "a label",
    "variant": "it chooses among rule sets and settles nothing by itself",
    "deal.streets": "recorded streets are checked against it; boards are settled whole",
    "deal.buy_in": "stacks are settled as they are recorded; the audit checks the buy-in",
    "deal.equal_caps": "stacks are settled as they are recorded; the audit checks the caps",
    "fantasyland.order": "the order of play is checked; it moves no points",
    "fantasyland.button": "the button is settled as it is recorded; the audit checks its place",
    "payout.admission": "who was dealt in is settled; the audit names who should not have been",
    "jackpot.share": "the bank is not recorded; what was drawn from it is",
    "clock": "time limits change no score",
    "provenance": "where the rules come from",
}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Read the hands of a line, once."""
    folder = tmp_path_factory.mktemp("perft")
    frames = {}

    def read(line):
        text = "".join(json.dumps(hand) + "\n" for hand in line["hands"])
        if text not in frames:
            path = folder / f"{len(frames)}.jsonl"
            path.write_text(text, encoding="utf-8")
            frames[text] = ofc.read(path)
        return frames[text]

    return read


def rules_of(line, **changed):
    return load_rules(line["rules"], line.get("set", {}) | changed)


def changed_rules(line):
    """The rules of a line with the other value of what it is about."""
    changed = {} if line["rule"].startswith("levels.") else {line["rule"]: line["instead"]}
    return rules_of(line, **changed, **line.get("also", {}))


def outcome(hands, rules, names):
    """What a line tells of hands, by name."""
    results, issues = settle_all(hands, rules)
    if "refused" in names:
        return {"refused": [issue.code for issue in issues if issue.severity == "error"]}
    return {
        name: [[player[name] for player in players] for players in results["players"].to_list()]
        for name in names
    }


def value_at(rules, key):
    """Value of a rule in the model; of the first level, where it is about levels."""
    value = rules.model_dump()
    path = key.split(".")
    while path and value is not None:
        value = value[0] if isinstance(value, list | tuple) else value
        rest = ".".join(path)
        value, path = (value[rest], []) if rest in value else (value[path[0]], path[1:])
    return value


def plain(value):
    """A value as JSON has it, so that it compares."""
    if isinstance(value, Mapping):
        return {key: plain(part) for key, part in value.items() if part is not None}
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    return float(value) if isinstance(value, Decimal) else value


@pytest.mark.parametrize("line", LINES)
def test_a_line_comes_to_what_it_says(line, played):
    assert outcome(played(line), rules_of(line), line["expect"]) == line["expect"], line["why"]


@pytest.mark.parametrize("line", LINES)
def test_another_value_of_the_rule_comes_to_something_else(line, played):
    assert outcome(played(line), changed_rules(line), line["expect"]) != line["expect"], line["why"]


@pytest.mark.parametrize("line", LINES)
def test_a_line_is_about_the_rule_it_names(line):
    at = line.get("at", 0)
    rules = rules_of(line)
    found = rules.levels[at].model_dump()[line["rule"].split(".")[1]] if at else value_at(rules, line["rule"])
    assert plain(found) == line["value"]


@pytest.mark.parametrize("line", [line for line in LINES if "refused" not in line.values[0]["expect"]])
def test_the_reference_agrees(line, played):
    results = reference_money.settle(hands_from_frame(played(line)), rules_of(line).model_dump())
    found = {
        name: [[player[name] for player in result["players"]] for result in results]
        for name in line["expect"]
    }
    assert found == line["expect"]


def test_every_value_of_every_rule_has_a_line():
    values = {}
    for line in (parameter.values[0] for parameter in LINES):
        values.setdefault(line["rule"], []).append(line["value"])
    missing = [
        f"{key}: {what}"
        for key, what, is_met in demands(RuleSet)
        if not any(is_met(value) for value in values_of(values, key))
    ]
    assert not missing


def test_what_changes_no_settlement_is_in_the_model_and_in_no_line():
    keys = {key for key, _, _ in demands(RuleSet, all_of_them=True)}
    about = {parameter.values[0]["rule"] for parameter in LINES}
    for key in CHANGES_NO_SETTLEMENT:
        assert any(f"{known}.".startswith(f"{key}.") for known in keys), key
        assert not any(f"{rule}.".startswith(f"{key}.") for rule in about), key


def values_of(values, key):
    """Values that lines give to a rule, or to an entry of it if it is a table."""
    return [
        value
        for rule, given in values.items()
        if rule == key or rule.startswith(f"{key}.")
        for value in given
    ]


def demands(model, prefix="", *, all_of_them=False):
    """Yield a key of the model, words for a value it needs a line of, and a test whether a value is that."""
    for name, field in model.model_fields.items():
        key = prefix + name
        if key in CHANGES_NO_SETTLEMENT and not all_of_them:
            continue
        kinds = set(_parts(field.annotation))
        models = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)]
        words = [kind for kind in kinds if isinstance(kind, str)]
        for word in words:
            yield key, repr(word), lambda value, word=word: value == word
        if bool in kinds:
            yield key, "true", lambda value: value is True
            yield key, "false", lambda value: value is False
        if NoneType in kinds:
            yield key, "none", lambda value: value is None
        if kinds & {int, Decimal, tuple, Mapping} or (str in kinds and not models):
            default = plain(None if field.is_required() else field.default)
            known = [*words, None, default]
            yield key, "another than its default", lambda value, known=known: value not in known
            if default is not None and default not in words and Mapping not in kinds:
                yield key, "its default", lambda value, default=default: value == default
        for part in models:
            yield from demands(part, f"{key}.", all_of_them=all_of_them)


def _parts(annotation):
    """Types and words that an annotation is made of, without what a table or a list holds."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _parts(get_args(annotation)[0])
    elif origin is Literal:
        yield from get_args(annotation)
    elif origin is tuple:
        yield tuple
        yield from (
            part for part in get_args(annotation) if isinstance(part, type) and issubclass(part, BaseModel)
        )
    elif origin is Mapping:
        yield Mapping
    elif origin is Union or type(annotation).__name__ == "UnionType":
        for part in get_args(annotation):
            yield from _parts(part)
    else:
        yield annotation
