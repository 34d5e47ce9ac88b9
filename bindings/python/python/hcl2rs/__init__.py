"""HCL 2: exact values, positions, and precise errors.

>>> import hcl2rs
>>> file = hcl2rs.parse('port = 8000 + 80 # HTTP\\n')
>>> file["port"].value(), file["port"].comment
(8080, 'HTTP')
"""

from __future__ import annotations

from ._errors import HclError, HclErrorGroup
from ._hcl2rs import (
    VERSION as __version__,
    Attribute,
    Block,
    Body,
    Diagnostic,
    Expression,
    File,
    Position,
    Range,
    Sensitive,
    Suggestion,
    Unknown,
    evaluate,
    parse,
)

__all__ = [
    "Attribute",
    "Block",
    "Body",
    "Diagnostic",
    "Expression",
    "File",
    "HclError",
    "HclErrorGroup",
    "Position",
    "Range",
    "Sensitive",
    "Suggestion",
    "Unknown",
    "__version__",
    "evaluate",
    "parse",
]
