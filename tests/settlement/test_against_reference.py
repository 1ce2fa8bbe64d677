"""Scoring in arrays against the slow reference scorer, on random hands under many rules."""

from __future__ import annotations

import numpy as np
import pytest
import reference

from ofc_analytics.rules import load_rules
from ofc_analytics.settlement.scoring import score

AMERICAN = reference.AMERICAN_PINEAPPLE
LOW_MIDDLE = {
    "middle": "deuce-to-seven",
    "royalties": AMERICAN["royalties"]
    | {"middle": {"nine-low": 1, "eight-low": 2, "seven-low": 4, "7-5-4-3-2": 8}},
    "entry": AMERICAN["entry"] | {"middle": {"7-5-4-3-2": 14, "seven-low": 16}},
    "entry_several": 15,
}
LOW_OVERRIDES = {
    "rows.middle": "deuce-to-seven",
    "royalties.middle": LOW_MIDDLE["royalties"]["middle"],
    "fantasyland.entry.middle": LOW_MIDDLE["entry"]["middle"],
    "fantasyland.entry.several": 15,
}
RULES = {
    "american-pineapple": ({}, {}),
    "line winner": ({"royalties.paid": "line-winner"}, {"royalties_paid": "line-winner"}),
    "scoop 6, rows 2": ({"rows.scoop": 6, "rows.points": 2}, {"scoop": 6, "points": 2}),
    "majority": ({"rows.scoop": 1, "rows.majority": 1}, {"scoop": 1, "majority": 1}),
    "foul pays rows": ({"foul.pays": "rows"}, {"foul_pays": "rows"}),
    "foul pays 4": ({"foul.pays": 4}, {"foul_pays": 4}),
    "equal rows foul": ({"foul.equal_rows": "foul"}, {"equal_rows": "foul"}),
    "second wheel": ({"rows.wheel": "second"}, {"wheel": "second"}),
    "deuce to seven": (LOW_OVERRIDES, LOW_MIDDLE),
}


def deal(rng, hands, players, deck):
    cards = np.stack([rng.permutation(deck)[: players * 13] for _ in range(hands)])
    cards = cards.reshape(hands, players, 13).astype(np.uint8)
    return np.where(rng.random((hands, players, 1)) < 0.6, np.sort(cards, axis=2), cards)


@pytest.mark.parametrize(
    ("players", "deck", "hands"), [(2, 52, 300), (3, 52, 200), (4, 52, 150), (3, 54, 40)]
)
@pytest.mark.parametrize("name", RULES)
def test_scores_agree_with_the_reference_scorer(name, players, deck, hands):
    overrides, facts = RULES[name]
    rules, plain = load_rules("american-pineapple", overrides), AMERICAN | facts
    rng = np.random.default_rng([players, deck, list(RULES).index(name)])
    cards = deal(rng, hands, players, deck)
    playing = np.where(rng.random((hands, players)) < 0.3, 14, 0).astype(np.uint8)
    scores = score(cards, rules, in_fantasyland=playing)
    assert scores.foul.any()
    assert not scores.foul.all()
    for hand, boards in enumerate(cards.tolist()):
        worths = [reference.evaluate_board(board, plain) for board in boards]
        assert scores.foul[hand].tolist() == [reference.is_foul(rows, plain) for rows in worths]
        assert scores.row_royalties[hand].tolist() == [reference.royalties(rows, plain) for rows in worths]
        assert scores.fantasyland[hand].tolist() == [
            reference.fantasyland(rows, plain, dealt)
            for rows, dealt in zip(worths, playing[hand].tolist(), strict=True)
        ]
        assert scores.totals[hand].tolist() == reference.points(boards, plain)
