"""The garbage collector is off while a batch is decoded, and afterwards as it was."""

from __future__ import annotations

import gc
import io

import pytest
from logs import ofc_hand, ofc_log

from ofc_analytics.errors import ParseError
from ofc_analytics.formats import read, read_batches
from ofc_analytics.formats.collecting import uncollected

LOG = ofc_log(ofc_hand(1), ofc_hand(2))


@pytest.fixture(params=[True, False])
def collecting(request):
    was_on = gc.isenabled()
    (gc.enable if request.param else gc.disable)()
    yield request.param
    (gc.enable if was_on else gc.disable)()


def test_reading_leaves_the_collector_as_it_was(collecting):
    for _ in read_batches(io.BytesIO(LOG)):
        assert gc.isenabled() == collecting
    read(io.BytesIO(LOG))
    assert gc.isenabled() == collecting


def test_an_error_and_a_reading_that_is_given_up_leave_it_as_it_was(collecting):
    with pytest.raises(ParseError):
        read(io.BytesIO(LOG + b"{\n"), input_format="ofc-json")
    assert gc.isenabled() == collecting
    next(read_batches(io.BytesIO(LOG)))
    assert gc.isenabled() == collecting


def test_it_is_off_while_something_is_made_even_beside_another_reading(collecting):
    one, other = (uncollected(gc.isenabled() for _ in range(3)) for _ in range(2))
    assert [next(one), next(other), *one, *other] == [False] * 6
    assert gc.isenabled() == collecting
