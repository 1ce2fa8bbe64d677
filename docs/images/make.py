"""Draw the pictures of the documentation from the sample night: ``python docs/images/make.py``."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl

import ofc_analytics as ofc

HERE = Path(__file__).parent


def main() -> None:
    """Write every picture anew."""
    mpl.rcParams["svg.hashsalt"] = "ofc_analytics"
    results = ofc.settle(ofc.read(HERE.parents[1] / "sample_data" / "night.csv"))
    axes = ofc.plots.plot_results(results)
    figure = axes.get_figure()
    assert figure is not None  # noqa: S101 - an Axes that was just drawn has one
    figure.savefig(HERE / "night.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
