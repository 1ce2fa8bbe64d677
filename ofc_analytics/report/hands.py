"""The hands of a report: which are shown, and each with its boards and its receipt pair by pair."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import polars as pl

from ofc_analytics.evaluation import describe
from ofc_analytics.hands import ROW_SIZES
from ofc_analytics.report.contents import HandEntry, PairLine, PlayerBoard, RowLine
from ofc_analytics.report.hand_words import HAND_WORDS, HandWords
from ofc_analytics.report.restating import restated
from ofc_analytics.settlement.claims import is_disputed
from ofc_analytics.settlement.tables import disagreements
from ofc_analytics.statistics.writing import amount_text, count_text
from ofc_analytics.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ofc_analytics.report.contents import Remark
    from ofc_analytics.report.terms import Language

__all__ = ["MOST_HANDS", "entries", "selected"]

MOST_HANDS = 2_000
"""So many hands fold out on a page; of more, the disputed, the audited and the largest ones do."""

_LONGEST_NUMBER = 24


def selected(results: pl.DataFrame, audited: Sequence[str] = (), *, most: int = MOST_HANDS) -> pl.DataFrame:
    """Choose the hands that are shown, in the order they were played.

    Parameters
    ----------
    results
        Frame of schema `Results`.
    audited
        ``hand_id`` of hands that an audit found something in.
    most
        So many hands at most.

    Returns
    -------
    polars.DataFrame
        Rows of `results`: all if they are few enough, else those with a claim that does not stand, then the audited,
        then those in which the most points changed hands.

    Examples
    --------
    >>> from ofc_analytics.schema import RESULTS
    >>> selected(pl.DataFrame(schema=RESULTS)).height
    0
    """
    if results.height <= most:
        return results
    fields = pl.col("players").list
    moved = fields.eval(pl.element().struct.field("points").abs()).list.sum()
    return (
        results.with_row_index("place")
        .with_columns(
            rank=pl.when(is_disputed()).then(0).when(pl.col("hand_id").is_in(audited)).then(1).otherwise(2)
        )
        .with_columns(moved=moved)
        .sort("rank", "moved", "place", descending=[False, True, False])
        .head(most)
        .sort("place")
        .drop("place", "rank", "moved")
    )


def entries(
    results: pl.DataFrame,
    *,
    language: Language = "en",
    notes: Mapping[str, Sequence[Remark]] | None = None,
) -> list[HandEntry]:
    """Write hands as they fold out on the page: boards, what each row is worth, and the points and money pair by pair.

    Parameters
    ----------
    results
        Frame of schema `Results`; meant for some thousands of hands.
    language
        Of labels and of what the rows are called.
    notes
        What was found of a hand, by ``hand_id``.

    Examples
    --------
    >>> from ofc_analytics.cards import split_board
    >>> from ofc_analytics.hands import Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> from ofc_analytics.settlement import settle
    >>> anna = Player(seat=1, name="Anna", cards=split_board("Qc Qd 7s / Kh Ks 9c 8d 2h / Ac Ad Ah 2s 3d"))
    >>> boris = Player(seat=2, name="Boris", cards=split_board("4c 5d 8h / 3c 3h 9d Td 4h / 6c 6d Jc Js 5c"))
    >>> [entry] = entries(settle(frame_from_hands([Hand(players=(anna, boris), unit=1000)])))
    >>> entry.pairs[0].words
    'rows +3, scoop +3, royalties +7 = points +13; paid +130.00'
    """
    claims = _claims(results, language)
    told = notes or {}
    return [
        _entry(row, language, claims, told.get(row["hand_id"], ())) for row in results.iter_rows(named=True)
    ]


def _claims(results: pl.DataFrame, language: Language) -> Mapping[tuple[str, int], str]:
    """What a source claims and does not stand, in words, by hand and seat."""
    words = HAND_WORDS[language]
    found: dict[tuple[str, int], list[str]] = defaultdict(list)
    for row in disagreements(results).iter_rows(named=True):
        claimed, recomputed = (
            words.fouls.get(row[name], shown(restated(row[name], language)))
            for name in ("claimed", "recomputed")
        )
        sentence = words.claim.format(words.claims[row["claim"]], claimed, recomputed)
        found[row["hand_id"], row["seat"]].append(sentence)
    return {key: "; ".join(sentences) for key, sentences in found.items()}


def _entry(
    row: dict[str, Any], language: Language, claims: Mapping[tuple[str, int], str], notes: Sequence[Remark]
) -> HandEntry:
    players = tuple(
        _board(player, language, row["exponent"], claims.get((row["hand_id"], player["seat"]), ""))
        for player in row["players"]
    )
    by_seat = {player["seat"]: player for player in row["players"]}
    return HandEntry(
        hand_id=row["hand_id"],
        title=_title(row, HAND_WORDS[language]),
        players=players,
        pairs=tuple(_pair(pair, by_seat, language, row) for pair in row["pairs"]),
        disputed=any(player["agrees"] is False for player in row["players"]),
        notes=tuple(notes),
    )


def _title(row: dict[str, Any], words: HandWords) -> str:
    number = row["native_id"] or (row["hand_no"] if row["hand_no"] is not None else row["hand_id"][:8])
    started = row["started_at"]
    parts = [
        words.hand.format(_both_ends(shown(str(number), 200))),
        words.table.format(shown(row["table"], 24)) if row["table"] else "",
        f"{started:%Y-%m-%d %H:%M} UTC" if started else shown(row["session"] or "", 24),
    ]
    return ", ".join(part for part in parts if part)


def _both_ends(number: str) -> str:
    """A long number without its middle: the hands of a table are told apart by how theirs end."""
    return number if len(number) <= _LONGEST_NUMBER else f"{number[:8]}…{number[8 - _LONGEST_NUMBER + 1 :]}"


def _board(player: dict[str, Any], language: Language, exponent: int, claim: str) -> PlayerBoard:
    words = HAND_WORDS[language]
    cards, edge, rows = bytes(player["cards"]), 0, []
    for label, size, value, royalty in zip(
        words.rows, ROW_SIZES, player["values"], player["row_royalties"], strict=True
    ):
        rows.append(
            RowLine(
                label=label,
                cards=cards[edge : edge + size],
                words=describe(value, language=language),
                royalty=royalty,
            )
        )
        edge += size
    marks = (
        words.foul if player["foul"] else "",
        words.natural.format(words.naturals[player["natural"]]) if player["natural"] else "",
        words.in_fantasyland.format(player["in_fantasyland"]) if player["in_fantasyland"] else "",
        words.earned.format(player["fantasyland"]) if player["fantasyland"] else "",
    )
    return PlayerBoard(
        name=shown(player["name"]),
        rows=tuple(rows),
        points=player["points"],
        net=None if player["net"] is None else amount_text(player["net"], exponent, language, signed=True),
        fees=tuple(_fees(player, language, exponent)),
        marks=tuple(mark for mark in marks if mark),
        claim=claim,
    )


def _fees(player: dict[str, Any], language: Language, exponent: int) -> Iterator[str]:
    """Rake and jackpot that are in the money of a hand, signed as they change it."""
    words = HAND_WORDS[language]
    if player["rake"]:
        yield words.rake.format(amount_text(-player["rake"], exponent, language, signed=True))
    if player["jackpot"]:
        yield words.jackpot.format(amount_text(player["jackpot"], exponent, language, signed=True))


def _pair(
    pair: dict[str, Any], by_seat: Mapping[int, dict[str, Any]], language: Language, row: dict[str, Any]
) -> PairLine:
    words = HAND_WORDS[language]
    first, second = by_seat[pair["first"]], by_seat[pair["second"]]
    dead = first["foul"] or second["foul"]
    parts = [
        (words.rows_dead if dead else words.rows_won, pair["row_points"]),
        (words.scoop, pair["scoop"]),
        (words.royalties, pair["royalties"]),
        (words.other, pair["other"]),
    ]
    sums = ", ".join(
        phrase.format(count_text(points, language, signed=True)) for phrase, points in parts if points
    )
    total = words.total.format(count_text(pair["points"], language, signed=True))
    return PairLine(
        (shown(first["name"]), shown(second["name"])),
        (f"{sums} = {total}" if sums else total) + _payment(pair, language, row),
    )


def _payment(pair: dict[str, Any], language: Language, row: dict[str, Any]) -> str:
    words = HAND_WORDS[language]
    if pair["due"] is None:
        return ""
    if row["deferred"]:
        return f"; {words.deferred}"
    due, paid = (amount_text(pair[name], row["exponent"], language, signed=True) for name in ("due", "paid"))
    return f"; {words.paid.format(paid) if due == paid else words.due.format(due, paid)}"
