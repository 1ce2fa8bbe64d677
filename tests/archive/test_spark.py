"""Spark reads what `ofc archive export` writes, as one table with its nested players."""

from __future__ import annotations

import shutil

import pytest
from archives import session_hand
from logs import ofc_log

from ofc_analytics.archive import open_archive

spark_sql = pytest.importorskip("pyspark.sql", reason="pyspark is not installed")
pytestmark = [
    pytest.mark.skipif(shutil.which("java") is None, reason="Spark needs Java, and there is none"),
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning"),
]


@pytest.fixture(scope="module")
def spark(tmp_path_factory):
    session = (
        spark_sql.SparkSession.builder.master("local[1]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.warehouse.dir", str(tmp_path_factory.mktemp("warehouse")))
        .getOrCreate()
    )
    yield session
    session.stop()


def test_spark_reads_the_export_as_one_table(spark, tmp_path):
    hands = [
        session_hand(1, started_at="2026-11-27T20:00:00+03:00", players=3),
        session_hand(2, started_at="2026-12-01T01:30:00+03:00"),
        session_hand(3, started_at=None),
    ]
    (tmp_path / "log.jsonl").write_bytes(ofc_log(*hands))
    archive = open_archive(tmp_path / "club.duckdb")
    archive.import_files(tmp_path / "log.jsonl")
    archive.export(tmp_path / "parquet")
    table = spark.read.parquet(str(tmp_path / "parquet"))
    months = {row["month"]: row["count"] for row in table.groupBy("month").count().collect()}
    assert months == {"2026-11": 2, None: 1}
    assert {row["room"] for row in table.select("room").distinct().collect()} == {"R"}
    table.createOrReplaceTempView("hands")
    rows = spark.sql(
        "SELECT hand_no, player.seat, player.name, player.cards, player.claimed.points, source.line "
        "FROM hands LATERAL VIEW explode(players) AS player ORDER BY hand_no, player.seat"
    ).collect()
    told = archive.hands().sort("hand_no").to_dicts()
    assert [tuple(row)[:3] for row in rows] == [
        (hand["hand_no"], player["seat"], player["name"]) for hand in told for player in hand["players"]
    ]
    assert [list(row["cards"]) for row in rows] == [
        list(player["cards"]) for hand in told for player in hand["players"]
    ]
    starts = spark.sql("SELECT cast(started_at AS string) AS start FROM hands ORDER BY hand_no").collect()
    assert [row["start"] for row in starts] == ["2026-11-27 17:00:00", "2026-11-30 22:30:00", None]
