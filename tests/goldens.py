"""What the parsers make of the sample inputs in ``tests/parsers/<format>/``, kept beside each as ``*.golden.json``.

``python tests/goldens.py`` renews every golden there is; ``python tests/goldens.py FILE…`` makes those of new
inputs. Read the difference before it is committed.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

from ofc_analytics.cards import cards_text
from ofc_analytics.formats import read_all, read_clubs, read_night
from ofc_analytics.schema import hands_from_frame

FOLDER = Path(__file__).parent / "parsers"
SUFFIX = ".golden.json"


def inputs():
    """Inputs that have a golden."""
    return sorted(path.with_name(path.name.removesuffix(SUFFIX)) for path in FOLDER.glob(f"*/*{SUFFIX}"))


def golden_of(path):
    return path.with_name(path.name + SUFFIX)


def render(path):
    """What is read of an input as text: cards as people write them, nothing that is null, no other parser's state."""
    frame, issues = read_all(path)
    identities = frame.select("hand_id", "content_hash").to_dicts()
    hands = [
        identity | _plain(asdict(hand))
        for identity, hand in zip(identities, hands_from_frame(frame), strict=True)
    ]
    found = [_plain(issue.as_dict()) for issue in issues if issue.code != "parser-broken"]
    told = {"hands": hands, **_money(read_night(path)), **_club(read_clubs(path)), "issues": found}
    text = json.dumps(told, ensure_ascii=False, indent=1, default=str)
    return text.replace(str(path), path.name) + "\n"


def _money(night):
    """What is said of money beside hands; of other inputs nothing. Ids hang on the path, and are no one's business."""
    entries = night.entries.drop("entry_id", "file")
    return {} if entries.is_empty() else {"entries": [_plain(row) for row in entries.iter_rows(named=True)]}


def _club(clubs):
    """What a club export says, nothing that is null; of other inputs nothing."""
    if clubs.empty:
        return {}
    parts = {"tables": clubs.tables, "lines": clubs.lines, "members": clubs.members}
    return {name: [_plain(row) for row in frame.iter_rows(named=True)] for name, frame in parts.items()}


def _plain(value):
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items() if item is not None and item not in ({}, ())}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return cards_text(value) if isinstance(value, bytes) else value


def main(paths):
    for path in [Path(path).resolve() for path in paths] or inputs():
        golden_of(path).write_text(render(path), encoding="utf-8")
        sys.stdout.write(f"{golden_of(path).relative_to(FOLDER)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
