"""What a check finds, as rows; and the builder of such rows.

Examples
--------
>>> rows = pl.DataFrame({"hand": ["17"], "hand_id": ["0" * 16], "file": ["night.csv"],
...                      "sheet": [None], "line": [3],
...                      "name": ["Anna"], "cards": [13]})
>>> found = findings(rows, "fantasyland-deal", "error", pl.format("{} was dealt {} cards.", "name", "cards"))
>>> found.row(0)[:4], found["reason"][0]
(('fantasyland-deal', 'error', '17', '0000000000000000'), 'Anna was dealt 13 cards.')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import dataframely as dy
import polars as pl

from ofc_analytics.audit.families import family_of
from ofc_analytics.cards import JOKERS, UNKNOWN, card_text
from ofc_analytics.errors import SEVERITIES

if TYPE_CHECKING:
    from ofc_analytics.errors import Severity

__all__ = ["FINDINGS", "SEVERITIES", "Findings", "command_of", "counted", "findings", "texts_of"]


class Findings(dy.Schema):
    """One row a finding."""

    code = dy.String(regex=r"^[a-z]+(-[a-z]+)*$", description="stable name of what was found")
    severity = dy.Enum(
        SEVERITIES,
        description="error: it contradicts the rules; warning: it is suspicious; note: it is worth knowing",
    )
    hand = dy.String(
        nullable=True,
        description="the room's own id or number of the hand, else its hand_id; in a club export the id of the table",
    )
    hand_id = dy.String(nullable=True, description="identity of the hand; null in a club export")
    players = dy.List(dy.String(), description="names of the players it is about")
    claimed = dy.String(nullable=True, description="what the source says")
    recomputed = dy.String(nullable=True, description="what it should say")
    at_stake = dy.String(nullable=True, description="money it is about, as text")
    reason = dy.String(description="whole sentences, with the numbers")
    file = dy.String(description="path or name of the input")
    sheet = dy.String(nullable=True, description="worksheet, where the input is a workbook")
    line = dy.UInt32(nullable=True, description="physical line of the player or the hand")
    family = dy.String(description="what it is about, see `ofc_analytics.audit.families.FAMILIES`")
    explain = dy.String(nullable=True, description="command that explains the hand; null where there is none")


FINDINGS: pl.Schema = Findings.create_empty().schema
"""Column names and polars dtypes of a frame of findings."""

_PLAIN = r"^[A-Za-z0-9_@%+=:,./-]+$"
"""Paths that a shell takes as they are."""

_CARDS = {code: card_text(code) for code in (*range(JOKERS[0]), *JOKERS)} | {UNKNOWN: "?"}


def findings(
    rows: pl.DataFrame,
    code: str,
    severity: Severity,
    reason: pl.Expr,
    *,
    players: pl.Expr | None = None,
    claimed: pl.Expr | None = None,
    recomputed: pl.Expr | None = None,
    at_stake: pl.Expr | None = None,
) -> pl.DataFrame:
    """Make a finding of every row.

    Parameters
    ----------
    rows
        Frame with columns ``hand``, ``hand_id``, ``file``, ``sheet``, ``line``, and ``name`` where `players` is not given.
    code, severity
        Of all findings.
    reason, claimed, recomputed, at_stake
        Expressions over `rows`; what is left out is null.
    players
        List of names; None: the one in ``name``.
    """
    if rows.is_empty():
        return FINDINGS.to_frame()
    nothing = pl.lit(None)
    return rows.select(
        code=pl.lit(code),
        severity=pl.lit(severity),
        hand="hand",
        hand_id="hand_id",
        players=pl.concat_list("name") if players is None else players,
        claimed=nothing if claimed is None else claimed,
        recomputed=nothing if recomputed is None else recomputed,
        at_stake=nothing if at_stake is None else at_stake,
        reason=reason,
        file="file",
        sheet="sheet",
        line="line",
        family=pl.lit(family_of(code)),
        explain=command_of(pl.col("file"), pl.col("hand_id")),
    ).cast(FINDINGS)


def command_of(file: pl.Expr, hand_id: pl.Expr) -> pl.Expr:
    r"""The command that explains a hand, as a shell takes it; null without a hand.

    >>> rows = pl.DataFrame({"file": ["night.csv", "Anna's night.csv"], "hand_id": ["00ab", "00cd"]})
    >>> print(*rows.select(command_of(pl.col("file"), pl.col("hand_id"))).to_series(), sep="\n")
    ofc explain night.csv --hand 00ab
    ofc explain 'Anna'"'"'s night.csv' --hand 00cd
    """
    path = pl.when(file.str.starts_with("-")).then(pl.format("./{}", file)).otherwise(file)
    quoted = pl.format("'{}'", path.str.replace_all("'", "'\"'\"'", literal=True))
    return pl.format(
        "ofc explain {} --hand {}", pl.when(path.str.contains(_PLAIN)).then(path).otherwise(quoted), hand_id
    )


def texts_of(codes: pl.Expr) -> pl.Expr:
    """Card codes of a list column as text, such as ``Kd 7s``."""
    texts = pl.element().replace_strict(
        list(_CARDS), list(_CARDS.values()), default="?", return_dtype=pl.String
    )
    return codes.list.eval(texts).list.join(" ")


def counted(number: pl.Expr, word: str) -> pl.Expr:
    """A number with its noun.

    >>> pl.DataFrame({"n": [1, 2]}).select(counted(pl.col("n"), "card")).to_series().to_list()
    ['1 card', '2 cards']
    """
    return pl.format(
        "{} " + word + "{}", number, pl.when(number == 1).then(pl.lit("")).otherwise(pl.lit("s"))
    )
