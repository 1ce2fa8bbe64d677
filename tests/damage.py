"""What damaged files give: hands that differ from the sound file's, and whether anything is said about it."""

from __future__ import annotations

import io
import random
from collections import Counter

from mutations import double_line, drop_line, move_line, mutations, swap_lines

import ofc_analytics as ofc
from ofc_analytics.schema import hands_from_frame


def silent_changes(data, input_format, seeds):
    """Fields of hands that damage changed, and neither an issue nor a disagreement tells of it.

    Every kind of damage is done once a seed. A field of a player is ``players.name``; a hand that stands
    under another id than any of the sound file is ``native_id``.
    """
    sound, said = ofc.read_all(io.BytesIO(data), input_format=input_format)
    known = set(map(_content, sound.to_dicts()))
    before = {hand["native_id"]: hand for hand in sound.to_dicts()}
    changed = set()
    for seed in seeds:
        for damaged in mutations(data, random.Random(seed)):
            hands, issues = ofc.read_all(io.BytesIO(damaged), input_format=input_format)
            others = [hand for hand in hands.to_dicts() if _content(hand) not in known]
            if not others or _told(issues) != _told(said):
                continue
            results, misfits = ofc.settle_all(hands)
            if not misfits and ofc.disagreements(results).is_empty():
                changed.update(field for hand in others for field in _fields(hand, before))
    return changed


def _content(hand):
    """All that is said of a hand; its hash does not count the order in which the players acted."""
    acted = [[street["acted"] for street in player["streets"]] for player in hand["players"]]
    return hand["content_hash"], str(acted)


def _told(issues):
    return Counter((issue.code, issue.severity, issue.message, issue.text) for issue in issues)


def _fields(hand, before):
    sound = before.get(hand["native_id"])
    if sound is None:
        return {"native_id"}
    plain = {
        key
        for key in hand.keys() - {"players", "source", "hand_id", "content_hash"}
        if hand[key] != sound[key]
    }
    return plain | {
        f"players.{key}"
        for now, then in zip(hand["players"], sound["players"], strict=True)
        for key in now.keys() - {"line"}
        if now[key] != then[key]
    }


def misplaced_streets(data, input_format, seeds):
    """Fields of streets that lost, doubled and moved lines made others, where no error or warning tells of it.

    What is left out is not made another. Hands are compared with those of the same id and boards.
    """
    sound, said = ofc.read_all(io.BytesIO(data), input_format=input_format)
    before = {_shown(hand): hand for hand in hands_from_frame(sound)}
    changed = set()
    for seed in seeds:
        for change in (drop_line, double_line, move_line, swap_lines):
            damaged = change(data, random.Random(f"{seed} {change.__name__}"))
            hands, issues = ofc.read_all(io.BytesIO(damaged), input_format=input_format)
            if _told(issue for issue in issues if issue.severity != "note") == _told(
                issue for issue in said if issue.severity != "note"
            ):
                found = [hand for hand in hands_from_frame(hands) if _shown(hand) in before]
                changed.update(field for hand in found for field in _streets(hand, before[_shown(hand)]))
    return changed


def _shown(hand):
    return hand.native_id, tuple(player.cards for player in hand.players)


def _streets(hand, sound):
    for player, other in zip(hand.players, sound.players, strict=True):
        if player.streets and len(player.streets) != len(other.streets):
            yield "count"
        for now, then in zip(player.streets, other.streets, strict=False):
            for field in ("dealt", "top", "middle", "bottom", "discarded", "acted"):
                value = getattr(now, field)
                if value and value != getattr(then, field):
                    yield field
