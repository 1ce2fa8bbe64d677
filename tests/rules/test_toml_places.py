"""The line of every key in a TOML text, however the text is laid out."""

from __future__ import annotations

import tomllib

import pytest

from ofc_analytics.rules import rule_set_names
from ofc_analytics.rules.toml_places import key_lines

TEXT = '''\
# a comment with [brackets] and = signs
name = "a # in a string"   # and one behind it

[deal]
streets = [
  { cards = 5, keep = 5 },  # one

  { cards = 8, keep = 8 },
]
players = [2,
  3]
"quoted.key" = 1
long = """
fake = 1
[not.a.table] \\""" still inside
"""
raw = \'\'\'
also = "fake"\'\'\'
after = 1.5

[ royalties . top ]
66 = 1
'7 7' = { AA = 1, "B B" = [ { c = 2 } ] }

[[provenance.assumed]]
key = "x"

[[provenance.assumed]]
key = "y"
[provenance.assumed.more]
z = 2026-11-29T10:00:00Z
'''


def paths(value, path=()):
    """Every path in a document, as tomllib reads it."""
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in items:
        yield from paths(child, (*path, key))


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_lines_of_a_text_with_everything_in_it(newline):
    lines = key_lines(TEXT.replace("\n", newline))
    expected = {
        ("name",): 2,
        ("deal",): 4,
        ("deal", "streets"): 5,
        ("deal", "streets", 0): 6,
        ("deal", "streets", 0, "cards"): 6,
        ("deal", "streets", 1, "keep"): 8,
        ("deal", "players"): 10,
        ("deal", "players", 1): 11,
        ("deal", "quoted.key"): 12,
        ("deal", "long"): 13,
        ("deal", "raw"): 17,
        ("deal", "after"): 19,
        ("royalties", "top"): 21,
        ("royalties", "top", "66"): 22,
        ("royalties", "top", "7 7", "B B", 0, "c"): 23,
        ("provenance", "assumed"): 25,
        ("provenance", "assumed", 0, "key"): 26,
        ("provenance", "assumed", 1): 28,
        ("provenance", "assumed", 1, "key"): 29,
        ("provenance", "assumed", 1, "more"): 30,
        ("provenance", "assumed", 1, "more", "z"): 31,
    }
    assert {path: lines.get(path) for path in expected} == expected


def test_every_key_has_a_line_and_every_line_a_key(root):
    texts = [TEXT]
    texts += [
        (root / f"ofc_analytics/rules/sets/{name}.toml").read_text(encoding="utf-8")
        for name in rule_set_names()
    ]
    for text in texts:
        assert set(key_lines(text)) == set(paths(tomllib.loads(text)))
