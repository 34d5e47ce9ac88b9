"""Bodies as dataclasses, and as models of pydantic and attrs."""

from __future__ import annotations

import collections.abc
import dataclasses
import decimal
import difflib
import enum
import os
import types
import typing
from pathlib import Path
from typing import Any, Dict, List, Literal, Mapping, Optional, Sequence, Tuple, Type, TypeVar, Union

from ._errors import HclError, error
from ._hcl2rs import Attribute, Block, Body, Diagnostic, File, Range, Suggestion, _problem

T = TypeVar("T")

#: The code of a value that does not fit its field.
INVALID_VALUE = "hcl2::decode::invalid-value"
MISSING = "hcl2::body::missing-attribute"
MISSING_BLOCK = "hcl2::decode::missing-block"
DUPLICATE_BLOCK = "hcl2::decode::duplicate-block"
UNSUPPORTED = "hcl2::body::unsupported-attribute"


def decode(body: Body, model: Type[T], variables: Optional[Mapping[str, Any]] = None) -> T:
    """Decodes a file or a block into a dataclass, a class of attrs, or a model of pydantic.

    A field takes the attribute of its name. A field whose type is a class of that kind, or a list or an optional one of it, takes
    the blocks of its name; a field named `labels` takes the labels of the block. Numbers become decimals, and strings paths and
    members of enumerations, where a field has such a type. Raises `HclError` with every problem and its place.
    """
    if not isinstance(body, (File, Body)):
        raise TypeError(f"expected a file or a block, which `parse` returns, not {type(body).__name__}")
    decoding = _Decoding(variables)
    value = decoding.body(body, model)
    if decoding.problems:
        raise error("\n\n".join(problem.rendered for problem in decoding.problems), decoding.problems)
    return typing.cast(T, value)


class _Decoding:
    def __init__(self, variables: Optional[Mapping[str, Any]]) -> None:
        self.variables = variables
        self.problems: List[Diagnostic] = []

    def report(
        self, body: Body, code: str, summary: str, detail: str, place: Range, suggestions: Sequence[Suggestion] = ()
    ) -> None:
        self.problems.append(_problem(body, code, summary, detail, place, list(suggestions)))

    def report_unknown(self, body: Body, code: str, what: str, name: str, known: Sequence[str], place: Range) -> None:
        detail = f"No {what} is named `{name}` here."
        similar = difflib.get_close_matches(name, known, 1)
        if similar:
            detail += f" Did you mean `{similar[0]}`?"
        suggestions = [Suggestion(f"use `{found}`", found, place) for found in similar]
        self.report(body, code, f"Unsupported {what}", detail, place, suggestions)

    def body(self, body: Body, model: Any) -> Any:
        found = len(self.problems)
        fields = _fields(model)
        values: Dict[str, Any] = {}
        places: Dict[str, Range] = {}
        for name, (kind, is_required) in fields.items():
            nested, is_list = _nested(kind)
            attribute = body.get(name)
            if name == "labels" and isinstance(body, Block):
                values[name] = body.labels
            elif nested is not None:
                blocks = body.blocks(name)
                if is_list:
                    values[name] = [self.body(block, nested) for block in blocks]
                elif blocks:
                    values[name] = self.body(blocks[0], nested)
                    for block in blocks[1:]:
                        self.report(
                            body,
                            DUPLICATE_BLOCK,
                            "Duplicate block",
                            f"Expected one block `{name}`.",
                            block.header_range,
                        )
                elif is_required:
                    detail = f"The block `{name}` is required."
                    self.report(body, MISSING_BLOCK, "Missing block", detail, _header(body))
            elif attribute is not None:
                self.attribute(body, attribute, kind, name, values)
                places[name] = attribute.expression.range
            elif is_required:
                detail = f"The attribute `{name}` is required."
                self.report(body, MISSING, "Missing attribute", detail, _header(body))
        for name, attribute in body.attributes.items():
            if name not in fields:
                known = [known for known in fields if known not in values]
                self.report_unknown(body, UNSUPPORTED, "attribute", name, known, attribute.name_range)
        for block in body.blocks() if _is_native(body) else []:
            if block.type not in fields:
                code = "hcl2::body::unsupported-block"
                self.report_unknown(body, code, "block", block.type, list(fields), block.header_range)
        return None if len(self.problems) > found else self.created(body, model, values, places)

    def attribute(self, body: Body, attribute: Attribute, kind: Any, name: str, values: Dict[str, Any]) -> None:
        try:
            numbers: Literal["decimal", "float"] = "decimal" if _has_decimals(kind) else "float"
            value = attribute.expression.evaluate(self.variables, numbers=numbers)
        except HclError as problem:
            self.problems.extend(problem.diagnostics)
            return
        try:
            values[name] = value if kind is None else _fitting(value, kind)
        except _Misfit as misfit:
            detail = f"The attribute `{name}` must be {misfit.expected}, not {type(misfit.value).__name__}."
            self.report(body, INVALID_VALUE, "Invalid value", detail, attribute.expression.range)

    def created(self, body: Body, model: Any, values: Dict[str, Any], places: Dict[str, Range]) -> Any:
        try:
            return model(**values)
        except Exception as problem:
            # pydantic lists every field; other classes raise for one reason.
            errors = getattr(problem, "errors", None)
            if not callable(errors):
                if isinstance(problem, (TypeError, ValueError)):
                    self.report(body, INVALID_VALUE, "Invalid value", str(problem), _header(body))
                    return None
                raise
            for part in errors():
                path: Tuple[Any, ...] = tuple(part["loc"])
                place = places.get(str(path[0]), _header(body)) if path else _header(body)
                where = ".".join(str(step) for step in path)
                self.report(body, INVALID_VALUE, "Invalid value", f"{where}: {part['msg']}", place)
            return None


def _header(body: Body) -> Range:
    """Returns the place of what a body lacks: the header of its block, or the start of its file."""
    if isinstance(body, Block):
        return body.header_range
    return Range(body.range.file, body.range.start, body.range.start)


def _is_native(body: Body) -> bool:
    try:
        body.blocks()
    except TypeError:
        return False
    return True


def _fields(model: Any) -> Dict[str, Tuple[Any, bool]]:
    """Returns the type of each field, `None` if the class checks it itself, and whether it is required."""
    hints = typing.get_type_hints(model)
    if dataclasses.is_dataclass(model):
        missing = dataclasses.MISSING
        return {
            field.name: (hints[field.name], field.default is missing and field.default_factory is missing)
            for field in dataclasses.fields(model)
            if field.init
        }
    described = getattr(model, "__attrs_attrs__", None)
    if described is not None:
        nothing = __import__("attr").NOTHING
        return {
            field.name: (hints.get(field.name), field.default is nothing) for field in described if field.init
        }
    described = getattr(model, "model_fields", None)
    if described is not None:
        return {
            name: (_Checked(hints.get(name)), field.is_required()) for name, field in described.items()
        }
    raise TypeError(f"{model!r} is no dataclass, class of attrs, or model of pydantic")


class _Checked:
    """A type whose values the model checks and converts itself."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and (
        dataclasses.is_dataclass(kind) or hasattr(kind, "__attrs_attrs__") or hasattr(kind, "model_fields")
    )


_UNIONS = (Union, getattr(types, "UnionType", Union))


def _nested(kind: Any) -> Tuple[Any, bool]:
    """Returns the class of nested blocks, and whether there may be many."""
    if isinstance(kind, _Checked):
        kind = kind.kind
    if _is_model(kind):
        return kind, False
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (list, List) and arguments and _is_model(arguments[0]):
        return arguments[0], True
    if origin in _UNIONS:
        models = [argument for argument in arguments if _is_model(argument)]
        if len(models) == 1:
            return models[0], False
    return None, False


class _Misfit(Exception):
    """A value does not fit a type."""

    def __init__(self, value: Any, kind: Any) -> None:
        super().__init__()
        self.value = value
        self.expected = getattr(kind, "__name__", None) or str(kind)
        if _is_enumeration(kind):
            self.expected = "one of " + ", ".join(repr(member.value) for member in kind)


def _is_enumeration(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, enum.Enum)


def _has_decimals(kind: Any) -> bool:
    if isinstance(kind, _Checked):
        kind = kind.kind
    return kind is decimal.Decimal or any(_has_decimals(argument) for argument in typing.get_args(kind))


def _fitting(value: Any, kind: Any) -> Any:
    """Returns a value as one of a type."""
    if kind is Any or isinstance(kind, _Checked):
        return value
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in _UNIONS:
        return _fitting_one(value, kind, arguments)
    if origin in (list, collections.abc.Sequence) and isinstance(value, list) and arguments:
        return [_fitting(item, arguments[0]) for item in value]
    if origin in (dict, collections.abc.Mapping) and isinstance(value, dict) and arguments:
        return {key: _fitting(item, arguments[1]) for key, item in value.items()}
    if _is_enumeration(kind):
        try:
            return kind(value)
        except (TypeError, ValueError):
            raise _Misfit(value, kind) from None
    is_number = isinstance(value, (int, float, decimal.Decimal)) and not isinstance(value, bool)
    if kind in (float, decimal.Decimal) and is_number:
        try:
            return kind(value)
        except OverflowError:
            raise _Misfit(value, kind) from None
    if kind in (Path, os.PathLike) and isinstance(value, str):
        return Path(value)
    if origin is Literal:
        is_fitting = value in arguments
    else:
        plain = origin or kind
        is_fitting = not isinstance(plain, type) or isinstance(value, plain)
    if not is_fitting or (kind is int and isinstance(value, bool)):
        raise _Misfit(value, kind)
    return value


def _fitting_one(value: Any, kind: Any, kinds: Sequence[Any]) -> Any:
    """Returns a value as one of its own type, or else of the first type that it fits."""
    for argument in sorted(kinds, key=lambda argument: argument is not type(value)):
        try:
            return _fitting(value, argument)
        except _Misfit:
            continue
    raise _Misfit(value, kind)
