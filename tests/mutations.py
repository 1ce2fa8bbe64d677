"""Files as they become when something goes wrong on the way: for tests that nothing of it passes in silence."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_FLIPS = 3


def mutations(data: bytes, rng) -> Iterator[bytes]:
    """One file of each kind of damage, at places that `rng` (`random.Random`) picks.

    Bytes flipped (one bit; a digit for another; a letter for another), lines dropped, doubled, moved, two
    swapped, cut off in the middle, and a piece of one line put into another.
    """
    yield from (flip_bit(data, rng) for _ in range(_FLIPS))
    yield from (change_digit(data, rng) for _ in range(_FLIPS))
    yield change_letter(data, rng)
    yield from (change(data, rng) for change in (drop_line, double_line, move_line, swap_lines, cut_line))
    yield truncate(data, rng)
    yield cross_lines(data, rng)


def flip_bit(data, rng):
    """One bit of one byte."""
    place = rng.randrange(len(data))
    return _replace(data, place, data[place] ^ (1 << rng.randrange(8)))


def change_digit(data, rng):
    """One digit for another: what no syntax notices."""
    places = [place for place, byte in enumerate(data) if 0x30 <= byte <= 0x39]
    place = rng.choice(places)
    return _replace(data, place, rng.choice([digit for digit in b"0123456789" if digit != data[place]]))


def change_letter(data, rng):
    """One small letter for another."""
    place = rng.choice([place for place, byte in enumerate(data) if 0x61 <= byte <= 0x7A])
    return _replace(
        data, place, rng.choice([letter for letter in range(0x61, 0x7B) if letter != data[place]])
    )


def drop_line(data, rng):
    """One line less."""
    lines = data.splitlines(keepends=True)
    del lines[rng.randrange(len(lines))]
    return b"".join(lines)


def double_line(data, rng):
    """One line twice."""
    lines = data.splitlines(keepends=True)
    place = rng.randrange(len(lines))
    return b"".join([*lines[: place + 1], *lines[place:]])


def move_line(data, rng):
    """One line at another place."""
    lines = data.splitlines(keepends=True)
    line = lines.pop(rng.randrange(len(lines)))
    lines.insert(rng.randrange(len(lines) + 1), line)
    return b"".join(lines)


def swap_lines(data, rng):
    """A line and the next one the wrong way round."""
    lines = data.splitlines(keepends=True)
    if len(lines) > 1:
        place = rng.randrange(len(lines) - 1)
        lines[place : place + 2] = lines[place + 1], lines[place]
    return b"".join(lines)


def cut_line(data, rng):
    """One line without its end."""
    lines = data.splitlines(keepends=True)
    place = rng.randrange(len(lines))
    lines[place] = lines[place][: rng.randrange(len(lines[place]))] + b"\n"
    return b"".join(lines)


def truncate(data, rng):
    """The end missing."""
    return data[: rng.randrange(1, len(data))]


def cross_lines(data, rng):
    """A piece of one line in the place of as long a piece of another."""
    size = min(40, len(data) // 2)
    source, target = rng.randrange(len(data) - size), rng.randrange(len(data) - size)
    return data[:target] + data[source : source + size] + data[target + size :]


def _replace(data, place, byte):
    return data[:place] + bytes([byte]) + data[place + 1 :]
