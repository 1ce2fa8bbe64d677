"""Questions to pairs: what is summed up, what is held against what, how often fair clubs are asked, and who is found."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import club_files
import clubs_room
import company_campaign as campaign
import numpy as np
import polars as pl
import pytest
from club_files import ANNA, BOOK, BORIS
from clubs_room import Plant
from ofc_parsers.ofc_json.writer import to_ofc_json
from scipy import stats

from ofc_analytics.audit.company import Company, Pairs, PairTests, TablesShared, judge_company
from ofc_analytics.audit.company.seating import SEATS, ask_seating
from ofc_analytics.audit.findings import Findings
from ofc_analytics.errors import SettlementError
from ofc_analytics.formats import read_clubs
from ofc_analytics.generate import generate
from ofc_analytics.schema import RESULTS
from ofc_analytics.settlement import settle
from ofc_analytics.settlement.tables import boards, pairs


def by_pair(company, name, *players):
    return company.tests.row(
        by_predicate=(pl.col("name") == name)
        & (pl.col("first") == players[0])
        & (pl.col("second") == players[1]),
        named=True,
    )


@pytest.fixture(scope="module")
def results():
    return clubs_room.club(3, occasions=60, players=7)


@pytest.fixture(scope="module")
def company(results):
    return judge_company(results)


def test_the_matrix_is_the_sum_of_the_pairs_of_settlement(results, company):
    flat = pairs(results).with_columns(
        turned=pl.col("first_name") > pl.col("second_name"),
    )
    sign = 1 - 2 * pl.col("turned").cast(pl.Int64)
    expected = (
        flat.group_by(
            first=pl.min_horizontal("first_name", "second_name"),
            second=pl.max_horizontal("first_name", "second_name"),
        )
        .agg(
            hands=pl.len().cast(pl.Int64),
            points=(pl.col("points") * sign).sum().cast(pl.Int64),
            net=(pl.col("paid") * 100 * sign).cast(pl.Int64).sum(),
            scoops_first=(pl.col("scoop") * sign > 0).sum().cast(pl.Int64),
        )
        .sort("first", "second")
    )
    assert company.pairs.select(expected.columns).rows() == expected.rows()


def test_intervals_of_the_matrix_hold_the_true_mean_as_often_as_they_say():
    # all players are the same, so none wins anything of another in the long run
    clubs = [
        clubs_room.club([seed, 61], players=6, tables=2, occasions=60, spread=0, alike=True)
        for seed in range(40)
    ]
    rows = pl.concat(judge_company(club).pairs for club in clubs).filter(pl.col("hands") >= 100)
    assert rows.height > 400
    assert 0.93 <= rows.select(pl.lit(0).is_between("low", "high").mean()).item() <= 0.97


def regressed(numbers, effects, marks, clusters):
    """A pair's coefficient in its own regression and the standard error of its score, step by step."""
    others = effects @ np.linalg.lstsq(effects, marks, rcond=None)[0]
    beyond = marks - others
    residuals = numbers - effects @ np.linalg.lstsq(effects, numbers, rcond=None)[0]
    coefficient = np.linalg.lstsq(np.column_stack([effects, marks]), numbers, rcond=None)[0][-1]
    sums = [(beyond * residuals)[clusters == one].sum() for one in np.unique(clusters)]
    return coefficient, np.sqrt(np.square(sums).sum()) / (beyond**2).sum()


def test_the_flow_is_held_against_what_each_wins_from_everybody_else(results, company):
    flat = pairs(results)
    inside = boards(results).group_by("hand_id", maintain_order=True).agg(pl.col("in_fantasyland").sum() == 0)
    numbered = results.select("hand_id", "table").join(inside, on="hand_id", maintain_order="left")
    chains = numbered.with_columns(
        chain=pl.format("{} {}", "table", pl.col("in_fantasyland").cum_sum().over("table"))
    )
    rows = flat.join(chains.select("hand_id", "chain"), on="hand_id", maintain_order="left")
    names = sorted(set(rows["first_name"]) | set(rows["second_name"]))
    effects = np.stack(
        [
            (rows["first_name"] == one).cast(int).to_numpy()
            - (rows["second_name"] == one).cast(int).to_numpy()
            for one in names
        ],
        axis=1,
    ).astype(float)
    marks = np.zeros(rows.height)
    for at, (first, second) in enumerate(rows.select("first_name", "second_name").iter_rows()):
        marks[at] = {("P02", "P04"): 1, ("P04", "P02"): -1}.get((first, second), 0)
    points = rows["points"].to_numpy().astype(float)
    cube = (effects @ np.linalg.lstsq(effects, points, rcond=None)[0]) ** 3
    effects = np.column_stack([effects, cube])
    effect, error = regressed(points, effects, marks, rows["chain"].to_numpy())
    test = by_pair(company, "pair-flow", "P02", "P04")
    assert test["effect"] == pytest.approx(effect)
    # more than 30 sessions would be looked at as well
    assert (
        results.filter(pl.col("table").is_in(rows.filter(marks != 0)["table"].unique().implode()))[
            "table"
        ].n_unique()
        < 30
    )
    assert test["statistic"] == pytest.approx(effect / error)
    assert test["p"] == pytest.approx(2 * stats.norm.sf(abs(effect / error)))
    assert test["hands"] == np.abs(marks).sum()


def test_fouls_are_held_against_those_without_the_other(results, company):
    rows = boards(results).filter(pl.col("in_fantasyland") == 0)
    company_of = boards(results).group_by("hand_id").agg(names=pl.col("name"))
    rows = rows.join(company_of, on="hand_id", maintain_order="left")
    names = sorted(rows["name"].unique())
    size = rows["names"].list.len().to_numpy()
    effects = np.column_stack(
        [*((rows["name"] == one).to_numpy() for one in names), *(size == one for one in np.unique(size))]
    ).astype(float)
    marks = ((rows["name"] == "P02") & rows["names"].list.contains("P04")).cast(float).to_numpy()
    effect, _ = regressed(rows["foul"].cast(float).to_numpy(), effects, marks, np.arange(rows.height))
    assert by_pair(company, "pair-fouls", "P02", "P04")["effect"] == pytest.approx(effect)


def test_the_chance_to_sit_together_is_that_of_shuffled_seats():
    rng = np.random.default_rng(1)
    sizes = [(2, 3), (3, 3, 2), (2, 2), (4, 2, 2)] * 5
    rows = []
    for hour, tables in enumerate(sizes):
        who = rng.permutation(sum(tables))
        if 0 in who and 1 in who and hour % 2:  # the two are put together now and then
            who = np.concatenate([[0, 1], who[~np.isin(who, [0, 1])]])
        table = np.repeat(np.arange(len(tables)), tables)
        rows += [(f"N{a}", "game", f"{hour}-{b}", hour, 10) for a, b in zip(who, table, strict=True)]
    seats = pl.DataFrame(rows, schema=["name", "game", "table", "hour", "hands"], orient="row").select(
        "name",
        "game",
        "table",
        pl.lit(clubs_room._START).dt.offset_by(pl.format("{}h", "hour")).cast(SEATS["start"]).alias("start"),
        "hands",
    )
    answer = ask_seating(seats).row(
        by_predicate=(pl.col("first") == "N0") & (pl.col("second") == "N1"), named=True
    )
    meetings = np.zeros(100_000, dtype=int)
    for tables in sizes:
        label = np.repeat(np.arange(len(tables)), tables)
        a = rng.integers(0, len(label), len(meetings))
        b = (a + rng.integers(1, len(label), len(meetings))) % len(label)
        meetings += label[a] == label[b]
    assert answer["hands"] == 20
    assert answer["p"] == pytest.approx((meetings >= answer["statistic"]).mean(), abs=0.005)
    assert answer["effect"] == pytest.approx((answer["statistic"] - meetings.mean()) / 20, abs=0.002)


def test_without_times_nobody_can_be_seen_to_choose_a_table():
    tests = judge_company(clubs_room.club(1, times=False)).tests
    assert "pair-seated" not in tests["name"]


def test_where_all_sit_at_one_table_nothing_is_asked_of_seats():
    assert "pair-seated" not in judge_company(clubs_room.club(1, tables=1)).tests["name"]


def test_two_who_meet_nobody_else_cannot_be_compared():
    company = judge_company(clubs_room.club(1, players=2, tables=1, sizes=(2,), occasions=40))
    assert by_pair(company, "pair-flow", "P00", "P01")["verdict"].startswith(
        "not tested: others meet the two too seldom"
    )
    assert company.findings["code"].to_list() == ["pair-unseen"]
    assert company.pairs["hands"][0] > 300


def test_few_hands_are_not_tested():
    tests = judge_company(clubs_room.club(1, occasions=3, hands=(3, 8))).tests.filter(
        pl.col("name") != "pair-seated"
    )
    assert tests["p"].null_count() == tests.height
    assert tests["verdict"].str.contains("not tested: the two share").any()


def test_names_and_the_order_of_tables_do_not_matter(results, company):
    order = results["table"].unique().shuffle(1)
    shuffled = pl.concat([results.filter(pl.col("table") == one) for one in order])
    again = judge_company(shuffled)
    assert (
        again.tests.select("name", "first", "second").rows()
        == company.tests.select("name", "first", "second").rows()
    )
    assert again.tests["p"].to_list() == pytest.approx(company.tests["p"].to_list())
    renamed = results.with_columns(
        players=pl.col("players").list.eval(
            pl.element().struct.with_fields(name=pl.lit("Z") + pl.field("name").str.reverse())
        )
    )
    other = judge_company(renamed.cast(RESULTS))
    assert sorted(other.tests["p"].drop_nulls()) == pytest.approx(sorted(company.tests["p"].drop_nulls()))


def test_hands_that_are_given_twice_count_once(results, company):
    assert judge_company(pl.concat([results, results])).words == company.words


def test_fair_clubs_are_seldom_asked_a_question():
    asked, seen = campaign.false_alarms(40, start=5000)
    assert len(asked) <= 3
    for name, values in seen.items():
        rate = np.mean(np.array(values) < 0.05)
        assert rate < 0.08, name


def test_the_campaign_can_fail():
    def unfair(seed):
        return campaign.planted(Plant(dump=0.8), 60, seed, sizes=(2,))

    _, holds = next(campaign.report(2, 0, make=unfair))
    assert not holds
    _, holds = next(campaign.report(2, 0, make=lambda seed: campaign.fair_club(seed + 5000)))
    assert holds


def test_skill_alone_is_no_question():
    # the best win five points a hand and more from the worst
    for seed in range(3):
        results = clubs_room.club(seed + 100, players=6, tables=2, occasions=150, spread=0.7)
        company = judge_company(results)
        assert company.pairs["points_per_hand"].abs().max() > 4
        assert company.findings["code"].to_list() == ["pair-tested"], seed


def test_frames_are_what_they_are_declared_to_be(company):
    assert isinstance(company, Company)
    Pairs.validate(company.pairs)
    PairTests.validate(company.tests)
    TablesShared.validate(company.exports)
    Findings.validate(company.findings)
    made = company.tests.filter(pl.col("p").is_not_null())
    assert made.filter(~pl.col("p").is_between(0, 1)).is_empty()
    assert made.filter(pl.col("low") > pl.col("high")).is_empty()
    assert made["needed"].min() >= 1
    assert made.filter(pl.col("p_bh") > pl.col("p_holm")).is_empty()


def test_words_are_questions():
    results = campaign.planted(Plant(dump=0.5), 150, 1, sizes=(2,))
    company = judge_company(results)
    found = company.findings.filter(pl.col("code") == "pair-fouls").row(0, named=True)
    assert found["players"] == ["P01", "P00"]
    assert found["severity"] == "warning"
    assert "P01 and P00: a question in" in found["reason"]
    assert "nothing more than a question" in found["reason"]
    assert company.findings["code"][0] == "pair-tested"
    said = " ".join([company.words, *company.findings["reason"], *company.tests["verdict"]]).lower()
    assert not any(word in said for word in ("cheat", "collu", "guilty", "proven"))
    assert judge_company(clubs_room.club(3)).words.startswith("Nothing unusual among ")


def test_no_hands():
    company = judge_company(RESULTS.to_frame())
    assert (company.pairs.height, company.tests.height, company.findings.height) == (0, 0, 0)
    with pytest.raises(SettlementError, match="not a frame of results"):
        judge_company(None)


def test_tables_of_two_in_an_export_tell_the_flow_before_fees():
    book = (
        BOOK[0],
        replace(
            BOOK[1],
            lines=(
                replace(ANNA, hands=12, opponents="18", fee="2", jackpot_fee="0"),
                replace(BORIS, hands=12, opponents="-20", fee="0", jackpot_fee="0"),
            ),
        ),
        BOOK[2],
    )
    clubs = read_clubs(io.BytesIO(club_files.pppoker(book)))
    company = judge_company(RESULTS.to_frame(), clubs=clubs)
    rows = {
        row[:2]: row[2:]
        for row in company.exports.select(
            "first", "second", "tables", "alone", "hands", "difference"
        ).iter_rows()
    }
    # the third table is another game
    assert rows == {
        ("Anna", "Boris"): (2, 1, 12, 4000),
        ("Anna", "Вера"): (1, 0, 0, 0),
        ("Boris", "Вера"): (1, 0, 0, 0),
    }


def test_exports_tell_who_sat_together():
    lines = {
        name: replace(ANNA, player=str(number), nick=name) for number, name in enumerate("ABCDEF", start=10)
    }
    book, rng = [], np.random.default_rng(2)
    for hour in range(24):
        others = rng.permutation(list("CDEF"))
        for number, who in enumerate(("AB", others[:2], others[2:])):
            book.append(
                replace(
                    BOOK[0],
                    number=f"2512{hour:02d}-{number}",
                    start=f"2025/12/08 {hour:02d}:10",
                    end=f"2025/12/08 {hour:02d}:50",
                    lines=tuple(lines[one] for one in who),
                )
            )
    company = judge_company(RESULTS.to_frame(), clubs=read_clubs(io.BytesIO(club_files.pppoker(tuple(book)))))
    test = by_pair(company, "pair-seated", "A", "B")
    assert (test["hands"], test["statistic"]) == (24, 24)
    assert test["p"] == pytest.approx(0.2**24, abs=1e-12)
    found = company.findings.filter(pl.col("code") == "pair-seated")
    assert found["players"].to_list() == [["A", "B"]]
    assert found["severity"].to_list() == ["note"]  # friends sit together


@pytest.mark.parametrize(
    ("plant", "test", "kinds", "occasions"),
    [
        (Plant(dump=0.3), "pair-fouls", {"sizes": (2,)}, 120),
        (Plant(soft=1.0), "pair-scoops", {"sizes": (2,)}, 200),
        (Plant(team=0.5), "pair-gains", {"sizes": (3,)}, 400),
        (Plant(together=0.8), "pair-seated", {"sizes": (2, 3)}, 120),
    ],
)
def test_pairs_that_play_together_are_found(plant, test, kinds, occasions):
    found, others, _ = campaign.power(plant, test, occasions, count=5, start=900, **kinds)
    assert found >= 4 / 5
    assert others <= 1 / 5


def test_what_two_do_is_not_asked_of_others():
    results = campaign.planted(Plant(soft=3.0), 200, 4, sizes=(2,))
    company = judge_company(results)
    asked = company.findings.filter(pl.col("code") != "pair-tested")
    assert asked.height >= 2
    assert asked["players"].list.set_symmetric_difference(["P00", "P01"]).list.len().sum() == 0


def test_who_knows_the_discards_of_the_other_is_asked():
    deals = pl.concat(generate("american-pineapple", hands=2000, seed=1, tables=1))
    results = settle(deals)
    names = judge_company(results).pairs.sort("hands", descending=True).row(0)[:2]
    fair = by_pair(judge_company(results, deals), "pair-discards", *names)
    known = by_pair(
        judge_company(results, campaign.informed(deals, set(names), 0.8)), "pair-discards", *names
    )
    assert fair["p_holm"] > 0.05
    assert known["p"] < 1e-4
    assert known["effect"] > fair["effect"] + 0.1


def test_without_discards_nothing_is_asked_of_them():
    hands = pl.concat(generate("american-classic", hands=50, seed=1, tables=1))
    assert "pair-discards" not in judge_company(settle(hands), hands).tests["name"]


def test_the_command(ofc, tmp_path):
    file = tmp_path / "club.ofc.jsonl"
    hands = pl.concat(generate("american-pineapple", hands=600, seed=4, tables=2))
    file.write_text("\n".join(to_ofc_json(hands)), encoding="utf-8")
    run = ofc("audit", file, "--pairs", "--family", "pairs", "--format", "json")
    found = [json.loads(line) for line in run.stdout.splitlines()]
    assert [row["code"] for row in found] == ["pair-tested"]
    assert "Nothing unusual among" in found[0]["reason"]
    assert run.returncode == 0
    text = ofc("audit", file, "--pairs").stdout
    assert "Pairs, by hands they share" in text
    assert "Tests of pairs, the most unlikely first" in text
