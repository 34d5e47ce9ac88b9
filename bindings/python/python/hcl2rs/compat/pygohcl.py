"""The functions of pygohcl: blocks nested by their labels, and expressions as text.

>>> from hcl2rs.compat import pygohcl
>>> pygohcl.loads('module "net" {\\n  size = 2\\n  vpc = var.vpc\\n}\\n')
{'module': {'net': {'size': 2, 'vpc': 'var.vpc'}}}
"""

from __future__ import annotations

from typing import IO, Any, Dict

from .._errors import HclError as HCLParseError
from .._hcl2rs import _go_dict, evaluate, parse

__all__ = [
    "HCLParseError",
    "UnknownFunctionError",
    "ValidationError",
    "attributes_load",
    "attributes_loadb",
    "attributes_loads",
    "eval_var_condition",
    "load",
    "loadb",
    "loads",
]


class ValidationError(Exception):
    """A condition that does not hold."""


class UnknownFunctionError(ValidationError):
    """A condition that calls an unknown function."""


def loadb(data: bytes, keep_interpolations: bool = False) -> Dict[str, Any]:
    """Loads bytes; with `keep_interpolations`, the markers `${` and `}` stay in strings."""
    return _go_dict(data, keep_interpolations)


def loads(data: str, keep_interpolations: bool = False) -> Dict[str, Any]:
    """Loads a string; with `keep_interpolations`, the markers `${` and `}` stay in strings."""
    return _go_dict(data, keep_interpolations)


def load(stream: IO[bytes], keep_interpolations: bool = False) -> Dict[str, Any]:
    """Loads an open file; with `keep_interpolations`, the markers `${` and `}` stay in strings."""
    return _go_dict(stream, keep_interpolations)


def attributes_loadb(data: bytes) -> Dict[str, Any]:
    """Loads bytes that have attributes only, whose values must be constant."""
    file = parse(data)
    for block in file.blocks():
        raise HCLParseError(f"{block.range}: unexpected block; expected attributes only")
    for attribute in file.attributes.values():
        attribute.value()
    return _go_dict(data, False)


def attributes_loads(data: str) -> Dict[str, Any]:
    """Loads a string that has attributes only, whose values must be constant."""
    return attributes_loadb(data.encode())


def attributes_load(stream: IO[bytes]) -> Dict[str, Any]:
    """Loads an open file that has attributes only, whose values must be constant."""
    return attributes_loadb(stream.read())


def eval_var_condition(condition: str, error_message: str, variable_name: str, variable_value: str) -> None:
    """Raises `ValidationError` with the message unless the condition on a variable holds.

    The value is an expression.
    """
    variables = {"var": {variable_name: evaluate(variable_value)}}
    try:
        holds = evaluate(condition, variables)
    except HCLParseError as error:
        if any(problem.code == "hcl2::expr::unknown-function" for problem in error.diagnostics):
            raise UnknownFunctionError(str(error)) from error
        raise ValidationError(str(error)) from error
    if holds is not True:
        quoted = '"' + error_message.replace("\\", "\\\\").replace('"', '\\"') + '"'
        raise ValidationError(evaluate(quoted, variables))
