"""Random house rules: a shipped rule set with random changes anywhere in the model, as far as they load."""

from __future__ import annotations

from decimal import Decimal

from ofc_analytics.errors import RulesError
from ofc_analytics.rules import load_rules, rule_set_names

ROWS = ("top", "middle", "bottom")
FIVES = (
    *("pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind"),
    *("straight flush", "royal flush"),
)
TOPS = ("66+", "QQ+", "AA", "222", "three of a kind", "KKK")
LOWS = ("ten-low", "nine-low", "eight-low", "seven-low", "7-5-4-3-2")


def random_rules(rng):
    """Load a rule set with some random changes; those that cannot stand together are left out."""
    base = rng.choice(rule_set_names())
    return load_rules(base, _standing(base, {}, _changes(rng)))


def _standing(base, kept, changes):
    """Add to the changes that are kept as many more as stand together with them."""
    together = kept | {key: value for change in changes for key, value in change.items()}
    try:
        load_rules(base, together)
    except RulesError:
        half = len(changes) // 2
        return _standing(base, _standing(base, kept, changes[:half]), changes[half:]) if half else kept
    return together


def _changes(rng):
    """Groups of overrides that go together, in random order."""
    changes = [
        _section(rng, "rows", points=[0, 1, 2], scoop=[0, 3, 6], majority=[0, 1, 2]),
        _section(rng, "rows", wheel=["lowest", "second"], five_of_a_kind=[True, False]),
        _section(rng, "foul", pays=["scoop", "rows", 0, 2, 9], pays_royalties=[True, False]),
        _section(rng, "foul", equal_rows=["legal", "foul", "foul-top-middle"]),
        _section(rng, "royalties", paid=["all", "line-winner"], without_winning=[(), ("top",), ROWS]),
        _section(rng, "fantasyland", repeats=["unlimited", 0, 1, 2], settled=["each-hand", "after-chain"]),
        {"fantasyland.entry.several": rng.choice([None, 13, 15])},
        _payout(rng),
        {"rake": _rake(rng)},
        {"jackpot": _jackpot(rng)},
        {"levels": _levels(rng)},
        {"naturals": _naturals(rng)},
        {"surrender": rng.choice([None, {"points": rng.randint(0, 4)}])},
        {"deal.jokers": rng.choice([0, 0, 0, 1])},
        _low_middle(rng) if rng.random() < 0.3 else {},
        *({f"royalties.{row}": _table(rng, row, (0, 1, 2, 5, 10))} for row in ROWS),
        *({f"fantasyland.entry.{row}": _table(rng, row, (13, 14, 15))} for row in ROWS),
        *({f"fantasyland.stay.{row}": _table(rng, row, (13, 14, "same"))} for row in ROWS),
    ]
    return rng.sample(changes, rng.randint(1, len(changes)))


def _section(rng, name, **choices):
    return {f"{name}.{key}": rng.choice(values) for key, values in choices.items()}


def _payout(rng):
    order = rng.choice(["pair-major", "payer-major", "seats", "proportional"])
    caps = ["starting-total", "none"] + (["current", "starting"] if order != "proportional" else [])
    return {"payout.order": order} | _section(
        rng,
        "payout",
        win_cap=caps,
        bust=["out", "may-win-back"],
        loss_limit=[None, 3, 10, 40],
        loss_limit_per=["hand", "match"],
        remainder=["first-seat", "largest-claim"],
        basis=["net", "gross"],
    )


def _rake(rng):
    if rng.random() < 0.3:
        return None
    amounts = [Decimal(0), Decimal("0.5"), Decimal("2.75"), Decimal(5)]
    return {
        rng.choice(["percent", "per_point"]): rng.choice([*amounts[1:], Decimal(100)]),
        "cap": rng.choice([None, *amounts]),
        "threshold": rng.choice(amounts),
        "payer": rng.choice(["net-winners", "pair-winners", "everyone"]),
        "rounding": rng.choice(["down", "half-up", "up"]),
    }


def _jackpot(rng):
    if rng.random() < 0.3:
        return None
    shares = [Decimal(0), Decimal("12.5"), Decimal(50), Decimal(100)]
    return {
        "fee": rng.choice([Decimal(0), Decimal("0.25"), Decimal(3)]),
        "top": rng.choice([None, "66+"]),
        "middle": rng.choice([None, None, "pair+"]),
        "bottom": rng.choice([None, None, "straight+"]),
        "in_fantasyland": rng.choice([True, False]),
        "winner": rng.choice(shares),
        "opponents": rng.choice(shares),
    }


def _levels(rng):
    lasting = rng.choice(["hands", "minutes"])
    steps = [
        {"unit": Decimal(rng.randint(0, 40)), lasting: rng.randint(1, 6)} for _ in range(rng.randint(0, 3))
    ]
    return [*steps, {"unit": Decimal(50)}] if steps else []


def _naturals(rng):
    names = ["six-pairs", "three-straights", "three-flushes", "dragon"]
    return rng.choice(
        [
            None,
            {
                "points": {name: rng.randint(0, 20) for name in rng.sample(names, rng.randint(0, 4))},
                "declared": rng.choice([True, False]),
                "both": rng.choice(["higher", "nothing"]),
            },
        ]
    )


def _low_middle(rng):
    return {
        "rows.middle": "deuce-to-seven",
        "royalties.middle": dict.fromkeys(LOWS[rng.randrange(5) :], 3),
        "fantasyland.entry.middle": rng.choice([{}, {"7-5-4-3-2": 13}, {"nine-low+": 14}]),
        "fantasyland.stay.middle": rng.choice([{}, {"seven-low+": "same"}]),
    }


def _table(rng, row, values):
    if row == "top":
        keys = rng.sample(TOPS, rng.randint(0, 3))
    else:
        keys = FIVES[rng.randrange(len(FIVES)) :]
        keys = rng.choice([keys, [f"{keys[0]}+"], ()])
    return {key: rng.choice(values) for key in keys}
