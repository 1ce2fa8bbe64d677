"""Asking an archive for hands, in Python and in SQL, as a frame and in batches."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime

import polars as pl
import pytest
from archives import session_hand
from logs import ofc_log

import ofc_analytics as ofc
from ofc_analytics.archive import Chosen, open_archive
from ofc_analytics.errors import ArchiveError, LookupFailedError, OfcError
from ofc_analytics.schema import HANDS

NIGHTS = {
    "2026-11-27T20:00:00+03:00": ("Friday", "pineapple"),
    "2026-11-28T01:30:00+03:00": ("Friday", "pineapple"),
    "2026-11-29T21:00:00+00:00": ("Sunday", "classic"),
    None: ("Unknown", "pineapple"),
}


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    folder = tmp_path_factory.mktemp("queries")
    hands = [
        session_hand(number, session=session, started_at=start, variant=variant, players=2 + number % 2)
        for number, (start, (session, variant)) in enumerate(NIGHTS.items(), 1)
    ]
    (folder / "a.jsonl").write_bytes(ofc_log(*hands[:2]))
    (folder / "b.jsonl").write_bytes(ofc_log(*hands[2:]))
    made = open_archive(folder / "club.duckdb")
    made.import_files([folder / "a.jsonl", folder / "b.jsonl"])
    return made


def numbers(frame):
    return frame["hand_no"].to_list()


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ({}, [1, 2, 3, 4]),
        ({"session": "Friday"}, [1, 2]),
        ({"variant": "classic"}, [3]),
        ({"room": "R", "table": "T"}, [1, 2, 3, 4]),
        ({"room": "other"}, []),
        ({"player": "Carol"}, [1, 3]),
        ({"player": "Борис"}, [1, 2, 3, 4]),
        ({"player": "carol"}, []),
        ({"player": "'; DROP TABLE hands; --"}, []),
        ({"since": "2026-11-27T18:00"}, [2, 3]),
        ({"since": date(2026, 11, 28)}, [3]),
        ({"since": "2026-11-28T01:30:00+03:00"}, [2, 3]),
        ({"until": datetime(2026, 11, 29, 21, tzinfo=UTC)}, [1, 2]),
        ({"since": "2026-11-27", "until": "2026-11-29", "player": "Carol"}, [1]),
        ({"import_id": 2}, [3, 4]),
    ],
)
def test_choosing_hands(archive, chosen, expected):
    found = archive.hands(**chosen)
    assert numbers(found) == expected
    assert found.schema == HANDS
    assert numbers(pl.concat([HANDS.to_frame(), *archive.batches(Chosen(**chosen))])) == expected


def test_a_moment_that_is_none_and_a_way_that_is_none(archive):
    with pytest.raises(ValueError, match="'last week' is no moment; expected such as 2026-11-27"):
        archive.hands(since="last week")
    with pytest.raises(
        ValueError, match="conflicts is 'some', and not one of first, last, none, others, all"
    ):
        archive.hands(conflicts="some")
    with pytest.raises(LookupFailedError, match="there is no table 'cards'"):
        archive.beside("cards")


def test_sql_over_flat_views(archive):
    names = archive.sql("SELECT name, count(*) AS hands FROM players GROUP BY name ORDER BY name")
    assert names.rows() == [("Anna", 4), ("Carol", 2), ("Борис", 4)]
    flat = archive.sql("SELECT hand_id, seat, top, middle, bottom FROM players ORDER BY hand_no, seat")
    boards = ofc.boards(ofc.settle(archive.hands(), rules="american-pineapple"))
    assert flat.height == boards.height
    text = archive.sql(
        "SELECT top || ' / ' || middle || ' / ' || bottom AS board FROM players ORDER BY hand_no, seat"
    )
    told = [" / ".join(row) for row in boards.select("top", "middle", "bottom").rows()]
    assert text["board"].to_list() == told


def test_sql_changes_nothing(archive):
    with pytest.raises(ArchiveError, match=r"this cannot be asked: .*read-only"):
        archive.sql("DELETE FROM hands")
    with pytest.raises(ArchiveError, match=r"this cannot be asked: .*nothing does not exist"):
        archive.sql("SELECT * FROM nothing")


def test_pandas_on_request(archive):
    assert list(archive.sql("SELECT seat, name FROM players").to_pandas().columns) == ["seat", "name"]


def test_every_command_takes_an_archive(ofc, root, tmp_path):
    archive = open_archive(tmp_path / "night.duckdb")
    archive.import_files(root / "sample_data" / "night.csv")
    sheet = root / "sample_data" / "night.csv"
    for command in (
        ("settle",),
        ("settle", "--format", "json"),
        ("stats",),
        ("ledger",),
        ("explain", "--hand", "9"),
    ):
        kept, read = (ofc(command[0], path, *command[1:]) for path in (archive.path, sheet))
        assert (kept.returncode, kept.stdout) == (read.returncode, read.stdout), command
    kept, read = (ofc("audit", path, "--format", "json") for path in (archive.path, sheet))
    assert _without_places(kept.stdout) == _without_places(read.stdout) != []


def _without_places(findings):
    """Findings but for what names the archive or the sheet."""
    rows = [json.loads(line) for line in findings.splitlines()]
    return [{name: told for name, told in row.items() if name not in {"file", "explain"}} for row in rows]


def test_a_hand_in_an_archive_and_in_a_file_counts_once(ofc, root, tmp_path):
    archive = open_archive(tmp_path / "night.duckdb")
    archive.import_files(root / "sample_data" / "night.csv")
    run = ofc("settle", archive.path, root / "sample_data" / "night.csv", "--format", "json")
    assert len(run.stdout.splitlines()) == 30


def test_a_packed_archive_is_no_input(ofc, root, tmp_path):
    import gzip

    archive = open_archive(tmp_path / "night.duckdb")
    archive.import_files(root / "sample_data" / "night.csv")
    packed = tmp_path / "night.duckdb.gz"
    packed.write_bytes(gzip.compress(archive.path.read_bytes()))
    run = ofc("settle", packed)
    assert run.returncode == 2
    assert "an archive is read where it lies; unpack it" in run.stderr


def test_export_reads_as_one_table(archive, tmp_path):
    import duckdb

    assert archive.export(tmp_path / "parquet") == 4
    assert sorted(path.parent.name for path in (tmp_path / "parquet").rglob("*.parquet")) == [
        "month=2026-11",
        "month=__HIVE_DEFAULT_PARTITION__",
    ]
    read = pl.read_parquet(tmp_path / "parquet" / "**" / "*.parquet", hive_partitioning=True)
    assert sorted(numbers(read)) == [1, 2, 3, 4]
    assert (
        read.sort("hand_no")
        .select(HANDS.names())
        .cast(HANDS)
        .drop("source")
        .equals(archive.hands().drop("source"))
    )
    files = str(tmp_path / "parquet" / "**" / "*.parquet")
    by_month = duckdb.sql(
        "SELECT month, count(*) FROM read_parquet($files, hive_partitioning = true) GROUP BY month ORDER BY month",
        params={"files": files},
    ).fetchall()
    assert [count for _, count in by_month] == [3, 1]
    with pytest.raises(OfcError, match="parquet is not empty: name a new or an empty folder"):
        archive.export(tmp_path / "parquet")
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    with pytest.raises(OfcError, match="file/below cannot be made: Not a directory"):
        archive.export(tmp_path / "file" / "below")
