"""One break in a JSON array lost every hand of it, and none of them was counted."""

from __future__ import annotations

import io
import json

import pytest
from blockpoker_logs import blockpoker_array, blockpoker_page, list_item, replay
from settled import settled_hands

from ofc_analytics.formats import read_all

REPLAYS = [replay(hand) for hand in settled_hands(range(4), unit=100)]
IDS = [each["hand"]["id"] for each in REPLAYS]
LISTS = {
    "a line": blockpoker_array(REPLAYS, indent=None),
    "lines": blockpoker_array(REPLAYS, indent=1),
    "a value a line": b"[\n" + b",\n".join(json.dumps(each).encode() for each in REPLAYS) + b"\n]\n",
    "a page": blockpoker_page(REPLAYS),
}


def read(data):
    """Ids of the hands, and what was left out: code, hands, and the piece itself."""
    frame, issues = read_all(io.BytesIO(data), input_format="blockpoker")
    return frame["native_id"].to_list(), [
        (issue.code, issue.hands, issue.raw) for issue in issues if issue.severity == "error"
    ]


@pytest.fixture(params=LISTS)
def history(request):
    return LISTS[request.param]


def test_a_list_that_is_cut_off_gives_the_hands_before_the_cut(history):
    cut = history.index(IDS[2].encode()) + 900
    hands, [(code, lost, raw)] = read(history[:cut])
    assert (hands, code, lost) == (IDS[:2], "json-broken", 1)
    assert raw.startswith("{")
    assert IDS[2] in raw


def test_a_list_that_only_lacks_its_end_loses_nothing(history):
    hands, [(code, lost, _)] = read(history[: history.rindex(b"]")])
    assert (hands, code, lost) == (IDS, "json-broken", 0)


@pytest.mark.parametrize("nth", range(4))
@pytest.mark.parametrize(
    ("right", "wrong"),
    [(b'"foul"', b"foul"), (b'"box"', b'"box'), (b'"players": [', b'"players": '), (b"}", b"}}")],
)
def test_a_broken_value_takes_no_other_with_it(history, nth, right, wrong):
    at = history.index(right, history.index(IDS[nth].encode()))
    hands, left_out = read(history[:at] + wrong + history[at + len(right) :])
    assert hands == IDS[:nth] + IDS[nth + 1 :]
    assert sum(lost for _, lost, _ in left_out) == 1
    assert IDS[nth] in left_out[0][2]


def test_two_broken_values_beside_each_other_are_two_hands():
    data = LISTS["lines"]
    for lost in IDS[1:3]:
        at = data.index(b'"foul"', data.index(lost.encode()))
        data = data[:at] + b"foul" + data[at + 6 :]
    hands, issues = read(data)
    assert hands == [IDS[0], IDS[3]]
    assert sum(hands for _, hands, _ in issues) == 2


def test_list_items_of_a_broken_page_are_still_held_against_their_replays():
    items = [list_item(hand) for hand in settled_hands(range(4), unit=100)]
    data = blockpoker_array([*REPLAYS, *items], indent=None)
    hands, issues = read(data[:-20])
    assert hands == IDS
    assert [(code, lost) for code, lost, _ in issues] == [("json-broken", 1)]


def test_counts_add_up_at_the_end_of_a_run(ofc, tmp_path):
    path = tmp_path / "history.json"
    data = LISTS["lines"]
    path.write_bytes(data[: data.index(IDS[2].encode()) + 900])
    run = ofc("settle", path)
    assert run.returncode == 1
    assert "3 hands read: 2 settled under american-pineapple, 0 duplicates, 1 left out" in run.stdout


@pytest.mark.parametrize(
    "hostile", [b"[" + b'{"a":' * 100_000, b'[{"kind":"ofc","a":[' * 20_000, b"[" + b"{" * 500_000]
)
def test_lists_that_are_made_to_be_slow_are_given_up(hostile):
    hands, issues = read(hostile)
    assert hands == []
    assert {code for code, _, _ in issues} == {"json-broken"}
