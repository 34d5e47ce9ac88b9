"""The functions of python-hcl2 8, and its options; `loads_v7` and `load_v7` return what its version 7 returned.

>>> from hcl2rs.compat import python_hcl2 as hcl2
>>> data = hcl2.loads('listen "http" {\\n  port = 80 # default\\n}\\n')
>>> data
{'listen': [{'"http"': {'port': 80, '__comments__': [{'value': 'default'}], '__is_block__': True}}]}
>>> print(hcl2.dumps(data).strip())
listen "http" {
  # default
  port = 80
}
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import IO, Any, Dict, List, Optional, Union

from .._errors import HclError
from .._hcl2rs import _seven_dict, _source_dict, _source_text
from .._hcl2rs import parse as _parse

__all__ = [
    "Builder",
    "DeserializerOptions",
    "FormatterOptions",
    "SerializationOptions",
    "StartRule",
    "V7_COMPAT",
    "dump",
    "dumps",
    "from_dict",
    "from_json",
    "load",
    "load_v7",
    "loads",
    "loads_v7",
    "parse",
    "parse_to_tree",
    "parses",
    "parses_to_tree",
    "query",
    "reconstruct",
    "serialize",
    "transform",
]


@dataclass
class SerializationOptions:
    """How files become dictionaries."""

    #: Whether bodies have their comments, as `__comments__` and `__inline_comments__`.
    with_comments: bool = True
    #: Whether blocks have their lines, as `__start_line__` and `__end_line__`.
    with_meta: bool = False
    #: Whether objects are expressions, such as `${{a = 1}}`, rather than dictionaries.
    wrap_objects: bool = False
    #: Whether tuples are expressions, such as `${[1, 2]}`, rather than lists.
    wrap_tuples: bool = False
    #: Whether blocks are marked with `__is_block__`, which `dumps` needs.
    explicit_blocks: bool = True
    #: Whether heredocs stay as they are; otherwise they become strings.
    preserve_heredocs: bool = True
    #: Whether nested operations are in parentheses.
    force_operation_parentheses: bool = False
    #: Whether numbers such as `1e10` are expressions rather than floats.
    preserve_scientific_notation: bool = True
    #: Whether strings are values, without quotes and escapes; `dumps` cannot tell them from names.
    strip_string_quotes: bool = False


@dataclass
class DeserializerOptions:
    """How dictionaries become expressions."""

    #: Whether heredocs become strings.
    heredocs_to_strings: bool = False
    #: Whether strings of whole lines become heredocs.
    strings_to_heredocs: bool = False
    #: Whether `:` rather than `=` follows the keys of objects.
    object_elements_colon: bool = False
    #: Whether a comma follows each item of an object.
    object_elements_trailing_comma: bool = True


@dataclass
class FormatterOptions:
    """The layout of files."""

    #: The spaces of each level.
    indent_length: int = 2
    #: Whether the braces of empty blocks are on two lines.
    open_empty_blocks: bool = True
    #: Whether the braces of empty objects are on two lines.
    open_empty_objects: bool = False
    #: Whether the brackets of empty tuples are on two lines.
    open_empty_tuples: bool = False
    #: Whether the equals signs of adjacent lines are aligned.
    vertically_align_attributes: bool = True
    #: Ignored: the items of objects are aligned where attributes are.
    vertically_align_object_elements: bool = True


#: The options of version 8 that come closest to version 7; `loads_v7` returns exactly what it returned.
V7_COMPAT = SerializationOptions(
    with_comments=False,
    explicit_blocks=False,
    preserve_heredocs=False,
    strip_string_quotes=True,
)

_DEFAULT = SerializationOptions()


#: Classes of exceptions that are those of lark too, by our own.
_of_lark: Dict[Any, Any] = {}


def _known_to_lark(error: HclError) -> HclError:
    """Returns an error as an exception of lark too, if lark is loaded: python-hcl2 raises its exceptions."""
    exceptions = sys.modules.get("lark.exceptions")
    if exceptions is None:
        return error
    own: Any = type(error)
    if own not in _of_lark:
        bases = (own, exceptions.UnexpectedToken, exceptions.UnexpectedCharacters)
        members = {"__module__": __name__, "get_context": lambda self, text, span=40: str(self)}
        _of_lark[own] = type(own.__name__, bases, members)
    found: HclError = _of_lark[own](str(error), error.diagnostics)
    for problem in error.diagnostics[:1]:
        if problem.range is not None:
            start = problem.range.start
            found.__dict__.update(line=start.line, column=start.column)
    return found


def _dict(source: Union[str, IO[str]], options: SerializationOptions) -> Dict[str, Any]:
    try:
        return _source_dict(source, options)
    except HclError as error:
        raise _known_to_lark(error) from None


class StartRule:
    """A parsed file, which `serialize` and `reconstruct` take."""

    __slots__ = ("_discards_comments", "_text")

    def __init__(self, text: str, discard_comments: bool = False) -> None:
        self._text = text
        self._discards_comments = discard_comments

    def serialize(self, options: Optional[SerializationOptions] = None) -> Dict[str, Any]:
        """Returns the file as a dictionary."""
        options = options or _DEFAULT
        if self._discards_comments and options.with_comments:
            from dataclasses import replace

            options = replace(options, with_comments=False)
        return _dict(self._text, options)

    def __repr__(self) -> str:
        return f"<StartRule of {len(self._text)} characters>"


class _WriteOptions:
    def __init__(
        self, deserializer: Optional[DeserializerOptions], formatter: Optional[FormatterOptions]
    ) -> None:
        for options in (deserializer or DeserializerOptions(), formatter or FormatterOptions()):
            self.__dict__.update(options.__dict__)


def load(file: IO[str], *, serialization_options: Optional[SerializationOptions] = None) -> Dict[str, Any]:
    """Loads an open file. Raises `HclError`, a `ValueError`, with every problem."""
    return _dict(file, serialization_options or _DEFAULT)


def loads(text: str, *, serialization_options: Optional[SerializationOptions] = None) -> Dict[str, Any]:
    """Loads a string. Raises `HclError`, a `ValueError`, with every problem."""
    return _dict(text, serialization_options or _DEFAULT)


def load_v7(file: IO[str], with_meta: bool = False) -> Dict[str, Any]:
    """Loads an open file as version 7 did, with its mistakes."""
    return loads_v7(file.read(), with_meta)


def loads_v7(text: str, with_meta: bool = False) -> Dict[str, Any]:
    """Loads a string as version 7 did, with its mistakes."""
    try:
        return _seven_dict(text, with_meta)
    except HclError as error:
        raise _known_to_lark(error) from None


def dumps(
    data: Dict[str, Any],
    *,
    deserializer_options: Optional[DeserializerOptions] = None,
    formatter_options: Optional[FormatterOptions] = None,
) -> str:
    """Writes a dictionary as a file in canonical layout, with its comments.

    The result always parses: raises `HclError` if an expression in the dictionary does not.
    """
    if not isinstance(data, dict):
        raise TypeError(f"expected a dict, not {type(data).__name__}")
    return _source_text(data, _WriteOptions(deserializer_options, formatter_options))


def dump(
    data: Dict[str, Any],
    file: IO[str],
    *,
    deserializer_options: Optional[DeserializerOptions] = None,
    formatter_options: Optional[FormatterOptions] = None,
) -> None:
    """Writes a dictionary to an open file, as `dumps` does."""
    options: Dict[str, Any] = {
        "deserializer_options": deserializer_options,
        "formatter_options": formatter_options,
    }
    file.write(dumps(data, **options))


def parses(text: str, *, discard_comments: bool = False) -> StartRule:
    """Parses a string."""
    try:
        _parse(text)
    except HclError as error:
        raise _known_to_lark(error) from None
    return StartRule(text, discard_comments)


def parse(file: IO[str], *, discard_comments: bool = False) -> StartRule:
    """Parses an open file."""
    return parses(file.read(), discard_comments=discard_comments)


def parses_to_tree(text: str) -> StartRule:
    """Parses a string. The result is that of `parses`: there is one kind of tree."""
    return parses(text)


def parse_to_tree(file: IO[str]) -> StartRule:
    """Parses an open file. The result is that of `parse`: there is one kind of tree."""
    return parse(file)


def transform(tree: StartRule, *, discard_comments: bool = False) -> StartRule:
    """Returns the same file, without its comments if that is asked for."""
    return StartRule(tree._text, discard_comments or tree._discards_comments)


def serialize(
    tree: StartRule, *, serialization_options: Optional[SerializationOptions] = None
) -> Dict[str, Any]:
    """Returns a parsed file as a dictionary."""
    return tree.serialize(serialization_options)


def from_dict(
    data: Dict[str, Any],
    *,
    deserializer_options: Optional[DeserializerOptions] = None,
    formatter_options: Optional[FormatterOptions] = None,
    apply_format: bool = True,
) -> StartRule:
    """Returns a dictionary as a file, which is always formatted."""
    text = dumps(data, deserializer_options=deserializer_options, formatter_options=formatter_options)
    return StartRule(text)


def from_json(
    text: str,
    *,
    deserializer_options: Optional[DeserializerOptions] = None,
    formatter_options: Optional[FormatterOptions] = None,
    apply_format: bool = True,
) -> StartRule:
    """Returns a dictionary in JSON as a file, which is always formatted."""
    return from_dict(
        json.loads(text),
        deserializer_options=deserializer_options,
        formatter_options=formatter_options,
        apply_format=apply_format,
    )


def reconstruct(tree: StartRule) -> str:
    """Returns the text of a parsed file, to the byte; without comments if they were discarded."""
    return dumps(tree.serialize()) if tree._discards_comments else tree._text


class AttributeView:
    """An attribute that a query found."""

    def __init__(self, name: str, value: Any) -> None:
        self.name = name
        self.value = value

    def to_dict(self) -> Dict[str, Any]:
        """Returns the attribute as a dictionary."""
        return {self.name: self.value}


class BlockView:
    """A block that a query found, or the whole document."""

    def __init__(self, labels: List[str], body: Dict[str, Any]) -> None:
        self.labels = labels
        self._body = body

    @property
    def block_type(self) -> str:
        """The type of the block."""
        return self.labels[0]

    @property
    def name_labels(self) -> List[str]:
        """The labels without the type."""
        return self.labels[1:]

    @property
    def body(self) -> BlockView:
        """The body, which has the same methods."""
        return self

    def to_dict(self) -> Dict[str, Any]:
        """Returns the body as a dictionary, below the labels."""
        found = self._body
        for label in reversed(self.name_labels):
            found = {f'"{label}"': found}
        return found

    def blocks(self, block_type: Optional[str] = None, *labels: str) -> List[BlockView]:
        """Returns the blocks of a type, all by default, whose labels start with the given ones."""
        found = []
        for name, values in self._body.items():
            if (block_type is None or name == block_type) and isinstance(values, list):
                for value in values:
                    path, body = [name], value
                    while isinstance(body, dict) and not body.get("__is_block__") and len(body) == 1:
                        ((label, body),) = body.items()
                        path.append(label[1:-1] if label.startswith('"') else label)
                    if isinstance(body, dict) and body.get("__is_block__"):
                        if path[1 : len(labels) + 1] == list(labels):
                            found.append(BlockView(path, body))
        return found

    def attributes(self, name: Optional[str] = None) -> List[AttributeView]:
        """Returns the attribute of a name, or all attributes."""
        blocks = {block.block_type for block in self.blocks()}
        return [
            AttributeView(key, value)
            for key, value in self._body.items()
            if key not in blocks and not key.startswith("__") and name in (None, key)
        ]

    def attribute(self, name: str) -> Optional[AttributeView]:
        """Returns the attribute of a name."""
        found = self.attributes(name)
        return found[0] if found else None


def query(source: Union[str, IO[str]]) -> BlockView:
    """Parses a string or an open file for queries."""
    text = source if isinstance(source, str) else source.read()
    return BlockView([""], loads(text))


class Builder:
    """Builds a dictionary that `dumps` takes."""

    def __init__(self, attributes: Optional[Dict[str, Any]] = None) -> None:
        self.attributes: Dict[str, Any] = attributes or {}
        self.blocks: Dict[str, List[Any]] = {}

    def block(
        self,
        block_type: str,
        labels: Optional[List[str]] = None,
        __nested_builder__: Optional[Builder] = None,
        **attributes: Any,
    ) -> Builder:
        """Adds a block, and returns the builder of its body."""
        if __nested_builder__ is self:
            raise ValueError("a builder cannot be nested in itself")
        body = Builder(attributes)
        self.blocks.setdefault(block_type, []).append((list(labels or []), body, __nested_builder__))
        return body

    def build(self) -> Dict[str, Any]:
        """Returns the dictionary."""
        built: Dict[str, Any] = {"__is_block__": True, **self.attributes}
        for block_type, blocks in self.blocks.items():
            for labels, builder, nested in blocks:
                body = builder.build()
                if nested is not None:
                    for name, values in nested.build().items():
                        if name != "__is_block__":
                            body.setdefault(name, []).extend(values)
                for label in reversed(labels):
                    body = {label: body}
                built.setdefault(block_type, []).append(body)
        return built
