"""Bodies as dataclasses, named tuples and typed dictionaries, and as models of pydantic and attrs."""

from __future__ import annotations

import collections.abc
import dataclasses
import decimal
import difflib
import enum
import json
import os
import types
import typing
from pathlib import Path
from typing import (
    Any,
    Collection,
    Dict,
    Iterable,
    List,
    Literal,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Set,
    Tuple,
    Type,
    TypeVar,
    Union,
)

from ._errors import HclError, error
from ._hcl2rs import (
    Attribute,
    Block,
    Body,
    Diagnostic,
    Expression,
    File,
    Position,
    Range,
    Suggestion,
    _problem,
)

T = TypeVar("T")

#: The code of a value that does not fit its field.
INVALID_VALUE = "hcl2::decode::invalid-value"
MISSING = "hcl2::body::missing-attribute"
MISSING_BLOCK = "hcl2::decode::missing-block"
DUPLICATE_BLOCK = "hcl2::decode::duplicate-block"
UNSUPPORTED = "hcl2::body::unsupported-attribute"


def decode(body: Body, model: Type[T], variables: Optional[Mapping[str, Any]] = None) -> T:
    """Decodes a file or a block into a dataclass, a `NamedTuple`, a `TypedDict`, a class of attrs, or a model of pydantic.

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

    def report_unknown(
        self, body: Body, code: str, what: str, name: str, known: Sequence[str], place: Range, word: Range
    ) -> None:
        detail, similar = _unknown(what, name, known)
        suggestions = [_suggestion(similar, name, word)] if similar else []
        self.report(body, code, f"Unsupported {what}", detail, place, suggestions)

    def report_misfit(self, body: Body, attribute: Attribute, misfit: _Misfit) -> None:
        for problem in misfit.problems:
            keys, expression = _found(attribute.expression, problem.path)
            where = attribute.name + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in problem.path)
            place = expression.range
            suggestions: List[Suggestion] = []
            key = keys[-1] if problem.is_about_key and len(keys) == len(problem.path) else None
            if key is not None:
                place = key.range
                if problem.similar is not None:
                    suggestions.append(_suggestion(problem.similar, str(problem.path[-1]), place))
            detail = f"The attribute `{where}` {problem.says}." if problem.has_subject else problem.says
            if problem.similar is not None and not problem.is_about_key:
                detail += f" Did you mean {problem.similar!r}?"
                suggestions.append(Suggestion(f"use {problem.similar!r}", json.dumps(problem.similar), place))
            self.report(body, problem.code, problem.summary, detail, place, suggestions)

    def body(self, body: Body, model: Any) -> Any:
        found = len(self.problems)
        fields = _fields(model)
        values: Dict[str, Any] = {}
        attributes: Dict[str, Attribute] = {}
        is_native = _is_native(body)
        meant = _meant(body, fields, is_native)
        for name, (kind, is_required) in fields.items():
            nested, container = _nested(kind)
            attribute = body.get(name)
            if name == "labels" and isinstance(body, Block):
                values[name] = body.labels
            elif nested is not None and (attribute is None or not is_native):
                blocks = body.blocks(name, label_count=None if is_native else int(container is dict))
                if container is not None and not blocks and not is_required:
                    pass
                elif container is dict:
                    values[name] = self.by_label(blocks, nested)
                elif container is not None:
                    values[name] = container(self.body(block, nested) for block in blocks)
                elif blocks:
                    values[name] = self.body(blocks[0], nested)
                    for block in blocks[1:]:
                        detail = f"Expected one block `{name}`."
                        self.report(body, DUPLICATE_BLOCK, "Duplicate block", detail, block.header_range)
                elif is_required and name not in meant:
                    detail = f"The block `{name}` is required."
                    self.report(body, MISSING_BLOCK, "Missing block", detail, _header(body))
            elif attribute is not None:
                self.attribute(body, attribute, kind, name, values)
                attributes[name] = attribute
            elif is_required and name not in meant:
                detail = f"The attribute `{name}` is required."
                self.report(body, MISSING, "Missing attribute", detail, _header(body))
        for name, attribute in body.attributes.items():
            if name not in fields:
                known = [known for known in fields if known not in values]
                word = attribute.name_range
                self.report_unknown(body, UNSUPPORTED, "attribute", name, known, word, word)
        for block in body.blocks() if is_native else []:
            if block.type not in fields:
                code = "hcl2::body::unsupported-block"
                place = block.header_range
                self.report_unknown(body, code, "block", block.type, list(fields), place, _type_range(block))
        if len(self.problems) == found:
            return self.created(body, model, values, attributes)
        if any(isinstance(kind, _Checked) for kind, _ in fields.values()):
            # The model itself checks the other fields.
            self.created(body, model, values, attributes, is_whole=False)
        return None

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
            self.report_misfit(body, attribute, misfit)

    def created(
        self, body: Body, model: Any, values: Dict[str, Any], attributes: Dict[str, Attribute], is_whole: bool = True
    ) -> Any:
        """Creates an instance. Unless all values are there, only problems of attributes are reported."""
        try:
            return model(**values)
        except Exception as problem:
            reasons = _reasons(problem)
            if reasons is None:
                raise
            if not is_whole:
                reasons = [reason for reason in reasons if reason[0] and reason[0][0] in values and reason[0][0] in attributes]
            for path, message in reasons:
                attribute = attributes.get(str(path[0])) if path else None
                if attribute is not None:
                    _, expression = _found(attribute.expression, path[1:])
                place = _header(body) if attribute is None else expression.range
                self.report(body, INVALID_VALUE, "Invalid value", message, place)
            return None


def _reasons(problem: Exception) -> Optional[List[Tuple[Tuple[Any, ...], str]]]:
    """Returns why a class refuses values, with the path to each; `None` if it fails."""
    # pydantic lists every field; other classes raise for one reason.
    errors = getattr(problem, "errors", None)
    if callable(errors):
        located = [(tuple(part["loc"]), str(part["msg"])) for part in errors()]
        return [(path, ".".join(map(str, path)) + f": {message}") for path, message in located]
    return [((), str(problem))] if isinstance(problem, (TypeError, ValueError)) else None


def _unknown(what: str, name: str, known: Sequence[str]) -> Tuple[str, Optional[str]]:
    """Returns the detail of a problem with an unknown name, and the similar one."""
    detail = f"No {what} is named `{name}` here."
    similar = difflib.get_close_matches(name, known, 1)
    if similar:
        return f"{detail} Did you mean `{similar[0]}`?", similar[0]
    return detail, None


def _meant(body: Body, fields: Collection[str], is_native: bool) -> Set[Optional[str]]:
    """Returns the names that unknown ones are probably misspellings of, whose problem says enough."""
    unknown = [name for name in body.attributes if name not in fields]
    if is_native:
        unknown += [block.type for block in body.blocks() if block.type not in fields]
    absent = [name for name in fields if body.get(name) is None]
    return {_unknown("", name, absent)[1] for name in unknown}


def _suggestion(similar: str, name: str, place: Range) -> Suggestion:
    """Suggests a similar name, in quotes if those are in the place too."""
    is_quoted = place.end.byte - place.start.byte > len(name.encode())
    return Suggestion(f"use `{similar}`", f'"{similar}"' if is_quoted else similar, place)


def _found(expression: Expression, path: Sequence[Any]) -> Tuple[List[Optional[Expression]], Expression]:
    """Follows a path into an expression as far as it is written there.

    Returns the keys on the way, `None` for an index, and the innermost part that was found.
    """
    keys: List[Optional[Expression]] = []
    for step in path:
        elements, pairs = expression.elements, expression.pairs
        if isinstance(step, int) and elements is not None and step < len(elements):
            keys.append(None)
            expression = elements[step]
            continue
        # The last of several pairs counts.
        named = [pair for pair in pairs or [] if _is_named(pair[0], step)]
        if not named:
            break
        key, expression = named[-1]
        keys.append(key)
    return keys, expression


def _is_named(key: Expression, name: Any) -> bool:
    try:
        return bool(key.value() == name)
    except HclError:
        return False


def _header(body: Body) -> Range:
    """Returns the place of what a body lacks: the header of its block, or the start of its file."""
    if isinstance(body, Block):
        return body.header_range
    return Range(body.range.file, body.range.start, body.range.start)


def _type_range(block: Block) -> Range:
    """Returns the place of the type of a block in native syntax."""
    start, length = block.header_range.start, len(block.type)
    end = Position(start.line, start.column + length, start.byte + len(block.type.encode()))
    return Range(block.header_range.file, start, end)


def _is_native(body: Body) -> bool:
    try:
        body.blocks()
    except TypeError:
        return False
    return True


def _fields(model: Any) -> Dict[str, Tuple[Any, bool]]:
    """Returns the type of each field, `None` if the class checks it itself, and whether it is required."""
    # An instance of a dataclass has fields too.
    is_class: bool = isinstance(model, type)
    if not is_class:
        raise _refused(model)
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
    if _is_typed_dict(model):
        qualified = typing.get_type_hints(model, include_extras=True)
        required = {name: _is_required(kind, name in model.__required_keys__) for name, kind in qualified.items()}
        return {name: (_unqualified(kind), required[name]) for name, kind in hints.items()}
    if _is_named_tuple(model):
        return {name: (hints.get(name), name not in model._field_defaults) for name in model._fields}
    raise _refused(model)


def _refused(model: Any) -> TypeError:
    return TypeError(
        f"{model!r} is no dataclass, named tuple, typed dictionary, class of attrs, or model of pydantic"
    )


def _is_typed_dict(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, dict) and hasattr(kind, "__required_keys__")


def _is_named_tuple(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_field_defaults")


def _qualifier(kind: Any) -> Optional[str]:
    """Returns the name of a qualifier of a typed dictionary's item."""
    name = getattr(typing.get_origin(kind), "_name", None)
    return name if name in ("Required", "NotRequired", "ReadOnly") else None


def _unqualified(kind: Any) -> Any:
    while _qualifier(kind) is not None:
        kind = typing.get_args(kind)[0]
    return kind


def _is_required(kind: Any, by_default: bool) -> bool:
    """Returns whether an item is required. Without its own qualifier, that depends on its class."""
    # The class does not see the qualifiers of annotations that are strings.
    while True:
        qualifier, arguments = _qualifier(kind), typing.get_args(kind)
        if qualifier in ("Required", "NotRequired"):
            return qualifier == "Required"
        if qualifier is None and not hasattr(kind, "__metadata__"):
            return by_default
        kind = arguments[0]


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
        dataclasses.is_dataclass(kind)
        or hasattr(kind, "__attrs_attrs__")
        or hasattr(kind, "model_fields")
        or _is_typed_dict(kind)
        or _is_named_tuple(kind)
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


class _Problem(NamedTuple):
    """A problem in the value of an attribute."""

    code: str
    summary: str
    #: What is said of the part, or the whole detail.
    says: str
    has_subject: bool = True
    #: The indexes and keys that lead to the part.
    path: Tuple[Union[int, str], ...] = ()
    #: Whether the key of the part is the place, and the name that is similar to it.
    is_about_key: bool = False
    similar: Optional[str] = None

    def below(self, step: Union[int, str]) -> _Problem:
        return self._replace(path=(step, *self.path))


class _Misfit(Exception):
    """A value does not fit a type."""

    def __init__(self, problems: Sequence[_Problem]) -> None:
        super().__init__()
        self.problems = problems


def _misfit(value: Any, kind: Any) -> _Misfit:
    has_arguments = bool(typing.get_args(kind))
    expected = str(kind).replace("typing.", "") if has_arguments else getattr(kind, "__name__", str(kind))
    found = type(value).__name__
    if _is_enumeration(kind) or typing.get_origin(kind) is Literal:
        allowed = [member.value for member in kind] if _is_enumeration(kind) else list(typing.get_args(kind))
        expected = "one of " + ", ".join(map(repr, allowed))
        if isinstance(value, (str, int, float)):
            found = repr(value)
            plain = [text for text in allowed if isinstance(text, str) and not {"$", "%"} & set(text)]
            similar = next(iter(difflib.get_close_matches(str(value), plain, 1)), None)
            return _Misfit([_Problem(INVALID_VALUE, "Invalid value", f"must be {expected}, not {found}", similar=similar)])
    return _Misfit([_Problem(INVALID_VALUE, "Invalid value", f"must be {expected}, not {found}")])


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
        return _all_fitting((index, item, arguments[0]) for index, item in enumerate(value))
    plain = origin or kind
    if plain in (tuple, set, frozenset) and isinstance(value, list):
        return _collected(value, kind, plain, arguments)
    if _is_model(kind):
        if isinstance(value, dict):
            return _object(value, kind)
        raise _misfit(value, kind)
    if origin in (dict, collections.abc.Mapping) and isinstance(value, dict) and arguments:
        return dict(zip(value, _all_fitting((key, item, arguments[1]) for key, item in value.items())))
    if _is_enumeration(kind):
        try:
            return kind(value)
        except (TypeError, ValueError):
            raise _misfit(value, kind) from None
    is_number = isinstance(value, (int, float, decimal.Decimal)) and not isinstance(value, bool)
    if kind in (float, decimal.Decimal) and is_number:
        try:
            return kind(value)
        except OverflowError:
            raise _misfit(value, kind) from None
    if kind in (Path, os.PathLike) and isinstance(value, str):
        return Path(value)
    if origin is Literal:
        is_fitting = value in arguments
    else:
        is_fitting = not isinstance(plain, type) or isinstance(value, plain)
    if not is_fitting or (kind is int and isinstance(value, bool)):
        raise _misfit(value, kind)
    return value


def _all_fitting(parts: Iterable[Tuple[Union[int, str], Any, Any]]) -> List[Any]:
    """Returns parts of a value, each with its index or key, as those of types. Raises every problem of all of them."""
    values: List[Any] = []
    problems: List[_Problem] = []
    for step, value, kind in parts:
        try:
            values.append(_fitting(value, kind))
        except _Misfit as misfit:
            problems.extend(problem.below(step) for problem in misfit.problems)
    if problems:
        raise _Misfit(problems)
    return values


def _collected(items: List[Any], kind: Any, plain: Any, arguments: Tuple[Any, ...]) -> Any:
    """Returns a list as a tuple or a set."""
    kinds: Sequence[Any] = [Any] * len(items)
    if plain is not tuple or arguments[1:] == (...,):
        kinds = [arguments[0] if arguments else Any] * len(items)
    elif arguments:
        kinds = arguments
    if len(kinds) != len(items):
        raise _misfit(items, kind)
    found = _all_fitting(zip(range(len(items)), items, kinds))
    try:
        return plain(found)
    except TypeError:
        # An item of a set that is a list or a dictionary.
        raise _misfit(items, kind) from None


def _object(value: Dict[str, Any], model: Any) -> Any:
    """Returns an object as an instance of a class."""
    fields = _fields(model)
    problems: List[_Problem] = []
    values: List[Any] = []
    for name, (_, is_required) in fields.items():
        if is_required and name not in value:
            problems.append(_Problem(MISSING, "Missing attribute", "is required", path=(name,)))
    known = [name for name in value if name in fields]
    try:
        values = _all_fitting((name, value[name], fields[name][0] or Any) for name in known)
    except _Misfit as misfit:
        problems.extend(misfit.problems)
    for name in value:
        if name not in fields:
            detail, similar = _unknown("attribute", name, [name for name in fields if name not in value])
            problem = _Problem(UNSUPPORTED, "Unsupported attribute", detail, False, (name,), True, similar)
            problems.append(problem)
    if problems:
        raise _Misfit(problems)
    try:
        return model(**dict(zip(known, values)))
    except Exception as refused:
        reasons = _reasons(refused)
        if reasons is None:
            raise
        raise _Misfit(
            [_Problem(INVALID_VALUE, "Invalid value", message, False, path) for path, message in reasons]
        ) from None


def _fitting_one(value: Any, kind: Any, kinds: Sequence[Any]) -> Any:
    """Returns a value as one of its own type, or else of the first type that it fits."""
    within: List[_Misfit] = []
    for argument in sorted(kinds, key=lambda argument: argument is not type(value)):
        try:
            return _fitting(value, argument)
        except _Misfit as misfit:
            if any(problem.path for problem in misfit.problems):
                within.append(misfit)
    # If only one type comes close, its problems say more.
    raise within[0] if len(within) == 1 else _misfit(value, kind)
