"""Names of players: nicknames that an alias file joins, and names that look like one player's.

Nothing is joined that a person did not write down: what looks alike is only suggested.

Examples
--------
>>> suggest_same(["Anya", "Аня", "Boris", "Vera"])
[('Anya', 'Аня', 'Latin and Cyrillic spelling of one name')]
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections import defaultdict
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from ofc_analytics.errors import LookupFailedError, SettlementError
from ofc_analytics.rules.toml_places import key_lines

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["read_aliases", "suggest_same"]

_LOOKALIKES = str.maketrans("АВЕКМНОРСТУХІЈЅаеоросухіјѕ", "ABEKMHOPCTYXIJSaeopocyxijs")

_ROMAN = str.maketrans(
    dict(zip("абвгдезийклмнопрстуфцыэі", "abvgdeziyklmnoprstufcyei", strict=True))
    | {
        "ё": "yo",
        "ж": "zh",
        "х": "h",
        "ч": "ch",
        "ш": "sh",
        "щ": "sch",
        "ю": "yu",
        "я": "ya",
        "ь": "",
        "ъ": "",
    }
)
_SAME_SOUND = (
    ("shch", "sch"), ("kh", "h"), ("ts", "c"), ("x", "ks"), ("w", "v"), ("ph", "f"),
    ("j", "i"), ("y", "i"), ("ii", "i"), ("io", "e"),
)  # fmt: skip
"""Ways of writing one sound, in the order in which they are made alike."""

_LONG = 5
"""Letters of a name from which one edit is likelier a slip than another name."""


def read_aliases(path: str | os.PathLike[str]) -> dict[str, str]:
    """Read a TOML file that lists the other names of each player, such as ``Anna = ["Аня", "Anya"]``.

    Returns
    -------
    dict
        The name of a player by each of his other names, as `ofc_analytics.settlement.ledger.ledger` takes it.

    Raises
    ------
    LookupFailedError
        If there is no such file.
    SettlementError
        If it is not such a file; the message has every fault with its line.
    """
    text = _text(path)
    try:
        content = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise SettlementError(
            f'{path}: not TOML: {error}; expected lines such as "Аня" = ["Anya"], a name in quotes unless it '
            "is made of Latin letters and digits"
        ) from None
    lines = key_lines(text)
    aliases: dict[str, str] = {}
    faults = []
    for name, others in content.items():
        where = f"{path}, line {lines[name,]}"
        if not isinstance(others, list) or not all(isinstance(other, str) for other in others):
            faults.append(
                f'{where}: {name!r} is {others!r}; expected a list of names, such as ["Anya", "Аня"]'
            )
            continue
        if not name.strip() or not all(other.strip() for other in others):
            faults.append(f"{where}: a name is blank; expected one with letters")
        for other in others:
            if other in content and other != name:
                faults.append(
                    f"{where}: {other!r} is an alias of {name!r} and has aliases itself; expected one of both"
                )
            elif aliases.get(other, name) != name:
                faults.append(
                    f"{where}: {other!r} is an alias of both {aliases[other]!r} and {name!r}; expected one"
                )
            elif other != name:
                aliases[other] = name
    if faults:
        raise SettlementError("\n".join(faults))
    return aliases


def suggest_same(names: Iterable[str], tables: Iterable[Iterable[str]] = ()) -> list[tuple[str, str, str]]:
    """Pairs of names that may be one player's, each with the reason.

    Found are names that differ in spaces or case alone, in Latin and Cyrillic letters that look alike, in how a
    sound is written (``Аня``, ``Anya``, ``Ania``), and, from five letters on, by one letter that is changed,
    missing or exchanged with its neighbour. A digit is never such a letter: ``Player1`` and ``Player2`` are two.

    Parameters
    ----------
    names
        In any order; one that comes again counts once.
    tables
        Names of those who sat in one hand, for each hand: two of them are never one player.

    Returns
    -------
    list of (name, other, why)
        Ordered by name; every pair once, with the first reason that holds.

    Examples
    --------
    >>> suggest_same(["anna ", "Anna", "Player1", "Player2"])
    [('Anna', 'anna ', 'they differ in spaces or case alone')]
    >>> suggest_same(["anna ", "Anna"], tables=[("Anna", "anna ")])
    []
    """
    unique = sorted(set(names))
    found: dict[tuple[str, str], str] = {}
    for key, why in (
        (_bare, "they differ in spaces or case alone"),
        (_look, "Latin and Cyrillic letters that look alike"),
        (_sound, ""),
    ):
        for pair in _sharing(unique, lambda name, key=key: [key(name)]):  # type: ignore[misc]
            found.setdefault(pair, why or _spelling(*pair))
    for pair in _sharing(unique, lambda name: _shortened(_sound(name))):
        if pair not in found and _one_edit(*map(_sound, pair)):
            found[pair] = "they differ by one letter"
    together = {pair for table in tables for pair in combinations(sorted(set(table)), 2)}
    return sorted((*pair, why) for pair, why in found.items() if pair not in together)


def _text(path: str | os.PathLike[str]) -> str:
    try:
        return Path(path).read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise LookupFailedError(f"{path}: there is no such file; expected a TOML file of aliases") from None
    except UnicodeDecodeError as error:
        raise SettlementError(f"{path}: byte {error.start + 1} is not UTF-8; expected a UTF-8 text") from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise SettlementError(f"{path}: cannot be read: {why}") from None


def _bare(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _look(name: str) -> str:
    return _bare(unicodedata.normalize("NFKC", name).translate(_LOOKALIKES))


def _sound(name: str) -> str:
    latin = _bare(name).translate(_ROMAN)
    for written, common in _SAME_SOUND:
        latin = latin.replace(written, common)
    return latin


def _spelling(one: str, other: str) -> str:
    scripts = {any("а" <= letter <= "ё" for letter in _bare(name)) for name in (one, other)}
    return "Latin and Cyrillic spelling of one name" if len(scripts) > 1 else "two spellings of one name"


def _sharing(names: list[str], keys: Callable[[str], Iterable[str]]) -> Iterator[tuple[str, str]]:
    """Pairs of names that have a key in common."""
    by_key: dict[str, list[str]] = defaultdict(list)
    for name in names:
        for key in set(keys(name)):
            by_key[key].append(name)
    for sharing in by_key.values():
        yield from combinations(sharing, 2)


def _shortened(name: str) -> list[str]:
    """The name and all that is left of it without one letter: two names one edit apart have one in common."""
    cut = (name[:at] + name[at + 1 :] for at, letter in enumerate(name) if not letter.isdecimal())
    return [name, *cut]


def _one_edit(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) < _LONG:
        return False
    start = next((at for at, letter in enumerate(shorter) if letter != longer[at]), len(shorter))
    shorter, longer = shorter[start:], longer[start:]
    if longer[1:] == shorter:
        edited = longer[:1]
    elif longer[1:] == shorter[1:]:
        edited = longer[:1] + shorter[:1]
    elif longer[2:] == shorter[2:] and longer[:2] == shorter[1::-1]:
        edited = longer[:2]
    else:
        return False
    return not any(letter.isdecimal() for letter in edited)
