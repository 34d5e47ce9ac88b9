"""Bodies as dataclasses, and as models of pydantic and attrs."""

from __future__ import annotations

import dataclasses
import types
import typing
from typing import Any, Dict, List, Mapping, Optional, Tuple, Type, TypeVar, Union

from ._errors import HclError, error
from ._hcl2rs import Attribute, Block, Body, Diagnostic, Range

T = TypeVar("T")

#: The code of a value that does not fit its field.
INVALID_VALUE = "hcl2::decode::invalid-value"
MISSING = "hcl2::body::missing-attribute"
UNSUPPORTED = "hcl2::body::unsupported-attribute"


def decode(body: Body, model: Type[T], variables: Optional[Mapping[str, Any]] = None) -> T:
    """Decodes a file or a block into a dataclass, a class of attrs, or a model of pydantic.

    A field takes the attribute of its name. A field whose type is a class of that kind, or a list or an optional one of it, takes
    the blocks of its name; a field named `labels` takes the labels of the block. Raises `HclError` with every problem and its
    place.
    """
    decoding = _Decoding(variables)
    value = decoding.body(body, model)
    if decoding.problems:
        raise error("\n\n".join(problem.rendered for problem in decoding.problems), decoding.problems)
    return typing.cast(T, value)


class _Decoding:
    def __init__(self, variables: Optional[Mapping[str, Any]]) -> None:
        self.variables = variables
        self.problems: List[Diagnostic] = []

    def report(self, code: str, summary: str, detail: str, place: Range) -> None:
        rendered = f"{place}: error[{code}]: {summary}\n  {detail}"
        self.problems.append(Diagnostic("error", code, summary, detail, place, None, [], [], [], rendered))

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
                            "hcl2::body::duplicate-block",
                            "Duplicate block",
                            f"Expected one block `{name}`.",
                            block.header_range,
                        )
                elif is_required:
                    self.report(MISSING, "Missing block", f"The block `{name}` is required.", body.range)
            elif attribute is not None:
                self.attribute(attribute, kind, name, values)
                places[name] = attribute.expression.range
            elif is_required:
                self.report(MISSING, "Missing attribute", f"The attribute `{name}` is required.", body.range)
        for name, attribute in body.attributes.items():
            if name not in fields:
                detail = f"No attribute is named `{name}` here."
                self.report(UNSUPPORTED, "Unsupported attribute", detail, attribute.name_range)
        for block in body.blocks() if _is_native(body) else []:
            if block.type not in fields:
                detail = f"No block is named `{block.type}` here."
                self.report("hcl2::body::unsupported-block", "Unsupported block", detail, block.header_range)
        return None if len(self.problems) > found else self.created(body, model, values, places)

    def attribute(self, attribute: Attribute, kind: Any, name: str, values: Dict[str, Any]) -> None:
        try:
            value = attribute.expression.evaluate(self.variables)
        except HclError as problem:
            self.problems.extend(problem.diagnostics)
            return
        if kind is not None and not _fits(value, kind):
            shown = getattr(kind, "__name__", None) or str(kind)
            detail = f"The attribute `{name}` must be {shown}, not {type(value).__name__}."
            self.report(INVALID_VALUE, "Invalid value", detail, attribute.expression.range)
            return
        values[name] = float(value) if kind is float and isinstance(value, int) else value

    def created(self, body: Body, model: Any, values: Dict[str, Any], places: Dict[str, Range]) -> Any:
        try:
            return model(**values)
        except Exception as problem:
            # pydantic lists every field; other classes raise for one reason.
            errors = getattr(problem, "errors", None)
            if not callable(errors):
                if isinstance(problem, (TypeError, ValueError)):
                    self.report(INVALID_VALUE, "Invalid value", str(problem), body.range)
                    return None
                raise
            for part in errors():
                path: Tuple[Any, ...] = tuple(part["loc"])
                place = places.get(str(path[0]), body.range) if path else body.range
                where = ".".join(str(step) for step in path)
                self.report(INVALID_VALUE, "Invalid value", f"{where}: {part['msg']}", place)
            return None


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


def _fits(value: Any, kind: Any) -> bool:
    if kind is Any or isinstance(kind, _Checked):
        return True
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in _UNIONS:
        return any(_fits(value, argument) for argument in arguments)
    if kind is None or kind is type(None):
        return value is None
    if origin in (list, typing.Sequence) or kind is list:
        return isinstance(value, list) and all(_fits(item, arguments[0]) for item in value if arguments)
    if origin in (dict, typing.Mapping) or kind is dict:
        return isinstance(value, dict) and all(_fits(item, arguments[1]) for item in value.values() if arguments)
    if origin is typing.Literal:
        return value in arguments
    if kind is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return not isinstance(kind, type) or isinstance(value, kind)
