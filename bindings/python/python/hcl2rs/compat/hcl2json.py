"""Dictionaries as the command hcl2json writes them.

>>> from hcl2rs.compat import hcl2json
>>> hcl2json.loads('a = 1 + b\\nc {}\\n')
{'a': '${1 + b}', 'c': [{}]}
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Dict, Union

from .._hcl2rs import _plain_json

if TYPE_CHECKING:
    from .._hcl2rs import _Source

__all__ = ["dumps", "load", "loads"]


def dumps(
    source: _Source, *, simplify: bool = False, comments: bool = False, ranges: bool = False
) -> str:
    """Returns the JSON of a `str`, `bytes`, the file at a path, or an open file.

    `simplify` replaces constant expressions by their values; `comments` and `ranges` add the keys `__comments__`, `__range__` and
    `__ranges__`.
    """
    return _plain_json(source, simplify, comments, ranges)


def load(
    source: _Source, *, simplify: bool = False, comments: bool = False, ranges: bool = False
) -> Dict[str, Any]:
    """Returns the dictionary of the file at a path, or of an open file; the options are those of `dumps`."""
    found: Dict[str, Any] = json.loads(_plain_json(source, simplify, comments, ranges))
    return found


def loads(
    text: Union[str, bytes], *, simplify: bool = False, comments: bool = False, ranges: bool = False
) -> Dict[str, Any]:
    """Returns the dictionary of a string; the options are those of `dumps`."""
    return load(text, simplify=simplify, comments=comments, ranges=ranges)
