"""Dictionaries as the command hcl2json writes them.

>>> from hcl2rs.compat import hcl2json
>>> hcl2json.loads('a = 1 + b\\nc {}\\n')
{'a': '${1 + b}', 'c': [{}]}
"""

from __future__ import annotations

import json
import math
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Dict, Union

from .._hcl2rs import _plain_dict, _plain_json

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
    return _plain_dict(source, simplify, comments, ranges, _DECODER.decode)


def loads(
    text: Union[str, bytes], *, simplify: bool = False, comments: bool = False, ranges: bool = False
) -> Dict[str, Any]:
    """Returns the dictionary of a string; the options are those of `dumps`."""
    return load(text, simplify=simplify, comments=comments, ranges=ranges)


def _number(text: str) -> Union[int, float, Decimal]:
    """Returns the nearest float of a number, or the exact number if it is greater than any float."""
    number = float(text)
    if math.isfinite(number):
        return number
    exact = Decimal(text)
    return int(exact) if exact == exact.to_integral_value() else exact


#: One for all files, which it takes time to make.
_DECODER = json.JSONDecoder(parse_float=_number)
