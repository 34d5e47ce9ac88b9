"""The notebook: its cells run, and show what is recorded in it.

`HCL2_RECORD=1` records the outputs again.
"""

from __future__ import annotations

import ast
import json
import os
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyarrow")

NOTEBOOK = Path(__file__).parents[3] / "examples/notebook/inventory.ipynb"


def run(source: str, names: dict[str, Any]) -> Any:
    """Runs a cell, and returns the value of the expression at its end."""
    module = ast.parse(source)
    last = module.body[-1]
    if not isinstance(last, ast.Expr):
        exec(compile(module, "<cell>", "exec"), names)
        return None
    module.body.pop()
    exec(compile(module, "<cell>", "exec"), names)
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)


def outputs(value: Any) -> list[dict[str, Any]]:
    if value is None:
        return []
    data = {"text/plain": [repr(value)]}
    if hasattr(value, "_repr_html_"):
        # The text is that of an exception, with a path that differs in each run.
        data = {"text/html": [value._repr_html_()], "text/plain": [type(value).__name__]}
    return [{"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"}]


def test_the_notebook_shows_what_is_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(NOTEBOOK.parent)
    notebook = json.loads(NOTEBOOK.read_text())
    names: dict[str, Any] = {}
    found = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            shown = json.dumps(outputs(run("".join(cell["source"]), names)))
            found.append(json.loads(shown.replace(str(names["root"]), "repositories")))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    if os.environ.get("HCL2_RECORD"):
        for cell, output in zip(cells, found):
            cell["outputs"] = output
        NOTEBOOK.write_text(json.dumps(notebook, indent=1) + "\n")
    assert found == [cell["outputs"] for cell in cells]
    assert any("text/html" in output["data"] for cell in cells for output in cell["outputs"])
