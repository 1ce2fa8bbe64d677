"""What a loaded rule set can do: fingerprint, listings, cost of loading, and the documentation's example."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile

import pytest

from ofc_analytics.rules import load_rules, rule_keys, rule_set_names


def test_the_fingerprint_does_not_depend_on_order_names_or_spelling(write):
    one = load_rules(
        write('extends = "american-pineapple"\n[rake]\npercent = 5\ncap = 2.50\n[rows]\nscoop = 4\n')
    )
    two = load_rules(
        write(
            'title = "x"\nrows = { scoop = 4, points = 1 }\nrake.cap = 2.5\nrake.percent = 5.0\nfoul.pays = "scoop"\n'
            'extends = "american-pineapple"\nprovenance.source = "y"\n',
            "other.toml",
        )
    )
    assert one.fingerprint == two.fingerprint


@pytest.mark.parametrize(
    "override",
    [
        "rows.scoop=4", "rows.wheel=second", "foul.pays=rows", "foul.equal_rows=foul", "royalties.paid=line-winner",
        "royalties.top.QQ=8", "fantasyland.entry.top.KK=15", "fantasyland.stay.middle={'full house+'=14}",
        "payout.order=seats", "payout.loss_limit=50", "rake.percent=5", "deal.jokers=1", "deal.players=[2,2]",
        "naturals.points={dragon=13}", "surrender.points=3",
    ],
)  # fmt: skip
def test_the_fingerprint_changes_with_every_rule(override):
    assert (
        load_rules("american-pineapple", [override]).fingerprint
        != load_rules("american-pineapple").fingerprint
    )


def test_fingerprints_are_the_same_in_every_process():
    code = "from ofc_analytics.rules import *; print(*(load_rules(n).fingerprint for n in rule_set_names()))"
    for seed in ("1", "2"):
        command = [sys.executable, "-c", code]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        result = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert result.stdout.split() == [load_rules(name).fingerprint for name in rule_set_names()]


def test_the_payout_section_is_a_plain_mapping_for_the_payout_function():
    assert load_rules("tonybet").payout.model_dump() == {
        "order": "pair-major",
        "win_cap": "current",
        "bust": "out",
        "loss_limit": None,
        "loss_limit_per": "hand",
        "admission": False,
        "remainder": "first-seat",
        "basis": "net",
    }


def test_every_rule_is_described():
    assert [key for key, description in rule_keys().items() if not description] == []
    assert {"rake.percent", "fantasyland.entry.several", "payout.win_cap", "provenance.uncertain"} <= set(
        rule_keys()
    )


def test_a_rule_set_cannot_be_changed():
    rules = load_rules("american-pineapple")
    with pytest.raises(ValueError, match="frozen"):
        rules.rows.scoop = 6


def test_the_example_of_the_documentation_is_sound(root, write, complaint):
    document = (root / "docs/rules.md").read_text(encoding="utf-8")
    text = re.search(r"```toml\n(# friday\.toml\n.*?)```", document, re.DOTALL)[1]
    rules = load_rules(write(text, "friday.toml"))
    assert (rules.rows.points, rules.rows.scoop, rules.payout.loss_limit) == (1, 6, 100)
    tables = rules.tables
    kings, aces, deuces = 16 + 12, 16 + 13, 3 * 16 + 1
    assert [int(tables.royalties[0, hand]) for hand in (kings, aces, deuces)] == [8, 9, 15]
    assert [int(tables.entry[0, hand]) for hand in (kings, aces, deuces)] == [14, 16, 14]
    assert [int(tables.stay[row, hand]) for row, hand in enumerate((deuces, 6 * 16 + 1, 7 * 16 + 1))] == [
        14,
        14,
        14,
    ]
    for line in re.findall(r"^friday\.toml, line \d+: (.*)$", document, re.MULTILINE):
        # What the document shows of errors is what the library says.
        override = {"foul.equal_rows =": "foul.equal_rows=sometimes", "there": "foul.equal_row=1",
                    "royalties": "royalties.top={QQ=7,AA=9}", "deal": "deal.players=[2,4]"}  # fmt: skip
        (setting,) = [value for start, value in override.items() if line.startswith(start)]
        assert complaint("american-pineapple", [setting]) == f"--set {setting}: {line}"


def test_heavy_libraries_stay_out():
    code = "import sys, ofc_analytics.rules; print(*sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"polars", "pandas", "pyarrow", "dataframely", "matplotlib"} & set(result.stdout.split())


def test_sets_are_read_from_inside_an_archive_as_well(root, tmp_path):
    archive = tmp_path / "library.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for file in (root / "ofc_analytics").rglob("*"):
            if file.suffix in {".py", ".toml"}:
                packed.write(file, file.relative_to(root))
    code = (
        f"import sys; sys.path.insert(0, {str(archive)!r})\n"
        "from ofc_analytics import rules; print(rules.__file__, rules.load_rules('tonybet').name)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert result.stdout.split() == [f"{archive}/ofc_analytics/rules/__init__.py", "tonybet"]
