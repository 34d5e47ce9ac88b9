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
)
from ._hcl2rs import (
    Attribute,
    Block,
    Body,
    Change,
    Diagnostic,
    Editor,
    EditorItem,
    Expression,
    File,
    Gap,
    Module,
    ModuleCall,
    Output,
    Part,
    Plan,
    PlannedResource,
    Position,
    ProviderRequirement,
    Range,
    Resource,
    Sensitive,
    Step,
    Suggestion,
    Tables,
    Unknown,
    Variable,
    convert,
    diff,
    evaluate,
    fmt,
    parse,
    tables,
)

__all__ = [
    "Attribute",
    "Block",
    "Body",
    "Change",
    "Diagnostic",
    "Editor",
    "EditorItem",
    "Expression",
    "File",
    "Gap",
    "HclError",
    "HclErrorGroup",
    "Module",
    "ModuleCall",
    "Output",
    "Part",
    "Plan",
    "PlannedResource",
    "Position",
    "ProviderRequirement",
    "Range",
    "Resource",
    "Sensitive",
    "Step",
    "Suggestion",
    "Tables",
    "Unknown",
    "Variable",
    "__version__",
    "convert",
    "decode",
    "diff",
    "evaluate",
    "fmt",
    "iter_files",
    "parse",
    "tables",
]

# The module typing takes longer to import than the rest of the package.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._decode import decode
    from ._files import iter_files

_LAZY = {"decode": "_decode", "iter_files": "_files"}

# What other libraries call it.
_ELSEWHERE = {
    "dump": "compat.python_hcl2.dump",
    "dumps": "compat.python_hcl2.dumps",
    "eval": "evaluate",
    "format": "fmt",
    "load": "parse(file).to_dict()",
    "loads": "parse(text).to_dict()",
}


# A type checker that saw it would accept every name.
if not TYPE_CHECKING:

    def __getattr__(name):
        module = _LAZY.get(name)
        if module is None:
            hint = f"; use `hcl2rs.{_ELSEWHERE[name]}`" if name in _ELSEWHERE else ""
            raise AttributeError(f"module 'hcl2rs' has no attribute {name!r}{hint}")
        from importlib import import_module

        return getattr(import_module(f"hcl2rs.{module}"), name)


def __dir__() -> list[str]:
    return __all__
