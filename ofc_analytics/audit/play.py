"""What all checks start from: a row a hand, a row a player of it, a row a street, each made once and passed on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import polars as pl

from ofc_analytics.audit.dealing import street_rows
from ofc_analytics.audit.findings import findings
from ofc_analytics.audit.following import follow_hands
from ofc_analytics.cards import BOARD
from ofc_analytics.errors import LookupFailedError
from ofc_analytics.hands import SOME_FANTASYLAND
from ofc_analytics.settlement.checking import require_results

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from ofc_analytics.errors import ParseIssue, Severity
    from ofc_analytics.rules import RuleSet

    Rules: TypeAlias = Mapping[str, RuleSet]
    Fact: TypeAlias = tuple[pl.DataType, Callable[[RuleSet], object]]
    Places: TypeAlias = NDArray[np.int64]

__all__ = ["IDENTITY", "Play"]

IDENTITY = ("hand_id", "content_hash")
"""What makes two rows the same hand."""

_HAND = (
    *IDENTITY, "native_id", "room", "table", "session", "source", "hand_no", "started_at", "level", "exponent", "button", "jokers",
    "jackpot_in", "jackpot_out",
)  # fmt: skip
_SETTLED = ("rules", "fingerprint", "unit", "chain_broken")
_SHARED = (
    "at", "rule", "table_key", "place", "follows", "hand_no", "button", "unit", "exponent", "jackpot_in", "jackpot_out",
    "chain_broken",
)  # fmt: skip
_TOLD = ("hand", "hand_id", "file", "sheet", "line", "rules", "names", "exponent", "unit")
_OUTCOME = ("points", "net", "rake", "jackpot", "already_lost")


@dataclass(frozen=True)
class Play:
    """Recorded play beside its settlement.

    Attributes
    ----------
    hands
        One row a hand that was read, each once, table by table, each table's hands as they follow each other: ``at``
        (place in the frame it came from), what the frames of hands and results say of the hand (``said_unit`` and ``level`` as
        recorded, ``unit``, ``reached`` and ``chain_broken`` as settled), ``hand``, ``file``, ``sheet`` and ``line`` for findings, ``names`` (of
        the players), ``rule`` (place in `rules`; null: not settled), ``table_key``, ``place`` (at the table, from 0),
        ``follows`` (whether the hand before is here and settled) and ``begins`` (whether the table can have begun with it).
    players
        One row a player of a settled hand, in that order and in seat order: ``player`` (its number), ``record`` (its row
        in `records`); of the hand ``at``, ``rule``, ``table_key``, ``place``, ``follows``, ``hand_no``, ``unit``, ``chain_broken`` and others;
        ``line`` (the player's, else the hand's), ``seat``, ``name``, ``stack``; ``recorded`` (Fantasyland as recorded),
        ``expected`` (as the hand before earned it), ``fantasyland`` (as settled), ``coming`` (cards of the next), ``played`` (cards
        of the Fantasyland in this hand by the record or by what was dealt, 0 none, null: neither says); ``turn``, 0 for
        the seat on the left of the button; ``said_points``, ``said_net`` and ``said_rake`` as the source tells them,
        ``points``, ``net`` and ``rake`` (null where the chain is broken), ``jackpot`` and ``already_lost`` as settled; ``last``, the ``player`` of the same
        player's hand before at the table, and ``next_to_it``, whether none of the table's hands that were read is between;
        ``received``, cards of the first deal as recorded.
    records
        The players of `recorded`, flat.
    recorded, results
        The frames of hands and results; a hand's rows are ``at`` and ``result``.
    rules
        The rule sets that ``rule`` counts.

    Examples
    --------
    >>> import io
    >>> import ofc_analytics as ofc
    >>> from ofc_analytics.settlement.grouping import rule_sets
    >>> hands = ofc.read(io.BytesIO(
    ...     b'{"id": "H1", "players": [{"name": "Anna", "top": "Qc Qd 7s", "middle": "Qh Qs 9c 8d 2h",'
    ...     b' "bottom": "Kc Kd Kh 2s 3d"}, {"name": "Boris", "top": "4c 4h 6s", "middle": "Tc Td 8s 7c 7d",'
    ...     b' "bottom": "Js Jh 9h 9s 8c"}]}'))
    >>> play = Play.of(hands, ofc.settle(hands), rule_sets(hands))
    >>> play.players.select("name", "points", "coming").rows()
    [('Anna', 8, 14), ('Boris', -8, 0)]
    """

    hands: pl.DataFrame
    players: pl.DataFrame
    records: pl.DataFrame
    recorded: pl.DataFrame
    results: pl.DataFrame
    rules: Sequence[RuleSet]

    @classmethod
    def of(
        cls, hands: pl.DataFrame, results: pl.DataFrame, rules: Rules, issues: Sequence[ParseIssue] = ()
    ) -> Play:
        """Lay hands beside their results.

        Parameters
        ----------
        hands
            Frame of schema `Hands`; of hands that are there twice the first counts.
        results
            Frame of schema `Results`, settled from `hands`; some may have none.
        rules
            Rule sets by fingerprint; all that `results` names.
        issues
            What reading said: hands that it left out stood between others.

        Raises
        ------
        LookupFailedError
            If a rule set is missing.
        SettlementError
            If `results` is no frame of results.
        """
        require_results(results)
        used = results["fingerprint"].unique(maintain_order=True).to_list()
        missing = [fingerprint for fingerprint in used if fingerprint not in rules]
        if missing:
            raise LookupFailedError(
                f"no rule set was given with the fingerprint {missing[0]} that hands were settled under"
            )
        rows = follow_hands(_hand_rows(hands, results, used), issues)
        records = hands.select(pl.col("players").explode(empty_as_null=False)).unnest("players")
        return cls(
            hands=rows,
            players=_player_rows(rows, hands, records, results, [rules[key] for key in used]),
            records=records,
            recorded=hands,
            results=results,
            rules=[rules[key] for key in used],
        )

    @cached_property
    def streets(self) -> pl.DataFrame:
        """One row a recorded street of a player, see `ofc_analytics.audit.dealing.street_rows`."""
        return street_rows(self)

    @property
    def settled(self) -> pl.DataFrame:
        """The hands that were settled."""
        return self.hands.filter(pl.col("rule").is_not_null())

    def parts(self, size: int) -> Iterator[Play]:
        """The same play, at most `size` hands at a time: for checks that look at each hand alone."""
        counts = self.hands.select(pl.when(pl.col("rule").is_not_null()).then(pl.col("names").list.len()))
        ends = np.append(0, counts.to_series().fill_null(0).to_numpy().cumsum(dtype=np.int64))
        for start in range(0, self.hands.height, size):
            hands = self.hands.slice(start, size)
            first, last = ends[start], ends[start + hands.height]
            yield replace(self, hands=hands, players=self.players.slice(first, last - first))

    def with_rules(self, rows: pl.DataFrame, **facts: Fact) -> pl.DataFrame:
        """Rows with facts of their rule sets, one column a fact: its dtype, and what reads it from a rule set."""
        return rows.with_columns(
            **{
                name: pl.lit(pl.Series([read(one) for one in self.rules], dtype=dtype)).gather(pl.col("rule"))
                for name, (dtype, read) in facts.items()
            }
        )

    def told(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Rows with what findings tell of their hands and players: identity, file and line, names, rules, unit."""
        if "player" in rows.columns and "name" not in rows.columns:
            named = self.players.select("player", "name", "line")
            rows = rows.join(named, on="player", how="left", maintain_order="left")
        hands = self.hands.select("at", *(name for name in _TOLD if name not in rows.columns))
        return rows.join(hands, on="at", how="left", maintain_order="left")

    def found(
        self, rows: pl.DataFrame, code: str, severity: Severity, reason: pl.Expr, **said: pl.Expr
    ) -> pl.DataFrame:
        """Make a finding of every row, see `ofc_analytics.audit.findings.findings`; rows have ``at`` or ``player``, too."""
        return findings(self.told(rows) if rows.height else rows, code, severity, reason, **said)


def _hand_rows(hands: pl.DataFrame, results: pl.DataFrame, used: Sequence[str]) -> pl.DataFrame:
    """Hands in the order of their frame, with their place in the frame of results."""
    numbers = pl.DataFrame(
        {"fingerprint": used, "rule": range(len(used))}, schema={"fingerprint": pl.String, "rule": pl.UInt32}
    )
    settled = (
        results.select(*IDENTITY, *_SETTLED, reached="level")
        .with_row_index("result")
        .unique(IDENTITY, keep="first", maintain_order=True)
    )
    return (
        hands.select(
            *_HAND,
            said_unit="unit",
            names=pl.col("players").list.eval(pl.element().struct.field("name")),
        )
        .with_row_index("at")
        .unique(IDENTITY, keep="first", maintain_order=True)
        .join(settled, on=IDENTITY, how="left", maintain_order="left")
        .with_columns(
            pl.col("source").struct.field("file", "sheet", "line"),
            hand=pl.coalesce("native_id", "hand_id"),
        )
        .join(numbers, on="fingerprint", how="left", maintain_order="left")
        .drop("fingerprint")
    )


def _player_rows(
    rows: pl.DataFrame,
    hands: pl.DataFrame,
    records: pl.DataFrame,
    results: pl.DataFrame,
    rules: Sequence[RuleSet],
) -> pl.DataFrame:
    settled = rows.filter(pl.col("result").is_not_null())
    counts = settled["names"].list.len().to_numpy().astype(np.int64)
    seats = _runs(np.zeros(len(counts), dtype=np.int64), counts)
    record = _runs(_starts(hands)[settled["at"].to_numpy()], counts)
    outcome = _runs(_starts(results)[settled["result"].to_numpy()], counts)
    recorded = records.select(
        "seat",
        "name",
        "stack",
        "line",
        recorded="fantasyland",
        said_rake="rake",
        dealt=pl.col("streets").list.eval(pl.element().struct.field("dealt").list.len()).list.first(),
    )
    flat = results.select(pl.col("players").explode(empty_as_null=False)).unnest("players")
    reckoned = flat.select(
        *_OUTCOME,
        said_points=pl.col("claimed").struct.field("points"),
        said_net=pl.col("claimed").struct.field("net"),
        expected="expected_fantasyland",
        fantasyland="in_fantasyland",
        coming="fantasyland",
    )
    shared = settled.select(*_SHARED, hand_line="line", players=pl.lit(pl.Series(counts)))
    opening = pl.Series([one.deal.streets[0].cards for one in rules], dtype=pl.UInt32)
    place_of_button = pl.when(pl.col("seat") == pl.col("button")).then("place_at").max().over("at")
    return (
        pl.concat(
            [
                shared[np.repeat(np.arange(len(settled)), counts)],
                recorded[record],
                reckoned[outcome],
                pl.DataFrame({"record": record, "place_at": seats}),
            ],
            how="horizontal",
        )
        .with_row_index("player")
        .with_columns(
            pl.when(~pl.col("chain_broken")).then(pl.col("net", "rake")),
            pl.coalesce("line", "hand_line"),
            pl.when("follows").then("expected"),
            told=_fantasyland_dealt(pl.lit(opening).gather(pl.col("rule"))),
            turn=(pl.col("place_at") - place_of_button - 1) % pl.col("players"),
            last=pl.col("player").shift(1).over("table_key", "name"),
            received=pl.col("dealt").cast(pl.Int32),
        )
        .with_columns(
            played=pl.when((pl.col("recorded") == SOME_FANTASYLAND) & (pl.col("told") > 0))
            .then("told")
            .otherwise(pl.coalesce("recorded", "told"))
            .cast(pl.Int32)
        )
        .with_columns(
            next_to_it=(pl.col("place") - pl.col("place").gather("last") == 1).fill_null(value=False)
        )
        .drop("hand_line", "players", "place_at", "dealt", "told", "button")
    )


def _fantasyland_dealt(opening: pl.Expr) -> pl.Expr:
    """Cards of the Fantasyland that the first deal tells of, 0 for none."""
    dealt = pl.col("dealt")
    return pl.when((dealt >= BOARD) & (dealt > opening)).then(dealt).when(dealt > 0).then(0)


def _starts(frame: pl.DataFrame) -> Places:
    """Row at which each hand's players begin in the flat frame of players."""
    counts = frame["players"].list.len().to_numpy().astype(np.int64)
    starts: Places = counts.cumsum() - counts
    return starts


def _runs(starts: Places, counts: Places) -> Places:
    """The numbers from each start on, as many as its count."""
    begins = counts.cumsum() - counts
    runs: Places = np.repeat(starts - begins, counts) + np.arange(counts.sum())
    return runs
