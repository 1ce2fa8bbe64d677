"""One hand of many explained: found by what people call it, and given as a receipt."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.errors import LookupFailedError
from ofc_analytics.schema import hands_from_frame
from ofc_analytics.settlement.frames import settle_all
from ofc_analytics.settlement.given import given_rules
from ofc_analytics.settlement.grouping import rules_of
from ofc_analytics.settlement.receipt import Past, Receipt, receipt

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ofc_analytics.errors import ParseIssue
    from ofc_analytics.rules import RuleSet
    from ofc_analytics.settlement.given import Overrides

__all__ = ["explain", "find_hand", "receipt_of"]

_SHORTEST_PREFIX = 4
_SHOWN_IDS = 5


def explain(
    hands: pl.DataFrame,
    hand: str,
    rules: str | RuleSet | None = None,
    *,
    overrides: Overrides = (),
    issues: Sequence[ParseIssue] = (),
) -> Receipt:
    """Explain one of many hands: every row, pair, royalty and payment, in the order they count.

    All hands are settled, since what went before, such as a Fantasyland chain, counts.

    Parameters
    ----------
    hands
        Frame of schema `Hands`.
    hand
        The room's own id, the hand's number at its table, or a ``hand_id`` or its beginning.
    rules, overrides
        As in `ofc_analytics.settle`.
    issues
        What reading the hands said, as in `ofc_analytics.settle_all`.

    Returns
    -------
    Receipt
        A notebook shows it; print its ``.text()``, or take ``.as_dict()`` for the numbers.

    Raises
    ------
    LookupFailedError
        If no hand is called so, several are, or it could not be settled.

    Examples
    --------
    >>> from ofc_analytics.cards import split_board
    >>> from ofc_analytics.hands import Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> anna = Player(seat=1, name="Anna", cards=split_board("Qc Qd 7s / Kh Ks 9c 8d 2h / Ac Ad Ah 2s 3d"))
    >>> boris = Player(seat=2, name="Boris", cards=split_board("4c 5d 8h / 3c 3h 9d Td 4h / 6c 6d Jc Js 5c"))
    >>> slip = explain(frame_from_hands([Hand(players=(anna, boris), native_id="17")]), "17")
    >>> [player["points"] for player in slip.as_dict()["players"]]
    [13, -13]
    """
    results, misfits = settle_all(hands, rules, overrides=overrides, issues=issues)
    return receipt_of(find_hand(results, hand, [*issues, *misfits]), hands, rules, overrides=overrides)


def receipt_of(
    result: pl.DataFrame,
    hands: pl.DataFrame,
    rules: str | RuleSet | None = None,
    *,
    overrides: Overrides = (),
) -> Receipt:
    """The receipt of one row of results, whose hand is among `hands`.

    Parameters
    ----------
    result
        One row of a frame of schema `Results`, such as `find_hand` gives.
    hands, rules, overrides
        What it was settled from, as in `explain`.

    Examples
    --------
    >>> from ofc_analytics.cards import split_board
    >>> from ofc_analytics.hands import Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> anna = Player(seat=1, name="Anna", cards=split_board("Qc Qd 7s / Kh Ks 9c 8d 2h / Ac Ad Ah 2s 3d"))
    >>> boris = Player(seat=2, name="Boris", cards=split_board("4c 5d 8h / 3c 3h 9d Td 4h / 6c 6d Jc Js 5c"))
    >>> hands = frame_from_hands([Hand(players=(anna, boris))])
    >>> results, _ = settle_all(hands)
    >>> [player["points"] for player in receipt_of(results, hands).as_dict()["players"]]
    [13, -13]
    """
    row = result.row(0, named=True)
    (played,) = hands_from_frame(hands.filter(pl.col("hand_id") == row["hand_id"]))
    ruleset = given_rules(rules or rules_of(played.rules, played.variant), overrides)
    return receipt(replace(played, unit=row["unit"], level=row["level"]), ruleset, Past.of(row))


def find_hand(results: pl.DataFrame, wanted: str, issues: Sequence[ParseIssue] = ()) -> pl.DataFrame:
    """The one hand that is called so: by its id, its number at the table, or the beginning of its identity.

    Whoever names a hand that could not be read does not mean another whose identity begins like it.

    Parameters
    ----------
    results
        Frame of schema `Results`.
    wanted
        The room's own id, the hand's number at its table, or a ``hand_id``, which may be cut short to four digits or more.
    issues
        What could not be read or settled.

    Returns
    -------
    polars.DataFrame
        One row of `results`.

    Raises
    ------
    LookupFailedError
        If no hand is called so, several are, or the hand could not be read.

    Examples
    --------
    >>> from ofc_analytics.cards import split_board
    >>> from ofc_analytics.hands import Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> anna = Player(seat=1, name="Anna", cards=split_board("Qc Qd 7s / Kh Ks 9c 8d 2h / Ac Ad Ah 2s 3d"))
    >>> boris = Player(seat=2, name="Boris", cards=split_board("4c 5d 8h / 3c 3h 9d Td 4h / 6c 6d Jc Js 5c"))
    >>> results, _ = settle_all(frame_from_hands([Hand(players=(anna, boris), hand_no=17)]))
    >>> find_hand(results, "17")["hand_no"].to_list()
    [17]
    """
    name = wanted.encode(errors="replace").decode()
    unread = [issue for issue in issues if issue.severity == "error"]
    named = [issue for issue in unread if issue.hand == name]
    begun = [issue for issue in unread if issue.hand is not None and issue.hand.startswith(name)]
    steps: list[tuple[pl.Expr, list[ParseIssue]]] = [
        ((pl.col("native_id") == name), []),
        ((pl.col("hand_id") == name), named),
        ((pl.col("hand_no").cast(pl.String) == name), []),
    ]
    if len(name) >= _SHORTEST_PREFIX:
        steps.append((pl.col("hand_id").str.starts_with(name), begun))
    for match, faults in steps:
        found = results.filter(match)
        if found.height == 1:
            return found
        if found.height > 1:
            known = ", ".join(
                f"{identity} ({_place(source)})"
                for identity, source in found.select("hand_id", "source").head(10).iter_rows()
            )
            raise LookupFailedError(
                f"{found.height} hands are called {wanted!r}; choose one by its hand_id: {known}"
            )
        if faults:
            raise LookupFailedError(f"hand {wanted!r} could not be read: {faults[0]}")
    if results.is_empty():
        reason = f": {unread[0]}" if unread else ""
        raise LookupFailedError(f"no hand is called {wanted!r}; none could be settled{reason}")
    ids = results.select(pl.coalesce("native_id", pl.col("hand_no").cast(pl.String), "hand_id")).to_series()
    shown = ", ".join(ids.head(_SHOWN_IDS).to_list()) + ", …" * (len(ids) > _SHOWN_IDS)
    raise LookupFailedError(
        f"no hand is called {wanted!r}; the settled hands are {shown}. A hand_id may be cut short to"
        f" {_SHORTEST_PREFIX} digits or more"
    )


def _place(source: Mapping[str, object]) -> str:
    sheet = f"sheet {source['sheet']!r}" if source["sheet"] is not None else ""
    line = f"line {source['line']}" if source["line"] is not None else ""
    return ", ".join(part for part in (str(source["file"]), sheet, line) if part)
