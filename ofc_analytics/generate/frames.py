"""What was played, as a frame of hands that claim what settlement finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np
import polars as pl

from ofc_analytics.cards import UNKNOWN
from ofc_analytics.columns import lists, structs
from ofc_analytics.generate.playing import boards_of
from ofc_analytics.generate.stacks import CURRENCY, settled_stacks
from ofc_analytics.generate.streets import streets_of
from ofc_analytics.identity import with_identity
from ofc_analytics.money import currency_exponent
from ofc_analytics.rules import load_rules, rule_set_names
from ofc_analytics.schema import HANDS
from ofc_analytics.settlement.frames import settle
from ofc_analytics.settlement.naturals import NATURALS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ofc_analytics.generate.playing import Play
    from ofc_analytics.generate.sessions import Sessions
    from ofc_analytics.rules import RuleSet

    Money = NDArray[np.int64]

__all__ = ["hands_played"]

_SECOND = 1_000_000
_SOURCE = {
    "file": "generated",
    "sha256": "",
    "sheet": None,
    "line": None,
    "parser": "generate",
    "version": "1",
}
_PLAYER = pl.Schema(cast("pl.Struct", cast("pl.List", HANDS["players"]).inner).to_schema())


def hands_played(play: Play, sessions: Sessions, names: list[str], rules: RuleSet, run: str) -> pl.DataFrame:
    """Frame of schema `Hands` of all hands played, table by table; ``_session`` counts the sessions.

    Parameters
    ----------
    play, sessions
        What was played where.
    names
        Of the crowd.
    rules
        The rule set.
    run
        Tells this run's sessions from those of another.
    """
    table = _Tables(play, sessions, names, rules, run)
    stacks = settled_stacks(table.nets, sessions, rules)
    every = np.arange(len(sessions.number))
    bare = table.frame(every, stacks)
    claims = settle(bare, rules)["players"].explode().struct.unnest()
    return with_identity(table.frame(every, stacks, claims))


@dataclass(frozen=True, slots=True)
class _Tables:
    play: Play
    sessions: Sessions
    names: list[str]
    rules: RuleSet
    run: str

    def nets(self, tables: NDArray[np.intp], stacks: Money) -> Money:
        """(t, h, k) what the hands of some tables move when they are played with these stacks."""
        players = settle(self.frame(tables, stacks), self.rules)["players"].explode()
        net = players.struct.field("net").fill_null(0).to_numpy()
        wide = np.zeros(stacks.shape, dtype=np.int64)
        wide[self._played(tables)] = net.reshape(-1, stacks.shape[2])
        return wide

    def frame(
        self, tables: NDArray[np.intp], stacks: Money, claims: pl.DataFrame | None = None
    ) -> pl.DataFrame:
        """Hands of some tables; with their streets and claims only where claims are given."""
        played = self._played(tables)
        players = self._players(tables, played, stacks, claims)
        count = self.play.fantasyland.shape[2]
        return (
            self._deals(tables, played)
            .with_columns(structs("players", players, np.full(int(played.sum()), count)))
            .select("_session", *HANDS)
        )

    def _played(self, tables: NDArray[np.intp]) -> NDArray[np.bool_]:
        """(t, h) which hands are within their session."""
        within: NDArray[np.bool_] = (
            np.arange(self.play.button.shape[1]) < self.sessions.hands[tables][:, None]
        )
        return within

    def _deals(self, tables: NDArray[np.intp], played: NDArray[np.bool_]) -> pl.DataFrame:
        sessions = self.sessions
        row, hand = np.nonzero(played)
        exponent = currency_exponent(CURRENCY)
        own = _is_own_name(self.rules)
        text = {
            "hand_id": "",
            "content_hash": "",
            "room": "generated",
            "variant": self.rules.variant,
            "rules": self.rules.name if own else None,
            "currency": CURRENCY,
        }
        numbers = pl.DataFrame(
            {
                "_session": sessions.number[tables][row],
                "table": sessions.table[tables][row] + 1,
                "hand_no": hand + 1,
                "started_at": sessions.started[tables][row, hand] * _SECOND,
                "unit": sessions.unit[tables][row],
                "button": self.play.button[tables][row, hand] + 1,
            }
        )
        session = pl.format(
            "{}-{}-{}", pl.lit(self.rules.fingerprint), pl.lit(self.run), pl.col("_session") + 1
        )
        nothing = {name: pl.lit(None) for name in ("level", "jackpot_in", "jackpot_out")}
        unit = {"unit": pl.lit(None)} if self.rules.levels else {}
        return numbers.with_columns(
            **{name: pl.lit(value) for name, value in text.items()},
            **nothing,
            **unit,
            session=session,
            native_id=pl.format("{}-{}", session, "hand_no"),
            table=pl.format("Table {}", "table"),
            exponent=pl.lit(exponent),
            jokers=pl.lit(self.rules.deal.jokers),
            source=pl.struct(pl.lit(value).alias(name) for name, value in _SOURCE.items()),
        ).cast({name: dtype for name, dtype in HANDS.items() if name != "players"})

    def _players(
        self, tables: NDArray[np.intp], played: NDArray[np.bool_], stacks: Money, claims: pl.DataFrame | None
    ) -> pl.DataFrame:
        hands, count = int(played.sum()), self.play.fantasyland.shape[2]
        dealt, places, inside, natural = (
            getattr(self.play, name)[tables][played] for name in ("dealt", "places", "fantasyland", "natural")
        )
        cards, left = boards_of(dealt, places)
        seated = np.repeat(self.sessions.players[tables], played.sum(axis=1), axis=0).reshape(-1)
        rows = pl.DataFrame(
            {
                "seat": np.tile(np.arange(1, count + 1), hands),
                "name": pl.Series(self.names, dtype=pl.String)[seated],
                "stack": stacks[played].reshape(-1),
                "fantasyland": inside.reshape(-1),
                "cards": pl.Series(cards.reshape(-1, 13), dtype=pl.Array(pl.UInt8, 13)),
                "declared": pl.Series(natural.reshape(-1)).replace_strict(
                    {0: None} | dict(enumerate(NATURALS, start=1)), return_dtype=pl.String
                ),
            }
        )
        rows = rows.with_columns(
            surrendered=pl.lit(value=False),
            **{name: pl.lit(None) for name in ("claimed", "rake", "line")},
            **{name: pl.lit([]) for name in ("discards", "streets")},
        )
        if claims is not None:
            kept = left != UNKNOWN
            button = self.play.button[tables][played]
            rows = rows.with_columns(
                lists("discards", left[kept], kept.sum(axis=2).reshape(-1)),
                streets_of(dealt, places, inside, button, self.rules),
                *self._claimed(claims),
            )
        return rows.select(pl.col(name).cast(dtype) for name, dtype in _PLAYER.items())

    def _claimed(self, claims: pl.DataFrame) -> list[pl.Series]:
        """What is said of the result, and the rake where there is one."""
        said = claims.select(
            "points",
            "net",
            pl.col("row_royalties").arr.to_list().alias("royalties"),
            "foul",
            "fantasyland",
            pl.lit(None, pl.String).alias("raw"),
        ).to_struct("claimed")
        return [said] if self.rules.rake is None else [said, claims["rake"]]


def _is_own_name(rules: RuleSet) -> bool:
    """Whether the name alone says all the rules, so that others settle by them."""
    return rules.name in rule_set_names() and load_rules(rules.name).fingerprint == rules.fingerprint
