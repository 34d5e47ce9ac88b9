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

    A field takes the attribute of its name, or of its alias. A field whose type is a class of that kind, or an optional one, a
    list or a tuple of it, takes the blocks of its name, or an attribute with objects; a dictionary of that class takes the blocks by
    their first label. A field named `labels` takes the labels of the block. Numbers become decimals, strings paths and members of
    enumerations, and lists sets and tuples, where a field has such a type. Raises `HclError` with every problem and its place.
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
        is_native = _is_native(body)
        for name, (kind, is_required) in fields.items():
            nested, container = _nested(kind)
            attribute = body.get(name)
            if name == "labels" and isinstance(body, Block):
                values[name] = body.labels
            elif nested is not None and (attribute is None or not is_native):
                blocks = body.blocks(name, label_count=None if is_native else int(container is dict))
                if container is dict:
                    values[name] = self.by_label(blocks, nested)
                elif container is not None:
                    values[name] = container(self.body(block, nested) for block in blocks)
                elif blocks:
                    values[name] = self.body(blocks[0], nested)
                    for block in blocks[1:]:
                        detail = f"Expected one block `{name}`."
                        self.report(body, DUPLICATE_BLOCK, "Duplicate block", detail, block.header_range)
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
        for block in body.blocks() if is_native else []:
            if block.type not in fields:
                code = "hcl2::body::unsupported-block"
                self.report_unknown(body, code, "block", block.type, list(fields), block.header_range)
        return None if len(self.problems) > found else self.created(body, model, values, places)

    def by_label(self, blocks: Sequence[Block], nested: Any) -> Dict[str, Any]:
        """Returns blocks by their first label."""
        found: Dict[str, Any] = {}
        for block in blocks:
            if not block.labels:
                detail = f"A block `{block.type}` needs a label."
                self.report(block, "hcl2::body::missing-label", "Missing label", detail, block.header_range)
            elif block.labels[0] in found:
                detail = f"Another block `{block.type}` has the label `{block.labels[0]}`."
                self.report(block, "hcl2::decode::duplicate-labels", "Duplicate labels", detail, block.header_range)
            else:
                found[block.labels[0]] = self.body(block, nested)
        return found

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
            getattr(field, "alias", field.name): (hints.get(field.name), field.default is nothing)
            for field in described
            if field.init
        }
    described = getattr(model, "model_fields", None)
    if described is not None:
        return {
            _alias(field) or name: (_Checked(hints.get(name)), field.is_required()) for name, field in described.items()
        }
    raise TypeError(f"{model!r} is no dataclass, class of attrs, or model of pydantic")


def _alias(field: Any) -> Optional[str]:
    """Returns the other name of a field of pydantic."""
    names = (field.validation_alias, field.alias)
    return next((name for name in names if isinstance(name, str)), None)


class _Checked:
    """A type whose values the model checks and converts itself."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and (
        dataclasses.is_dataclass(kind) or hasattr(kind, "__attrs_attrs__") or hasattr(kind, "model_fields")
    )


_UNIONS = (Union, getattr(types, "UnionType", Union))


#: The types of fields with many blocks.
_CONTAINERS = {list: list, collections.abc.Sequence: list, tuple: tuple, dict: dict, collections.abc.Mapping: dict}


def _nested(kind: Any) -> Tuple[Any, Any]:
    """Returns the class of nested blocks, and the type of the container if there may be many."""
    if isinstance(kind, _Checked):
        kind = kind.kind
    if _is_model(kind):
        return kind, None
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    container = _CONTAINERS.get(origin)
    if container is tuple and arguments[1:] != (...,):
        return None, None
    if container is not None and arguments:
        item = arguments[1] if container is dict else arguments[0]
        return (item, container) if _is_model(item) else (None, None)
    if origin in _UNIONS:
        models = [found for found in map(_nested, arguments) if found[0] is not None]
        if len(models) == 1:
            return models[0]
    return None, None


class _Misfit(Exception):
    """A value does not fit a type."""

    def __init__(self, value: Any, kind: Any) -> None:
        super().__init__()
        self.value = value
        has_arguments = bool(typing.get_args(kind))
        self.expected = str(kind).replace("typing.", "") if has_arguments else getattr(kind, "__name__", str(kind))
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
    plain = origin or kind
    if plain in (tuple, set, frozenset) and isinstance(value, list):
        return _collected(value, kind, plain, arguments)
    if _is_model(kind) and isinstance(value, dict):
        return _object(value, kind)
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
        is_fitting = not isinstance(plain, type) or isinstance(value, plain)
    if not is_fitting or (kind is int and isinstance(value, bool)):
        raise _Misfit(value, kind)
    return value


def _collected(items: List[Any], kind: Any, plain: Any, arguments: Tuple[Any, ...]) -> Any:
    """Returns a list as a tuple or a set."""
    kinds: Sequence[Any] = [Any] * len(items)
    if plain is not tuple or arguments[1:] == (...,):
        kinds = [arguments[0] if arguments else Any] * len(items)
    elif arguments:
        kinds = arguments
    if len(kinds) != len(items):
        raise _Misfit(items, kind)
    try:
        return plain(_fitting(item, expected) for item, expected in zip(items, kinds))
    except TypeError:
        # An item of a set that is a list or a dictionary.
        raise _Misfit(items, kind) from None


def _object(value: Dict[str, Any], model: Any) -> Any:
    """Returns an object as an instance of a class."""
    fields = _fields(model)
    missing = [name for name, (_, is_required) in fields.items() if is_required and name not in value]
    if missing or not value.keys() <= fields.keys():
        raise _Misfit(value, model)
    try:
        return model(**{name: _fitting(item, fields[name][0] or Any) for name, item in value.items()})
    except (TypeError, ValueError):
        raise _Misfit(value, model) from None


def _fitting_one(value: Any, kind: Any, kinds: Sequence[Any]) -> Any:
    """Returns a value as one of its own type, or else of the first type that it fits."""
    for argument in sorted(kinds, key=lambda argument: argument is not type(value)):
        try:
            return _fitting(value, argument)
        except _Misfit:
            continue
    raise _Misfit(value, kind)
