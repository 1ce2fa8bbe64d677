"""Files that grow, are corrected, are read by a mended parser and undone in any order: what of it all counts.

The model knows of no table: it reads the whole content of what stands with `read_all`, and works out what an archive
of it has to hold.
"""

from __future__ import annotations

from io import BytesIO
from itertools import chain, groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import polars as pl
from archives import session_hand
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from logs import arena_hand, arena_log, ofc_log

from ofc_analytics.archive import open_archive
from ofc_analytics.errors import ArchiveError
from ofc_analytics.formats import read_all
from ofc_analytics.formats.registry import parsers

FORMATS = ("ofc-json", "poker-arena", "home-sheet")
NAMES = ("a.jsonl", "b.jsonl", "c.csv")
OF_THE_READING = {"hand-conflict", "file-empty", "file-twice"}
"""What is said of a hand that comes again depends on how much is read at once."""


def content(name, numbers, seed):
    """A file of such hands; another seed gives other hands of the same identity."""
    if name == "a.jsonl":
        return ofc_log(*(session_hand(number, session="S", level=seed) for number in numbers))
    if name == "b.jsonl":
        return arena_log(*chain.from_iterable(_seeded(number, seed) for number in numbers))
    lines = ["session,hand,player,top,middle,bottom,points"]
    for number in numbers:
        for hand in session_hand(number, players=3)["players"]:
            rows = ",".join(hand[row] for row in ("top", "middle", "bottom"))
            lines.append(f"F,{number},{hand['name']},{rows},{seed}")
    return ("\n".join(lines) + "\n").encode()


def _seeded(number, seed):
    lines = arena_hand(number)
    for line in lines:
        if line.get("ev", {}).get("event") == "score":
            line["ev"]["points"] = line["ev"]["points"] * (seed + 1)
    return lines


class Import(NamedTuple):
    """One that stands."""

    number: int
    path: Path
    content: bytes
    version: int
    reading: int
    first_line: int


def read(name, raw):
    """Hands of a content as (identity, content, line), and its errors."""
    stream = BytesIO(raw)
    stream.name = name
    hands, issues = read_all(stream)
    lines = hands["source"].struct.field("line")
    told = list(zip(hands["hand_id"], hands["content_hash"], lines, strict=True))
    errors = [
        (issue.code, issue.line)
        for issue in issues
        if issue.severity == "error" and issue.code not in OF_THE_READING
    ]
    return told, sorted(errors, key=str)


class Chains(RuleBasedStateMachine):
    @initialize()
    def begin(self):
        self.kept = TemporaryDirectory()
        self.folder = Path(self.kept.name)
        self.archive = open_archive(self.folder / "club.duckdb")
        self.written = dict.fromkeys(NAMES, b"")
        self.length = dict.fromkeys(NAMES, 0)
        self.version = 0
        self.first = {name: parsers()[name].version for name in FORMATS}
        self.standing = []
        self.correct("a.jsonl", [1, 2], 0, 1.0)

    @rule(
        name=st.sampled_from(NAMES),
        numbers=st.lists(st.integers(1, 5), min_size=1, max_size=4, unique=True),
        seed=st.integers(0, 2),
        share=st.floats(0.3, 1),
    )
    def correct(self, name, numbers, seed, share):
        """A file has another content; it may not be there to its end yet."""
        self.written[name] = content(name, numbers, seed)
        self._show(name, share)

    @rule(name=st.sampled_from(NAMES), share=st.floats(0, 1))
    def grow(self, name, share):
        if self.written[name]:
            self._show(name, max(share, self.length[name] / len(self.written[name])))

    def _show(self, name, share):
        self.length[name] = max(1, round(share * len(self.written[name])))
        (self.folder / name).write_bytes(self.written[name][: self.length[name]])
        self._import(self.archive.import_files([self.folder / name]))

    @rule()
    def upgrade(self):
        self.version += 1
        for name in FORMATS:
            parsers()[name].version = f"{self.first[name]}.{self.version}"

    @rule()
    def retry(self):
        self._import(self.archive.retry())

    @rule()
    def import_everything(self):
        self._import(self.archive.import_files([self.folder / name for name in NAMES if self.written[name]]))

    @rule(data=st.data())
    def undo(self, data):
        if not self.standing:
            return
        gone = data.draw(st.sampled_from(self.standing))
        needed = any(
            later.reading == gone.reading and later.number > gone.number and later.first_line > 1
            for later in self.standing
        )
        try:
            self.archive.undo(gone.number)
        except ArchiveError:
            assert needed
        else:
            assert not needed
            self.standing.remove(gone)

    def _import(self, report):
        log = {row["import_id"]: row for row in self.archive.log().iter_rows(named=True)}
        for file in report.files:
            path = Path(file.file)
            raw = path.read_bytes()
            last = next((one for one in reversed(self.standing) if one.path == path), None)
            same = last is not None and (last.content, last.version) == (raw, self.version)
            assert file.same == same
            if file.import_id is None:
                continue
            grown = last is not None and raw.startswith(last.content)
            row = log[file.import_id]
            reading = last.reading if grown else file.import_id
            assert row["reading"] == reading
            assert row["first_line"] == 1 or (grown and last.version == self.version)
            assert file.read == file.added + file.known + file.repeated + file.left_out
            self.standing.append(Import(file.import_id, path, raw, self.version, reading, row["first_line"]))

    @invariant()
    def what_stands_counts(self):
        if not hasattr(self, "standing"):
            return
        assert self.archive.check() == []
        last = {one.path: one for one in self.standing}
        told = {}
        for _, reading in groupby(
            sorted(self.standing, key=lambda one: one.reading), lambda one: one.reading
        ):
            imports = list(reading)
            for identity, hashed, line in read(imports[-1].path.name, imports[-1].content)[0]:
                first = next(
                    one.number
                    for one in imports
                    if identity in {known for known, *_ in read(one.path.name, one.content)[0]}
                )
                told.setdefault(identity, []).append((first, line, hashed))
        expected = {(identity, min(contents)[2]) for identity, contents in told.items()}
        hands = self.archive.hands()
        assert set(hands.select("hand_id", "content_hash").rows()) == expected
        assert hands.height == len(expected)
        several = {
            identity for identity, contents in told.items() if len({hashed for *_, hashed in contents}) > 1
        }
        assert set(self.archive.conflicts()["hand_id"]) == several
        quarantine = self.archive.quarantine().join(self.archive.log(), on="import_id")
        for path, one in last.items():
            held = quarantine.filter(pl.col("path") == str(path)).select("code", "line")
            errors = [row for row in held.rows() if row[0] not in OF_THE_READING]
            assert sorted(errors, key=str) == read(path.name, one.content)[1]

    def teardown(self):
        if hasattr(self, "first"):
            for name, version in self.first.items():
                parsers()[name].version = version
            self.kept.cleanup()


TestChains = Chains.TestCase
TestChains.settings = settings(max_examples=8, stateful_step_count=8)
