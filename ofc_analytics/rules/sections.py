"""The sections of a rule set, as they stand in its TOML file.

Every model is frozen and strict, and refuses keys it does not know. The descriptions are what
``ofc rules show`` and the documentation print.
"""

import datetime as dt
from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from ofc_analytics.errors import RulesError
from ofc_analytics.rules.patterns import pattern_classes

__all__ = [
    "Clock",
    "Deal",
    "Entry",
    "Fantasyland",
    "Foul",
    "Jackpot",
    "Level",
    "Listed",
    "Maybe",
    "Naturals",
    "Note",
    "Payout",
    "Provenance",
    "Rake",
    "Rows",
    "Royalties",
    "RuleConflictError",
    "Stay",
    "Street",
    "Surrender",
]

T = TypeVar("T")


class RuleConflictError(RulesError):
    """Rules that are sound one by one and cannot stand together.

    Attributes
    ----------
    path
        Keys, below the model that raised it, to the rule to look at first.
    """

    def __init__(self, message: str, *path: str | int) -> None:
        super().__init__(message)
        self.path = path


def _checked_pattern(text: str) -> str:
    pattern_classes(text)
    return text


# TOML has lists where the models keep tuples, and no word for "not set": a list and "none" are let in.
# Decimals are read from whole numbers as well.
Listed = Annotated[tuple[T, ...], Field(strict=False)]
_Range = Annotated[tuple[T, T], Field(strict=False)]
Maybe = Annotated[T | None, BeforeValidator(lambda value: None if value == "none" else value)]
_Amount = Annotated[Decimal, Field(strict=False, ge=0)]
_Percent = Annotated[Decimal, Field(strict=False, ge=0, le=100)]
_Count = Annotated[int, Field(ge=0, le=1_000_000)]
_Pattern = Annotated[str, AfterValidator(_checked_pattern)]
_DealtCards = Annotated[int, Field(ge=13)]
_Points = Mapping[_Pattern, _Count]
_EntryCards = Mapping[_Pattern, _DealtCards]
_StayCards = Mapping[_Pattern, _DealtCards | Literal["same"]]


class _Section(BaseModel):
    # Each is compiled into the rule set; by itself only where it is a default.
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", defer_build=True)


class Street(_Section):
    """One round of the deal."""

    cards: int = Field(ge=1, description="cards dealt to each player")
    keep: int = Field(ge=1, description="cards each player keeps and places; the others are discarded")

    @model_validator(mode="after")
    def _keeps_what_was_dealt(self) -> "Street":
        if self.keep > self.cards:
            raise RuleConflictError(f"{self.keep} cards are kept and only {self.cards} dealt", "keep")
        return self


class Deal(_Section):
    """Who plays and what is dealt."""

    streets: Listed[Street] = Field(description="cards dealt and kept, street by street; 13 are kept in all")
    players: _Range[Annotated[int, Field(ge=2, le=4)]] = Field(description="fewest and most players")
    jokers: int = Field(default=0, ge=0, le=2, description="jokers in the deck, beside its 52 cards")
    buy_in: Maybe[_Range[Annotated[int, Field(ge=1)]]] = Field(
        default=None, description="least and greatest buy-in, in units; none = not fixed"
    )
    equal_caps: bool = Field(default=False, description="whether all players start with the same stack")

    @property
    def deck(self) -> int:
        """Cards in the deck, jokers included."""
        return 52 + self.jokers

    @property
    def cards(self) -> int:
        """Cards dealt to a player outside Fantasyland."""
        return sum(street.cards for street in self.streets)

    @property
    def seating(self) -> str:
        """How many are seated, in words, with the arithmetic where the deck cannot serve one more."""
        fewest, most = self.players
        more = most + 1
        words = f"seats {fewest} to {most} players"
        short = more * self.cards > self.deck
        return (
            f"{words}: {more} x {self.cards} cards = {more * self.cards}, the deck has {self.deck}"
            if short
            else words
        )

    @model_validator(mode="after")
    def _adds_up(self) -> "Deal":
        kept = sum(street.keep for street in self.streets)
        if kept != 13:
            sums = " + ".join(str(street.keep) for street in self.streets)
            raise RuleConflictError(f"a board has 13 cards and the streets keep {sums} = {kept}", "streets")
        for key, bounds in (("players", self.players), ("buy_in", self.buy_in)):
            if bounds is not None and bounds[0] > bounds[1]:
                raise RuleConflictError(
                    f"the first number, {bounds[0]}, is above the second, {bounds[1]}", key
                )
        return self


class Rows(_Section):
    """How rows are compared and what they win."""

    points: _Count = Field(default=1, description="points for each row won")
    scoop: _Count = Field(default=3, description="extra points for winning all three rows")
    majority: _Count = Field(
        default=0,
        description="extra points for winning exactly two of the three rows; all three earn the scoop instead",
    )
    wheel: Literal["lowest", "second"] = Field(
        default="lowest",
        description="rank of the straight A-2-3-4-5: the lowest, or second to the ace-high one",
    )
    middle: Literal["high", "deuce-to-seven"] = Field(
        default="high",
        description="what wins the middle: the best hand, or the best deuce-to-seven low of ten or better",
    )
    five_of_a_kind: bool = Field(
        default=False, description="whether a joker may make five of a kind, the best hand of all"
    )


class Foul(_Section):
    """Dead hands."""

    pays: Literal["scoop", "rows"] | _Count = Field(
        default="scoop",
        description="what a lone foul pays each legal player beside that player's royalties: the three rows and the"
        " scoop, the three rows alone, or a number of points",
    )
    pays_royalties: bool = Field(
        default=True, description="whether a lone foul also pays each legal player's royalties"
    )
    equal_rows: Literal["legal", "foul", "foul-top-middle"] = Field(
        default="legal",
        description="whether rows of equal value are legal, foul the board, or foul it only between top and middle",
    )


class Royalties(_Section):
    """Bonus points for rows. Each row's table, where given, replaces the inherited one as a whole."""

    paid: Literal["all", "line-winner"] = Field(
        default="all",
        description="who collects a row's royalty: every legal player, or only the winner of that row",
    )
    without_winning: Listed[Literal["top", "middle", "bottom"]] = Field(
        default=(),
        description="rows whose royalty is collected without winning the row, where the others need it won",
    )
    top: _Points = Field(default={}, description="points by pattern, top row")
    middle: _Points = Field(default={}, description="points by pattern, middle row")
    bottom: _Points = Field(default={}, description="points by pattern, bottom row")


class Entry(_Section):
    """Ways into Fantasyland. Each row's table, where given, replaces the inherited one as a whole."""

    top: _EntryCards = Field(default={}, description="cards dealt next, by pattern of the top row")
    middle: _EntryCards = Field(default={}, description="cards dealt next, by pattern of the middle row")
    bottom: _EntryCards = Field(default={}, description="cards dealt next, by pattern of the bottom row")
    several: Maybe[_DealtCards] = Field(
        default=None, description="cards when more than one row qualifies; none = the most any of them earns"
    )


class Stay(_Section):
    """Ways to stay in Fantasyland. Each row's table, where given, replaces the inherited one as a whole."""

    top: _StayCards = Field(default={}, description="cards dealt next, or 'same', by pattern of the top row")
    middle: _StayCards = Field(
        default={}, description="cards dealt next, or 'same', by pattern of the middle row"
    )
    bottom: _StayCards = Field(
        default={}, description="cards dealt next, or 'same', by pattern of the bottom row"
    )


class Fantasyland(_Section):
    """The privileged next hand; empty tables mean that the game has none."""

    entry: Entry = Field(default=Entry(), description="what earns Fantasyland from an ordinary hand")
    stay: Stay = Field(default=Stay(), description="what keeps Fantasyland for one who is in it")
    repeats: Literal["unlimited"] | _Count = Field(
        default="unlimited", description="how often in a row Fantasyland may be kept"
    )
    order: Literal["first", "last", "in-turn"] = Field(
        default="first", description="when a player in Fantasyland lays out the cards"
    )
    button: Literal["stays", "moves"] = Field(
        default="stays", description="whether the button waits while a Fantasyland hand is played"
    )
    settled: Literal["each-hand", "after-chain"] = Field(
        default="each-hand",
        description="when points are paid: after every hand, or after the last Fantasyland hand",
    )


class Payout(_Section):
    """From points to money, where stacks and limits matter."""

    order: Literal["pair-major", "payer-major", "seats", "proportional"] = Field(
        default="pair-major",
        description="who is paid first: each pair once from the left of the button; each payer in turn from there;"
        " pairs by seat number; or every debtor's means shared over his creditors by what he owes",
    )
    win_cap: Literal["current", "starting", "starting-total", "none"] = Field(
        default="current",
        description="most a winner may take: what he holds at that moment or held at the start, of each opponent;"
        " what he held at the start, of all together; or no limit",
    )
    bust: Literal["out", "may-win-back"] = Field(
        default="out", description="whether a player at zero still wins in the rest of the hand"
    )
    loss_limit: Maybe[Annotated[int, Field(ge=1, le=1_000_000_000)]] = Field(
        default=None,
        description="most units a player may be down at any moment; none = no limit but the stack",
    )
    loss_limit_per: Literal["hand", "match"] = Field(
        default="hand",
        description="what the loss limit counts over: one hand, or a match of as many hands as there are players, in"
        " which hands with a player in Fantasyland do not count",
    )
    admission: bool = Field(
        default=False,
        description="whether a player whose stack does not cover the loss limit is not dealt in",
    )
    remainder: Literal["first-seat", "largest-claim"] = Field(
        default="first-seat", description="where the odd minor units of a proportional share go"
    )
    basis: Literal["net", "gross"] = Field(
        default="net", description="one amount a pair, or rows, scoop and royalties paid one after another"
    )

    @model_validator(mode="after")
    def _proportional_has_no_moment(self) -> "Payout":
        if self.order == "proportional" and self.win_cap in {"current", "starting"}:
            raise RuleConflictError(
                f"proportional pays all at once, with win_cap 'starting-total' or 'none'; win_cap is {self.win_cap!r}",
                "order",
            )
        return self


class Rake(_Section):
    """What the house takes."""

    percent: Maybe[_Percent] = Field(default=None, description="percent of what is won")
    per_point: Maybe[_Amount] = Field(default=None, description="fee in units for each unit won")
    cap: Maybe[_Amount] = Field(default=None, description="most a player pays in a hand, in units")
    threshold: _Amount = Field(default=Decimal(0), description="winnings up to this many units are free")
    payer: Literal["net-winners", "pair-winners", "everyone"] = Field(
        default="net-winners",
        description="who pays: those who won in the hand as a whole, the winner of each pair, or every player equally",
    )
    rounding: Literal["down", "half-up", "up"] = Field(
        default="down", description="rounding to the minor unit"
    )

    @model_validator(mode="after")
    def _takes_something(self) -> "Rake":
        if (self.percent is None) == (self.per_point is None):
            raise RuleConflictError("a rake needs either percent or per_point, and not both")
        return self


class Jackpot(_Section):
    """A prize beside the game. The hand that wins it must fit every pattern given."""

    fee: _Amount = Field(default=Decimal(0), description="units each player pays in a hand")
    top: Maybe[_Pattern] = Field(default=None, description="pattern of the top row that wins it")
    middle: Maybe[_Pattern] = Field(default=None, description="pattern of the middle row that wins it")
    bottom: Maybe[_Pattern] = Field(default=None, description="pattern of the bottom row that wins it")
    in_fantasyland: bool = Field(default=False, description="whether a hand in Fantasyland can win it")
    share: _Percent = Field(default=Decimal(100), description="percent of the bank that is drawn")
    winner: _Percent = Field(default=Decimal(100), description="percent of the draw that goes to the winner")
    opponents: _Percent = Field(
        default=Decimal(0), description="percent of the draw shared equally by the opponents"
    )

    @model_validator(mode="after")
    def _pays_what_is_drawn(self) -> "Jackpot":
        if self.winner + self.opponents > 100:
            raise RuleConflictError(
                f"winner and opponents get {self.winner} + {self.opponents} percent of the draw; expected 100 at most",
                "opponents",
            )
        return self


class Clock(_Section):
    """Time limits. They change no score."""

    seconds: Maybe[_Count] = Field(default=None, description="time to act; none = no clock")
    seconds_per: Literal["hand", "street"] = Field(default="hand", description="what the time to act is for")
    bank: _Count = Field(default=0, description="extra seconds a player may draw on")
    auto_placement: Maybe[Literal["bottom-first", "top-first"]] = Field(
        default=None,
        description="how cards are placed for a player who is out of time: in the order received, from the bottom row"
        " upwards or the top row downwards, from left to right, the last of three discarded; none = they are not",
    )


class Level(_Section):
    """One step of a tournament."""

    unit: Annotated[Decimal, Field(strict=False, gt=0)] = Field(description="money or chips a point is worth")
    hands: Maybe[Annotated[int, Field(ge=1)]] = Field(default=None, description="hands until the next level")
    minutes: Maybe[Annotated[int, Field(ge=1)]] = Field(
        default=None, description="minutes until the next level"
    )


class Naturals(_Section):
    """Thirteen-card hands of the closed game that beat every ordinary one."""

    points: Mapping[Literal["six-pairs", "three-straights", "three-flushes", "dragon"], _Count] = Field(
        description="points each opponent pays; a table that is given replaces the inherited one as a whole"
    )
    declared: bool = Field(
        default=True, description="whether a natural counts only if it was declared before the showdown"
    )
    both: Literal["higher", "nothing"] = Field(
        default="higher",
        description="between two naturals: the one worth more wins its points, or nothing is paid",
    )


class Surrender(_Section):
    """Giving up a closed hand before the showdown."""

    points: _Count = Field(description="points paid to each opponent who plays on; no bonuses are paid")


class Note(_Section):
    """A remark on one rule."""

    key: str = Field(description="dotted key of the rule or section")
    note: str = Field(min_length=1, description="what is not certain, or why it is assumed")
    otherwise: Any = Field(
        default=None,
        description="the other reading: another value of the rule, or a table of dotted keys with their values",
    )

    @property
    def override(self) -> dict[str, Any]:
        """Dotted keys and values that give the other reading; empty where there is no definite one.

        >>> Note(key="rows.scoop", note="the FAQ adds 3", otherwise=3).override
        {'rows.scoop': 3}
        """
        if self.otherwise is None:
            return {}
        # Patterns and names of rules inside a section have no dot in them.
        several = (
            isinstance(self.otherwise, dict) and self.otherwise and all("." in key for key in self.otherwise)
        )
        return dict(self.otherwise) if several else {self.key: self.otherwise}


class Provenance(_Section):
    """Where a rule set comes from and how far it can be trusted. It is not inherited through `extends`."""

    source: str = Field(default="not stated", description="pages, books or people the rules come from")
    date: Maybe[dt.date] = Field(default=None, description="day on which the source was read")
    confidence: Literal["high", "medium", "low"] = Field(
        default="low", description="how sure the whole set is"
    )
    uncertain: Listed[Note] = Field(default=(), description="rules on which sources disagree or are unclear")
    assumed: Listed[Note] = Field(default=(), description="rules the source does not mention")
