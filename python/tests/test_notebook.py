"""The notebook prints what it shows."""

import os
import pathlib

import pytest

import rankduel

pytest.importorskip("pandas")
nbformat = pytest.importorskip("nbformat", reason="python3-nbformat is not installed")
nbconvert = pytest.importorskip("nbconvert", reason="jupyter-nbconvert is not installed")
pytest.importorskip("ipykernel", reason="python3-ipykernel is not installed")

PAGE = pathlib.Path(__file__).parents[2] / "examples/notebook/compare.ipynb"


def outputs(notebook):
    return [
        (o["output_type"], o.get("data", {}).get("text/html"), o.get("data", {}).get("text/plain"))
        for cell in notebook.cells
        for o in cell.get("outputs", [])
    ]


def test_notebook(monkeypatch):
    from nbconvert.preprocessors import ExecutePreprocessor

    monkeypatch.setenv("PYTHONPATH", str(pathlib.Path(rankduel.__file__).parents[1]))
    monkeypatch.setenv("RANKDUEL_BIN", os.path.abspath(rankduel._binary.find()))
    kept = nbformat.read(PAGE, 4)
    fresh = nbformat.read(PAGE, 4)
    ExecutePreprocessor(timeout=120).preprocess(fresh, {"metadata": {"path": PAGE.parent}})
    assert outputs(fresh) == outputs(kept) and len(outputs(kept)) == 5
    assert "<strong>candidate against baseline: inconclusive</strong>" in outputs(kept)[2][1]
