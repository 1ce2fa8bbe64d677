"""`ofc report` from real files: what it says is right, adds up, and opens in a browser in both languages."""

from __future__ import annotations

import csv
import json
from collections import Counter

import polars as pl
import pytest
from python_calamine import CalamineWorkbook

import ofc_analytics as ofc_
from ofc_analytics.report import build
from ofc_analytics.schema import HANDS

CLEAN, DISAGREES, NOTHING = 0, 1, 2


@pytest.fixture
def night(root):
    return root / "sample_data" / "night.csv"


@pytest.fixture(scope="module")
def reported(root, ofc, tmp_path_factory):
    """The report of the sample night, with its tables."""
    folder = tmp_path_factory.mktemp("report")
    done = ofc(
        "report",
        root / "sample_data" / "night.csv",
        "--output",
        folder / "night.html",
        "--tables",
        folder / "tables",
    )
    assert (done.returncode, done.stdout) == (DISAGREES, "")
    return folder


def facts(shown, section):
    labels = shown.page.locator(f"#{section} dt").all_inner_texts()
    return dict(zip(labels, shown.page.locator(f"#{section} dd").all_inner_texts(), strict=True))


def found_codes(shown):
    return shown.page.locator("#table-findings tbody tr > :nth-child(2) bdi").all_inner_texts()


def rows(shown, key):
    return [line.split("\t") for line in shown.page.locator(f"#table-{key} tbody tr").all_inner_texts()]


def test_the_sample_night_is_told_whole(opened, reported, night):
    shown = opened(reported / "night.html")
    results = ofc_.settle(ofc_.read(night))
    points = Counter()
    for hand in results.to_dicts():
        for player in hand["players"]:
            points[player["name"]] += player["points"]
    (winner, most), *_, (loser, fewest) = points.most_common()
    summary = facts(shown, "summary")
    assert summary["hands"] == str(results.height)
    assert summary["most points"] == f"{winner} {most:+}"
    assert summary["fewest points"] == f"{loser} {fewest:+}"
    assert summary["hands with a claim that does not stand"] == "2"
    assert {row[0]: int(row[2]) for row in rows(shown, "players")} == dict(points)
    assert shown.page.locator("details.hand").count() == results.height
    assert shown.page.locator("details.hand.disputed").count() == 2
    assert shown.page.locator("figure svg").count() == 9
    assert all(figure.get_attribute("aria-label") for figure in shown.page.locator("[role=img]").all())
    assert (shown.requests, shown.complaints) == ([(reported / "night.html").as_uri()], [])


def test_every_hand_shows_the_points_of_its_receipt(opened, reported, ofc, night):
    shown = opened(reported / "night.html")
    settled = [json.loads(line) for line in ofc("settle", night, "--format", "json").stdout.splitlines()]
    for hand, told in zip(shown.page.locator("details.hand").all(), settled, strict=True):
        text = hand.locator("summary").text_content()
        for player in told["players"]:
            assert f"{player['name']} {player['points']:+}" in text


def test_what_was_left_out_is_counted_by_reason(opened, ofc, night, tmp_path):
    lines = night.read_text("utf-8").splitlines(keepends=True)
    broken = tmp_path / "broken.csv"
    broken.write_text("".join(lines).replace("Qc", "Qx", 1), encoding="utf-8")
    again = tmp_path / "again.csv"
    again.write_text("".join(lines), encoding="utf-8")
    done = ofc("report", broken, again, "--output", tmp_path / "report.html")
    assert done.returncode == DISAGREES
    scope = facts(opened(tmp_path / "report.html"), "scope")
    read, settled, known, out = (
        int(scope[label]) for label in ("hands read", "settled", "known already, counted once", "left out")
    )
    assert read == settled + known + out == 60
    assert (settled, known, out) == (30, 29, 1)
    assert sum(int(count) for label, count in scope.items() if label.startswith("left out: ")) == out


def test_a_player_s_report_has_his_hands_alone(opened, ofc, night, tmp_path):
    done = ofc("report", night, "--player", "Anna", "--language", "ru", "--output", tmp_path / "anna.html")
    assert done.returncode == DISAGREES
    shown = opened(tmp_path / "anna.html", width=390)
    results = ofc_.settle(ofc_.read(night)).to_dicts()
    own = [player for hand in results for player in hand["players"] if player["name"] == "Anna"]
    assert shown.page.locator("html").get_attribute("lang") == "ru"
    assert facts(shown, "summary")["очки"] == f"{sum(player['points'] for player in own):+}"
    assert [row[0] for row in rows(shown, "opponents")] == sorted({"Boris", "Вера"})
    fouls = sum(player["foul"] for player in own) / len(own)
    assert f"{fouls:.1%}".replace(".", ",").replace("%", "\N{NO-BREAK SPACE}%") in "\t".join(
        rows(shown, "players")[0]
    )
    assert shown.page.evaluate("document.documentElement.scrollWidth") == 390


def test_the_tables_are_written_as_data_that_agrees(reported):
    tables = reported / "tables"
    names = {path.stem for path in tables.glob("*.csv")}
    assert {"players", "money", "rows", "parts", "fantasyland", "opponents", "positions", "findings"} <= names
    book = CalamineWorkbook.from_path(tables / "tables.xlsx")
    assert set(book.sheet_names) == names
    for name in sorted(names):
        columnar = pl.read_parquet(tables / f"{name}.parquet")
        with (tables / f"{name}.csv").open(encoding="utf-8-sig", newline="") as file:
            assert (
                len(list(csv.DictReader(file))) == columnar.height == book.get_sheet_by_name(name).height - 1
            )


def test_two_runs_write_the_same_bytes(ofc, night, tmp_path):
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        done = ofc("report", night, "--output", folder / "report.html", "--tables", folder)
        assert done.returncode == DISAGREES
    one, two = (
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("one", "two")
    )
    assert one == two
    assert "report.html" in one


def test_of_many_hands_some_fold_out_and_a_file_beside_has_all(opened, ofc, tmp_path):
    log = tmp_path / "many.jsonl"
    hands = 2_100
    ofc(
        "generate",
        "--hands",
        hands,
        "--players",
        "2",
        "--seed",
        "8",
        "--fault",
        "points=0.01",
        "--output",
        log,
    )
    done = ofc("report", log, "--output", tmp_path / "many.html")
    assert done.returncode == DISAGREES
    assert "many.hands.csv has all 2,100" in done.stderr
    with (tmp_path / "many.hands.csv").open(encoding="utf-8", newline="") as file:
        beside = list(csv.DictReader(file))
    assert len({row["hand_id"] for row in beside}) == hands
    wrong = {row["hand_id"] for row in beside if row["agrees"] == "false"}
    shown = opened(tmp_path / "many.html")
    assert shown.page.locator("details.hand").count() == 2_000
    disputed = shown.page.locator("details.hand.disputed")
    assert {hand.get_attribute("id").removeprefix("hand-") for hand in disputed.all()} == wrong
    assert "2,000 of 2,100 hands" in shown.page.locator("#hands .note").first.inner_text()


def test_a_hostile_night_is_inert_from_end_to_end(opened, ofc, night, tmp_path):
    text = night.read_text("utf-8")
    hostile = tmp_path / "hostile.csv"
    text = text.replace("Anna", "<img src=x onerror=document.title='caught'>").replace(
        "Boris", "=HYPERLINK(1)"
    )
    hostile.write_text(text.replace("Вера", "Ж" * 100), encoding="utf-8")
    ofc("report", hostile, "--output", tmp_path / "report.html", "--tables", tmp_path / "tables")
    shown = opened(tmp_path / "report.html")
    shown.page.get_by_text("unfold all").click()
    assert shown.page.title() == "Chinese poker, hands: 30"
    assert shown.page.locator("img").count() == 0
    assert (shown.requests, shown.complaints) == ([(tmp_path / "report.html").as_uri()], [])
    assert shown.page.evaluate("document.documentElement.scrollWidth") == 1280
    with (tmp_path / "tables" / "players.csv").open(encoding="utf-8-sig", newline="") as file:
        assert not [row for row in csv.DictReader(file) if row["player"].startswith("=")]


def test_what_is_told_beside_the_hands_is_audited_and_listed(opened, ofc, night, tmp_path):
    dated, told = tmp_path / "night.csv", tmp_path / "told.csv"
    dated.write_text("session,Friday\n" + night.read_text("utf-8"), encoding="utf-8")
    told.write_text(
        "session,Friday\ncurrency,RUB\nplayer,money\nAnna,9999\nBoris,-9000\nВера,-999\n", encoding="utf-8"
    )
    audited = ofc("audit", dated, told, "--format", "json").stdout.splitlines()
    codes = Counter(json.loads(line)["code"] for line in audited)
    assert codes["total-result"] > 0
    ofc("report", dated, told, "--output", tmp_path / "report.html")
    shown = opened(tmp_path / "report.html")
    assert Counter(found_codes(shown)) == codes
    scope = facts(shown, "scope")
    assert scope["file told.csv"] == "read beside the hands"
    assert scope["entries of money told beside the hands, held against them"] == "3"


def test_a_player_s_report_keeps_findings_of_hands_that_were_refused(opened, ofc, night, tmp_path):
    broken = tmp_path / "broken.csv"
    lines = night.read_text("utf-8").splitlines(keepends=True)
    place = next(number for number, line in enumerate(lines) if line.startswith("2,"))
    cells = lines[place].split(",")
    cells[5] = " ".join([cells[5].split()[0]] * 2 + cells[5].split()[2:])
    lines[place] = ",".join(cells)
    broken.write_text("".join(lines), encoding="utf-8")
    ofc("report", broken, "--player", "Anna", "--output", tmp_path / "report.html")
    shown = opened(tmp_path / "report.html")
    assert "card-twice" in set(found_codes(shown))
    scope = facts(shown, "scope")
    assert (scope["hands read"], scope["settled"], scope["left out"]) == ("30", "29", "1")


def test_the_numbers_of_a_player_are_those_of_ofc_stats(opened, ofc, tmp_path):
    log = tmp_path / "log.jsonl"
    ofc("generate", "--hands", "400", "--tables", "3", "--seed", "6", "--output", log)
    results = ofc_.settle(ofc_.read(log))
    counts = Counter(player["name"] for hand in results.to_dicts() for player in hand["players"])
    name = min(counts, key=lambda one: (-counts[one], one))
    assert counts[name] < results.height
    ofc("report", log, "--player", name, "--output", tmp_path / "his.html")
    shown = opened(tmp_path / "his.html")
    (row,) = ofc_.stats.ask("points", results, by=(), where={"player": name}).rows(named=True)
    assert (
        facts(shown, "summary")["points a hand"]
        == f"{row['value']:+.2f} ({row['low']:+.2f} to {row['high']:+.2f})"
    )
    scope = facts(shown, "scope")
    assert scope["settled"] == str(results.height)
    assert scope[f"of these, hands of {name}, in this report"] == str(counts[name])
    assert scope[f"of these, hands without {name}, not shown here"] == str(results.height - counts[name])
    assert shown.page.locator("details.hand").count() == counts[name]
    assert str(tmp_path) not in (tmp_path / "his.html").read_text("utf-8")


def test_a_game_without_fantasyland_is_not_told_of_it(opened, ofc, tmp_path):
    log = tmp_path / "closed.jsonl"
    ofc("generate", "--rules", "closed-chinese", "--hands", "30", "--output", log)
    ofc("report", log, "--output", tmp_path / "report.html")
    shown = opened(tmp_path / "report.html")
    assert shown.page.locator("#table-players").count() == 1
    assert shown.page.locator("#table-fantasyland, #figure-fantasyland").count() == 0


def test_nothing_at_all_is_a_report_too():
    assert not build(ofc_.settle(HANDS.to_frame())).hands


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--player", "Ana"], "no hand has a player 'Ana'; nearest first: Anna"),
        (["--language", "de"], "'de' is not one of"),
        (["--rules", "none-such"], "none-such"),
    ],
)
def test_what_cannot_be_reported_is_said_and_nothing_is_written(ofc, night, tmp_path, arguments, said):
    done = ofc("report", night, "--output", tmp_path / "report.html", *arguments)
    assert done.returncode == NOTHING
    assert said in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "report.html").exists()


def test_it_does_not_write_over_what_it_reads(ofc, night, tmp_path):
    log = tmp_path / "night.html"
    log.write_bytes(night.read_bytes())
    before = log.read_bytes()
    done = ofc("report", log, "--output", log)
    assert done.returncode == NOTHING
    assert "would overwrite" in done.stderr
    assert log.read_bytes() == before


def test_without_an_audit_it_does_not_speak_of_one(night):
    made = build(ofc_.settle(ofc_.read(night)))
    assert made.findings is None
