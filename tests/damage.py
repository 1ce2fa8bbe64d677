"""What damaged files give: hands that differ from the sound file's, and whether anything is said about it."""

from __future__ import annotations

import io
import random
from collections import Counter

from mutations import mutations

import ofc_analytics as ofc


def silent_changes(data, input_format, seeds):
    """Fields of hands that damage changed, and neither an issue nor a disagreement tells of it.

    Every kind of damage is done once a seed. A field of a player is ``players.name``; a hand that stands
    under another id than any of the sound file is ``native_id``.
    """
    sound, said = ofc.read_all(io.BytesIO(data), input_format=input_format)
    known = set(sound["content_hash"])
    before = {hand["native_id"]: hand for hand in sound.to_dicts()}
    changed = set()
    for seed in seeds:
        for damaged in mutations(data, random.Random(seed)):
            hands, issues = ofc.read_all(io.BytesIO(damaged), input_format=input_format)
            others = [hand for hand in hands.to_dicts() if hand["content_hash"] not in known]
            if not others or _told(issues) != _told(said):
                continue
            results, misfits = ofc.settle_all(hands)
            if not misfits and ofc.disagreements(results).is_empty():
                changed.update(field for hand in others for field in _fields(hand, before))
    return changed


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
