"""What of an archive's tables counts, worked out from the imports that stand: nothing is marked in a row.

An import of a file whose bytes begin with those that its last import had read, or are the same, goes on with that
reading: what the reading held from its `first_line` on, such as a hand that had no end yet, is superseded by what it
read there. Where the parser is another, or reads no file on from its middle, that is everything. Any other import of a
file begins a reading of its own: the hands of both count, money and club rows as they are told last.

A thing in quarantine is closed by the first later import of the file that read its line. Of the contents of a hand
that one counts first whose file had told of the hand first.

An import that is undone is as if it had never been: what it had superseded or closed is open again, unless another
one that stands has read it too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["create_views"]


def create_views(connection: DuckDBPyConnection) -> None:
    """Make the views, or make them anew; within the caller's transaction."""
    for name, query in _VIEWS.items():
        connection.execute(f"CREATE OR REPLACE VIEW {name} AS {query}")


_CARD = "'23456789TJQKA'[card // 4 + 1] || 'cdhs'[card % 4 + 1]"
_TEXT = (
    "array_to_string(list_transform({cards}, lambda card: CASE WHEN card > 53 THEN '--' "
    f"WHEN card > 51 THEN 'X' || (card - 51) ELSE {_CARD} END), ' ')"
)


def _text(cards: str) -> str:
    return _TEXT.format(cards=cards)


_VIEWS = {
    # the imports that stand; their lines from `until_line` on were read again
    "standing": """
        SELECT *, min(first_line) OVER (PARTITION BY reading ORDER BY import_id
                                        ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING) AS until_line
        FROM imports WHERE undone_at IS NULL""",
    # the contents of each hand that has several, or was read again: `place` among the `places` that count, 0 for one that does not
    "ranked_contents": """
        WITH doubtful AS (
            SELECT hand_id FROM hands GROUP BY hand_id HAVING count(*) > 1
            UNION
            SELECT hand_id FROM sightings JOIN standing USING (import_id) WHERE coalesce(line, 1) >= until_line),
        told AS (
            SELECT hand_id, content_hash, import_id, coalesce(coalesce(line, 1) < until_line, true) AS counts,
                   min(import_id) OVER (PARTITION BY hand_id, reading) AS told_first
            FROM sightings SEMI JOIN doubtful USING (hand_id) JOIN standing USING (import_id)),
        counting AS (
            SELECT hand_id, content_hash, min((told_first, import_id)) AS since
            FROM told WHERE counts GROUP BY hand_id, content_hash)
        SELECT hand_id, content_hash, count(since) OVER (PARTITION BY hand_id) AS places,
               CASE WHEN since IS NULL THEN 0 ELSE row_number() OVER (
                   PARTITION BY hand_id ORDER BY since NULLS LAST, content_hash) END AS place
        FROM (SELECT hand_id, content_hash FROM hands SEMI JOIN doubtful USING (hand_id))
             LEFT JOIN counting USING (hand_id, content_hash)""",
    # imports that count for what is not told hand by hand: the last reading of each file, and one of files with the same content
    "current_imports": """
        SELECT standing.import_id, until_line FROM standing SEMI JOIN (
            SELECT arg_min(reading, import_id) AS reading FROM (
                SELECT import_id, reading, sha256 FROM standing QUALIFY import_id = max(import_id) OVER (
                    PARTITION BY coalesce(path, import_id::VARCHAR)))
            GROUP BY sha256) AS last USING (reading)""",
    "quarantined": """
        SELECT quarantine.*, closed_by FROM quarantine LEFT JOIN (
            SELECT own.import_id, own.number, min(later.import_id) AS closed_by
            FROM (SELECT import_id, number, line, path FROM quarantine JOIN standing USING (import_id)) AS own
                 JOIN standing AS later ON later.path = own.path AND later.import_id > own.import_id
                                           AND later.first_line <= coalesce(own.line, later.first_line)
            GROUP BY own.import_id, own.number) AS closing USING (import_id, number)""",
    # what people with their own tools look at: a hand once, as it was seen first, and its flat parts
    "current_hands": """
        SELECT hands.* FROM hands LEFT JOIN ranked_contents USING (hand_id, content_hash) WHERE coalesce(place, 1) = 1""",
    "players": f"""
        SELECT hand_id, native_id, room, "table", session, hand_no, started_at, variant, rules, unit, currency, exponent,
               button, player.seat, player.name, player.stack, player.fantasyland,
               {_text("player.cards[1:3]")} AS top, {_text("player.cards[4:8]")} AS middle,
               {_text("player.cards[9:13]")} AS bottom, {_text("player.discards")} AS discards,
               player.declared, player.surrendered, player.rake,
               player.claimed.points AS claimed_points, player.claimed.net AS claimed_net,
               player.claimed.foul AS claimed_foul, player.claimed.fantasyland AS claimed_fantasyland
        FROM (SELECT *, unnest(players) AS player FROM current_hands)""",
    "streets": f"""
        SELECT hand_id, seat, name, number AS street, {_text("street.dealt")} AS dealt, {_text("street.top")} AS top,
               {_text("street.middle")} AS middle, {_text("street.bottom")} AS bottom,
               {_text("street.discarded")} AS discarded, street.seconds, street.auto, street.acted
        FROM (SELECT hand_id, player.seat, player.name, unnest(player.streets) AS street,
                     generate_subscripts(player.streets, 1) AS number
              FROM (SELECT hand_id, unnest(players) AS player FROM current_hands))""",
    "conflicts": """
        SELECT hand_id, content_hash, import_id, native_id, source.file AS file, source.sheet AS sheet,
               source.line AS line, place = 1 AS first
        FROM hands JOIN ranked_contents USING (hand_id, content_hash) WHERE places > 1 AND place > 0
        ORDER BY hand_id, place""",
}
