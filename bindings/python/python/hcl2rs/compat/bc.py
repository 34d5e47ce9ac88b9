"""The functions of bc-python-hcl2: attributes in lists, and the lines of blocks.

>>> from hcl2rs.compat import bc
>>> bc.loads('variable "x" {\\n  type = string\\n}\\n')
{'variable': [{'x': {'type': ['${string}'], '__start_line__': 1, '__end_line__': 3}}]}
"""

from __future__ import annotations

from typing import IO, Any, Dict, List

from .._hcl2rs import _bc_dict

__all__ = ["END_LINE", "START_LINE", "load", "loads"]

START_LINE = "__start_line__"
END_LINE = "__end_line__"


def load(file: IO[str]) -> Dict[str, List[Any]]:
    """Loads an open file. Raises `HclError`, a `ValueError`, with every problem."""
    return _bc_dict(file)


def loads(text: str) -> Dict[str, List[Any]]:
    """Loads a string. Raises `HclError`, a `ValueError`, with every problem."""
    return _bc_dict(text)
