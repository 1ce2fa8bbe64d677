"""From a path to open inputs: folders are walked, gz and zip unpacked, and text brought to UTF-8.

Whatever stands at a path is opened once and looked through once: that gives its SHA-256 and the place of
the first byte that is no text, so that a parser downstream meets neither surprise. What is packed, piped
or in another encoding than UTF-8 goes through a temporary file; a plain file is read where it lies.
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import stat
import sys
import zipfile
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING, BinaryIO, cast

from ofc_analytics.errors import FormatError, ParseIssue
from ofc_analytics.formats.documents import DAMAGED, document_head, is_archive, is_zip
from ofc_analytics.formats.encoding import guess_encoding
from ofc_analytics.formats.text import HEAD, head, read_text
from ofc_analytics.formats.unpacking import CUT, GZIP, Allowance, gunzip, temporary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["HEAD", "MAX_MEMBERS", "STDIN", "Input", "InputPath", "list_files", "open_inputs"]

InputPath = str | os.PathLike[str] | BinaryIO
"""A path, ``"-"`` for standard input, or an open binary file."""

MAX_MEMBERS = 10_000
"""Most members of one archive."""

STDIN = "stdin"
_HIDDEN = (".", "~$")
_SYSTEM = ("._", "~$", ".DS_Store", "__MACOSX")
"""What file managers and office programs leave behind in archives, and no person puts there."""
_SHOWN_NAMES = 5


@dataclass(frozen=True, slots=True)
class Input:
    """One open input, ready for a parser.

    Attributes
    ----------
    file
        Path or name, for messages; a member of an archive is ``night.zip/night.csv``.
    name
        File name alone, without ``.gz``.
    sha256
        SHA-256 (hex) of the content: uncompressed, before any change of encoding.
    head
        The first 64 KiB of `stream`; of a larger office document, the parts that tell what it is, as a smaller one.
    binary
        Whether it is no text.
    stream
        Text as UTF-8 without a byte order mark, or the binary content. It closes when the next input opens.
    strays
        1-based numbers of lines that are not UTF-8; their bytes are in `stream` as they were.
    fault
        Why this is not all of the input, such as a gz that is cut off; `line` is then its last whole line.
    remarks
        What was done to the text so that it can be read.
    first_line
        Line at which reading begins; those above were read before and are blank here.
    """

    file: str
    name: str
    sha256: str
    head: bytes
    binary: bool
    stream: BinaryIO
    strays: tuple[int, ...] = ()
    fault: ParseIssue | None = None
    remarks: tuple[ParseIssue, ...] = ()
    first_line: int = 1


def open_inputs(paths: InputPath | Iterable[InputPath]) -> Iterator[Input | ParseIssue]:
    """Open everything at some paths, one after another; what cannot be opened comes as an issue in its place.

    Parameters
    ----------
    paths
        Files, folders (walked in sorted order), ``"-"`` for standard input, or open binary files. gz and zip
        are unpacked, one level deep. Of a folder only regular files are read that are not hidden.

    Yields
    ------
    Input or ParseIssue
        An issue's code is ``path-unusable``, ``file-missing``, ``file-unreadable``, ``file-special``,
        ``file-empty``, ``encoding``, ``archive-too-large``, ``archive-nested`` or ``member-outside``; what
        is not read on purpose comes as a note, ``files-hidden`` or ``folder-linked``.
        `Input.remarks` has notes ``encoding-old`` and ``encoding-repaired``.
    """
    single = isinstance(paths, str | bytes | os.PathLike) or hasattr(paths, "read")
    if not single and not hasattr(paths, "__iter__"):
        yield _unusable(paths)
        return
    for path in cast("Iterable[InputPath]", [paths] if single else paths):
        if path == "-":
            yield from _open_standard_input()
        elif isinstance(path, str | os.PathLike):
            yield from _open_path(os.fsdecode(path))
        elif hasattr(path, "read") and not isinstance(path, io.TextIOBase):
            name = str(getattr(path, "name", "stream"))
            yield from _open(path, name, Path(name).name)
        else:
            yield _unusable(path)


def list_files(paths: Iterable[str | os.PathLike[str]]) -> Iterator[str | ParseIssue]:
    """Give the files at some paths, one after another, without opening them.

    Parameters
    ----------
    paths
        Files, which need not be there, and folders, which are walked as by `open_inputs`.

    Yields
    ------
    str or ParseIssue
        The path of a file, or in its place what `open_inputs` says of a folder.
    """
    for path in map(os.fsdecode, paths):
        if not os.path.isdir(path):  # noqa: PTH112 (Path.is_dir raises where a parent folder may not be entered)
            yield path
            continue
        for found in _walk(path):
            yield found if isinstance(found, ParseIssue) else _found(found)


def _open_standard_input() -> Iterator[Input | ParseIssue]:
    if sys.stdin is None:
        yield _issue("file-unreadable", "it is closed", STDIN, expected="hands piped into it, or a file")
    else:
        yield from _open(sys.stdin.buffer, STDIN, STDIN)


def _unusable(path: object) -> ParseIssue:
    return _issue(
        "path-unusable",
        f"hands cannot be read from this {type(path).__name__}",
        "",
        text=repr(path),
        expected="a path as text or Path, '-', or a file opened as binary (mode 'rb')",
    )


def _open_path(path: str) -> Iterator[Input | ParseIssue]:
    if os.path.isdir(path):  # noqa: PTH112 (Path.is_dir raises where a parent folder may not be entered)
        yield from _open_folder(path)
        return
    if not path:
        yield _issue("file-missing", "the path is empty", "", expected="a file, a folder (such as .) or -")
        return
    file = Path(path)
    try:
        stream = file.open("rb")
    except (FileNotFoundError, ValueError):  # ValueError: a null character in the path
        yield _issue(
            "file-missing", "there is no such file or folder", path, expected="a file, a folder or -"
        )
    except OSError as error:
        yield _unreadable(error, path)
    else:
        with stream:
            yield from _open(stream, path, file.name)


def _open_folder(folder: str) -> Iterator[Input | ParseIssue]:
    for found in _walk(folder):
        if isinstance(found, ParseIssue):
            yield found
        else:
            yield from _open_found(found)


def _walk(folder: str) -> Iterator[Path | ParseIssue]:
    """Files of a folder in sorted order, and in their place what is not read."""
    closed: list[OSError] = []
    hidden: list[str] = []
    empty = True
    for place, folders, files in os.walk(folder, onerror=closed.append):
        names = sorted(folders)
        hidden += (os.path.join(place, name) for name in (*names, *sorted(files)) if name.startswith(_HIDDEN))  # noqa: PTH118 (Path drops './', which the other paths keep)
        folders[:] = [name for name in names if not name.startswith(_HIDDEN)]
        for name in folders:
            if Path(place, name).is_symlink():
                yield _issue(
                    "folder-linked",
                    "a link to a folder is not followed",
                    str(Path(place, name)),
                    expected="the folder itself, named beside this one",
                    severity="note",
                )
        for name in sorted(files):
            if not name.startswith(_HIDDEN):
                empty = False
                yield Path(place, name)
    if hidden:
        count = (
            "a hidden file or folder is" if len(hidden) == 1 else f"{len(hidden)} hidden files or folders are"
        )
        yield _issue(
            "files-hidden",
            f"{count} not read",
            folder,
            text=_some([os.path.relpath(path, folder) for path in hidden]),
            expected="its own path, for a hidden file that holds hands",
            severity="note",
        )
    for error in closed:
        yield _unreadable(error, str(error.filename))
    if empty and not closed:
        yield _issue(
            "file-missing", "the folder holds no files", folder, expected="a folder with logs or sheets"
        )


def _open_found(path: Path) -> Iterator[Input | ParseIssue]:
    """Open a file that was found in a folder: opening a pipe there would wait for ever."""
    found = _found(path)
    if isinstance(found, ParseIssue):
        yield found
    else:
        yield from _open_path(found)


def _found(path: Path) -> str | ParseIssue:
    try:
        special = not stat.S_ISREG(path.stat().st_mode)
    except OSError:
        special = False  # opening it says why
    if not special:
        return str(path)
    return _issue(
        "file-special",
        "what is neither a file nor a folder, such as a pipe, is not read",
        str(path),
        expected="a regular file",
    )


def _open(stream: BinaryIO, file: str, name: str) -> Iterator[Input | ParseIssue]:
    """Open what a stream holds: an archive's members, or the stream itself."""
    file = file.encode(errors="replace").decode()  # the file system's names need not be UTF-8
    with ExitStack() as stack:
        try:
            if not stream.seekable():
                stream = _copy(stream, stack)
            beginning = head(stream)
            if is_zip(beginning) and is_archive(stream):
                inputs = _open_members(stack.enter_context(zipfile.ZipFile(stream)), file)
            else:
                fault = None
                if beginning.startswith(GZIP):
                    name = name.removesuffix(".gz")
                    stream, fault = gunzip(stream, file, stack)
                    _refuse_nested(stream, file)
                inputs = iter([_ready(stream, file, name, stack, fault)])
        except FormatError as error:
            yield error.issue
        except DAMAGED as error:
            yield _unreadable(error, file)
        else:
            yield from inputs


def _open_members(archive: zipfile.ZipFile, file: str) -> Iterator[Input | ParseIssue]:
    everything = [member for member in archive.infolist() if not member.is_dir()]
    members = [member for member in everything if not _is_system_file(member.filename)]
    if left := [member.filename for member in everything if _is_system_file(member.filename)]:
        yield _issue(
            "files-hidden",
            f"{len(left)} file{'s' * (len(left) != 1)} that a system or office program put there {'is' if len(left) == 1 else 'are'} not read",
            file,
            text=_some(left),
            severity="note",
        )
    if not members:
        yield _issue(
            "file-empty", "the archive holds no files", file, expected="an archive of logs or sheets"
        )
    if len(members) > MAX_MEMBERS:
        message = f"the archive has {len(members):,} members"
        expected = f"at most {MAX_MEMBERS:,}; unpack it and give the folder"
        yield _issue("archive-too-large", message, file, expected=expected)
        return
    allowance = Allowance(sum(member.compress_size for member in members))
    for member in sorted(members, key=lambda member: member.filename):
        shown = f"{file}/{member.filename}"
        if _leads_out(member.filename):
            yield _issue(
                "member-outside",
                "the name of this member leads out of the archive, and it is not read",
                shown,
                expected="a name within the archive; unpack it yourself if you trust it",
            )
            continue
        with ExitStack() as stack:
            try:
                packed = stack.enter_context(archive.open(member))
                stream = allowance.unpack(packed, shown, stack)
                _refuse_nested(stream, shown)
                found = _ready(stream, shown, Path(member.filename).name, stack)
            except FormatError as error:
                yield error.issue
                if error.issue.code == "archive-too-large":
                    return
            except DAMAGED as error:
                yield _unreadable(error, shown)
            else:
                yield found


def _ready(
    stream: BinaryIO, file: str, name: str, stack: ExitStack, fault: ParseIssue | None = None
) -> Input:
    """Look a stream through once, and bring it to UTF-8 if it is text."""
    beginning = head(stream)
    encoding = guess_encoding(beginning)
    if encoding is not None:
        text = read_text(stream, encoding, file, stack, fault)
        return Input(
            file,
            name,
            text.sha256,
            head(text.stream, text.start),
            binary=False,
            stream=text.stream,
            strays=text.strays,
            fault=text.fault,
            remarks=text.remarks,
        )
    if fault is not None and fault.code == CUT:
        raise FormatError(replace(fault, message="the archive is cut off, and nothing of it can be read"))
    sha256 = hashlib.file_digest(stream, "sha256").hexdigest()  # type: ignore[arg-type]
    if is_zip(beginning) and stream.tell() > HEAD:
        beginning = document_head(stream, HEAD) or beginning
    stream.seek(0)
    return Input(file, name, sha256, beginning, binary=True, stream=stream, fault=fault)


def _refuse_nested(stream: BinaryIO, file: str) -> None:
    beginning = head(stream)
    if beginning.startswith(GZIP) or (is_zip(beginning) and is_archive(stream)):
        raise FormatError(
            _issue(
                "archive-nested",
                "an archive within an archive",
                file,
                expected="one level; unpack the outer one",
            )
        )


def _copy(stream: BinaryIO, stack: ExitStack) -> BinaryIO:
    copy = temporary(stack)
    shutil.copyfileobj(stream, copy)
    copy.seek(0)
    return copy


def _is_system_file(member: str) -> bool:
    return any(part.startswith(_SYSTEM) for part in member.split("/"))


def _leads_out(member: str) -> bool:
    path = PurePosixPath(member.replace("\\", "/"))
    return path.is_absolute() or ".." in path.parts or bool(PureWindowsPath(member).drive)


def _some(names: list[str]) -> str:
    """Name the first few."""
    return ", ".join(names[:_SHOWN_NAMES]) + (" …" if len(names) > _SHOWN_NAMES else "")


def _unreadable(error: BaseException, file: str) -> ParseIssue:
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return _issue("file-unreadable", f"it cannot be read: {reason}", file)


def _issue(
    code: str,
    message: str,
    file: str,
    *,
    text: str | None = None,
    expected: str | None = None,
    severity: str = "error",
) -> ParseIssue:
    return ParseIssue(code=code, message=message, file=file, text=text, expected=expected, severity=severity)
