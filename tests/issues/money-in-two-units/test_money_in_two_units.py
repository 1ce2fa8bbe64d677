"""`unit` came in minor units beside a decimal `net`, and `ofc stats` wrote money in minor units."""

from __future__ import annotations

import csv
import io
import json
from decimal import Decimal
from pathlib import Path

import polars as pl

import ofc_analytics as ofc_python

HAND = Path(__file__).with_name("hand.jsonl")


def test_all_money_of_a_table_is_decimal(ofc):
    anna, boris = csv.DictReader(io.StringIO(ofc("settle", HAND, "--format", "csv").stdout))
    assert [(row["unit"], row["net"]) for row in (anna, boris)] == [("2.50", "-7.50"), ("2.50", "7.50")]
    (pair,) = ofc_python.pairs(ofc_python.settle(ofc_python.read(HAND))).iter_rows(named=True)
    assert (pair["unit"], pair["due"], pair["paid"]) == (Decimal("2.50"), Decimal("-7.50"), Decimal("-7.50"))


def test_statistics_write_money_as_decimals(ofc, tmp_path):
    table = csv.DictReader(io.StringIO(ofc("stats", HAND, "--format", "csv").stdout))
    assert [row["net"] for row in table] == ["7.50", "-7.50"]
    lines = ofc("stats", HAND, "--format", "json").stdout.splitlines()
    assert [json.loads(line)["net"] for line in lines] == ["7.50", "-7.50"]
    file = tmp_path / "stats.parquet"
    assert ofc("stats", HAND, "--format", "parquet", "--output", file).returncode == 0
    assert pl.read_parquet(file)["net"].to_list() == [Decimal("7.50"), Decimal("-7.50")]


def test_a_stack_without_a_unit_is_no_minor_units_either(ofc, tmp_path):
    file = tmp_path / "hand.jsonl"
    file.write_text(HAND.read_text(encoding="utf-8").replace('"unit":"2.5",', ""), encoding="utf-8")
    assert "stack 100.00)" in ofc("explain", file, "--hand", "units").stdout
