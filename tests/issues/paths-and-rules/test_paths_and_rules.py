"""An empty path read the whole current folder; what is no path, or no rule set, failed late or outside the library."""

from __future__ import annotations

import io
import os

import pytest
from logs import ofc_hand, ofc_log

import ofc_analytics as ofc
from ofc_analytics.errors import FormatError, LookupFailedError
from ofc_analytics.formats import read_batches


def test_an_empty_path_names_nothing(tmp_path, monkeypatch):
    (tmp_path / "a.jsonl").write_bytes(ofc_log(ofc_hand(1)))
    monkeypatch.chdir(tmp_path)
    for paths in ("", ["a.jsonl", ""]):
        with pytest.raises(FormatError, match="the path is empty"):
            ofc.read(paths)
    assert ofc.read(".").height == 1


@pytest.mark.parametrize(
    "paths", [None, 5, [None], [5], b"a.jsonl", [b"a.jsonl"], io.StringIO("x"), [io.StringIO("x")]]
)
def test_what_is_no_path_is_refused_with_what_would_be_one(paths):
    with pytest.raises(
        FormatError, match=r"cannot be read from this (NoneType|int|bytes|StringIO).*expected a path"
    ):
        ofc.read(paths)


def test_rules_that_are_not_there_are_named_before_anything_is_read():
    source = io.BytesIO(ofc_log(ofc_hand(1)))
    for read in (ofc.read, ofc.read_all, read_batches):
        with pytest.raises(LookupFailedError, match="american-pineapple"):
            read(source, rules="zz")
    assert source.tell() == 0
    assert ofc.read(source, rules="tonybet")["rules"].to_list() == ["tonybet"]


def test_a_path_that_is_not_utf8_is_read(tmp_path):
    path = os.fsencode(tmp_path) + b"/latin1_\xe9.jsonl"
    with open(path, "wb") as file:  # noqa: PTH123 (a Path cannot be made of bytes)
        file.write(ofc_log(ofc_hand(1)))
    assert ofc.read(os.fsdecode(path)).height == 1
    assert ofc.read(tmp_path).height == 1
