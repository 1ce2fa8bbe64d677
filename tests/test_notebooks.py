"""Notebooks are kept without outputs; nbmake runs them all, and one is looked at: tables are tables, charts are pictures."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[1] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def notebook(request):
    return nbformat.read(request.param, as_version=4)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def outputs(notebook):
    return [output for cell in code_cells(notebook) for output in cell.outputs]


@pytest.fixture
def at_home(tmp_path, monkeypatch):
    """A kernel as a person's own: nothing of the tests' settings, nothing left behind in the home folder."""
    monkeypatch.delenv("MPLBACKEND", raising=False)  # the kernel sets its own, which draws into the notebook
    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))


def run(notebook):
    resources = {"metadata": {"path": str(FOLDER)}}
    return NotebookClient(notebook, timeout=120, kernel_name="python3", resources=resources).execute()


def test_there_is_a_notebook():
    assert NOTEBOOKS


def test_outputs_are_stripped(notebook):
    nbformat.validate(notebook)
    assert not outputs(notebook)
    assert {cell.execution_count for cell in code_cells(notebook)} <= {None}
    assert not [
        cell for cell in notebook.cells if set(cell.metadata) & {"execution", "collapsed", "scrolled"}
    ]


def test_frames_are_tables_and_charts_are_pictures(at_home):
    done = outputs(run(nbformat.read(FOLDER / "first_look.ipynb", as_version=4)))
    assert not [output.text for output in done if output.output_type == "stream" and output.name == "stderr"]
    kinds = [set(output.get("data", {})) for output in done]
    assert sum("image/png" in kind for kind in kinds) == 3
    assert sum("text/html" in kind for kind in kinds) == 3


def test_a_receipt_shows_itself_as_text_that_cannot_act(at_home):
    done = outputs(run(nbformat.read(FOLDER / "settling_a_dispute.ipynb", as_version=4)))
    receipts = [
        output.data["text/html"]
        for output in done
        if output.get("data", {}).get("text/plain", "").startswith("Receipt(")
    ]
    assert len(receipts) == 2
    assert all(receipt.startswith("<pre") and "pair of queens" in receipt for receipt in receipts)
