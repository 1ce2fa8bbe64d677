"""A closed pipe, a full disk or a closed stream ended in a traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HAND = Path(__file__).with_name("hand.jsonl")
FORMS = ("text", "json", "csv", "parquet")
needs_full_device = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")


def shell(script, *arguments):
    """Run a shell script in which ``ofc`` is the project's command."""
    command = Path(sys.executable).with_name("ofc")
    return subprocess.run(
        ["/bin/sh", "-c", f'ofc() {{ "{command}" "$@"; }}; {script}', "sh", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("form", FORMS)
def test_whoever_closes_the_pipe_has_read_enough(form):
    script = '{ sleep 1; ofc settle "$1" --format "$2"; echo "code $?" >&2; } | true'
    run = shell(script, HAND, form)
    assert run.stderr == "code 0\n"


@needs_full_device
@pytest.mark.parametrize("form", FORMS)
def test_a_full_disk_is_one_message(form):
    run = shell('ofc settle "$1" --format "$2" > /dev/full', HAND, form)
    assert run.returncode == 2
    assert run.stderr == "ofc: standard output cannot be written: No space left on device\n"


@pytest.mark.parametrize("form", FORMS)
def test_without_standard_output_a_file_is_asked_for(form):
    run = shell('ofc settle "$1" --format "$2" >&-', HAND, form)
    assert (run.returncode, run.stderr) == (2, "ofc: standard output is closed: name a file with --output\n")


def test_without_standard_input_there_is_nothing_to_read():
    run = shell("ofc settle - <&-")
    assert run.returncode == 2
    assert run.stderr == (
        "stdin: it is closed; expected hands piped into it, or a file\nofc: no hand could be settled\n"
    )


@pytest.mark.parametrize("where", ["2>&-", pytest.param("2>/dev/full", marks=needs_full_device)])
def test_where_no_message_can_be_told_the_exit_code_still_tells(where):
    assert shell(f'ofc settle "$1" {where}', HAND).returncode == 0
    assert shell(f"ofc settle nowhere.csv {where}").returncode == 2


@needs_full_device
def test_help_on_a_full_disk():
    run = shell("ofc --help > /dev/full")
    assert (run.returncode, run.stderr.count("\n")) == (2, 1)
    assert "No space left on device" in run.stderr


def test_a_value_nested_hundreds_deep(ofc):
    run = ofc("score", "2s", "--set", f"a={'[' * 500}{']' * 500}")
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)
    assert "nested hundreds deep" in run.stderr
