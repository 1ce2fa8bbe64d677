"""Folders of logs for tests of the archive, and what an archive of them has to hold."""

from __future__ import annotations

from logs import ofc_hand, ofc_log


def session_hand(number, session="S", players=2, **changes):
    """A hand with an identity of its own: its session and number."""
    return ofc_hand(
        number, players, id=None, room="R", table="T", session=session, hand_no=number, **changes
    ) | {"id": None}


def session_log(numbers, session="S", **changes):
    return ofc_log(*(session_hand(number, session, **changes) for number in numbers))


def write_folder(folder, files=20, hands=100):
    """Logs of sessions, each of so many hands; gives the hands in each file."""
    folder.mkdir(parents=True, exist_ok=True)
    counts = {}
    for place in range(files):
        name = f"session {place:03d}.jsonl"
        (folder / name).write_bytes(session_log(range(1, hands + 1), session=f"S{place}"))
        counts[str(folder / name)] = hands
    return counts


def sightings(archive):
    """Number of hands an archive has of each file whose import stands."""
    rows = archive.sql(
        "SELECT file, count(*) AS hands FROM sightings JOIN imports USING (import_id) GROUP BY file ORDER BY file"
    )
    return dict(rows.iter_rows())
