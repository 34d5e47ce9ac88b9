"""The extension module; `hcl2rs` has its public names."""

import os
from collections.abc import Callable, Iterator, Mapping
from typing import IO, Any, Literal, TypeVar, Union, final

from typing_extensions import disjoint_base

__all__ = [
    "Attribute",
    "Block",
    "Body",
    "Diagnostic",
    "Expression",
    "File",
    "Position",
    "Range",
    "Sensitive",
    "Suggestion",
    "Unknown",
    "VERSION",
    "_bc_dict",
    "_go_dict",
    "_plain_json",
    "_reparse",
    "_source_dict",
    "_source_text",
    "evaluate",
    "parse",
]

VERSION: str

_T = TypeVar("_T")
_Source = Union[str, bytes, os.PathLike[str], IO[str], IO[bytes]]
_Numbers = Literal["float", "decimal"]
_Syntax = Literal["native", "json"]

@final
class Position:
    """A place in a source."""

    def __new__(cls, line: int, column: int, byte: int) -> Position: ...
    @property
    def line(self) -> int:
        """The line, from 1."""
    @property
    def column(self) -> int:
        """The column in grapheme clusters, from 1."""
    @property
    def byte(self) -> int:
        """The offset in bytes, from 0."""
    def __lt__(self, value: Position, /) -> bool: ...
    def __le__(self, value: Position, /) -> bool: ...
    def __gt__(self, value: Position, /) -> bool: ...
    def __ge__(self, value: Position, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Range:
    """A range in a source, with an exclusive end."""

    def __new__(cls, file: str, start: Position, end: Position) -> Range: ...
    @property
    def file(self) -> str:
        """The name of the source."""
    @property
    def start(self) -> Position:
        """The first position."""
    @property
    def end(self) -> Position:
        """The position after the last one."""
    def __hash__(self) -> int: ...

@final
class Suggestion:
    """A change of a source that would fix a problem."""

    def __new__(cls, text: str, replacement: str, range: Range | None) -> Suggestion: ...
    @property
    def text(self) -> str:
        """The change in words."""
    @property
    def replacement(self) -> str:
        """The new content of the range."""
    @property
    def range(self) -> Range | None:
        """The range to replace; empty for an insertion."""

@final
class Diagnostic:
    """A problem in a source."""

    def __new__(
        cls,
        severity: str,
        code: str,
        summary: str,
        detail: str,
        range: Range | None,
        context: Range | None,
        labels: list[tuple[str, Range | None]],
        suggestions: list[Suggestion],
        rendered: str,
    ) -> Diagnostic: ...
    @property
    def severity(self) -> str:
        """`error` or `warning`."""
    @property
    def code(self) -> str:
        """The stable code, such as `hcl2::expr::unknown-variable`."""
    @property
    def summary(self) -> str:
        """The problem as a noun phrase."""
    @property
    def detail(self) -> str:
        """What is wrong and how to fix it."""
    @property
    def range(self) -> Range | None:
        """The tightest range that shows the problem."""
    @property
    def context(self) -> Range | None:
        """A wider range around it."""
    @property
    def labels(self) -> list[tuple[str, Range | None]]:
        """Other places that belong to the problem, with their roles."""
    @property
    def suggestions(self) -> list[Suggestion]:
        """Changes that would fix the problem."""
    @property
    def rendered(self) -> str:
        """The problem with the lines concerned, as text."""

@final
class Unknown:
    """A value that is not known yet, of a known type."""

    def __new__(cls, type: str = "any") -> Unknown: ...
    @property
    def type(self) -> str:
        """The type, in the notation of type expressions, such as `list(string)`."""
    def __hash__(self) -> int: ...

@final
class Sensitive:
    """A value with marks, such as a sensitive one. Its `repr` does not show it."""

    def __new__(cls, value: Any, marks: list[str] | None = None) -> Sensitive: ...
    def reveal(self) -> Any:
        """Returns the value without its marks."""
    @property
    def marks(self) -> list[str]:
        """The names of the marks: `sensitive`, `ephemeral`."""
    def __hash__(self) -> int: ...

@final
class Expression:
    """An expression of a file, which is not evaluated yet."""

    @property
    def text(self) -> str:
        """The source text."""
    @property
    def range(self) -> Range:
        """The range."""
    @property
    def kind(self) -> str:
        """The kind: `number`, `bool`, `null`, `string`, `template`, `reference`, `operation`, `conditional`, `tuple`, `object`,
        `for`, `call`, or `json`."""
    @property
    def references(self) -> list[str]:
        """The references to variables, such as `var.region`, in source order."""
    @property
    def functions(self) -> list[str]:
        """The names of the functions that are called, in source order."""
    @property
    def elements(self) -> list[Expression] | None:
        """The elements of a list constructor, or `None` for any other expression."""
    @property
    def pairs(self) -> list[tuple[Expression, Expression]] | None:
        """The keys and values of an object constructor, or `None` for any other expression."""
    def value(self, *, numbers: _Numbers = "float") -> Any:
        """Returns the value of an expression without variables; it may call the standard functions.

        Numbers that are not whole become `float`, or `decimal.Decimal` with `numbers="decimal"`. Raises `HclError` if the
        expression refers to anything.
        """
    def evaluate(
        self,
        variables: Mapping[str, Any] | None = None,
        functions: Mapping[str, Callable[..., Any]] | None = None,
        *,
        numbers: _Numbers = "float",
    ) -> Any:
        """Returns the value of the expression with variables and functions, as the function `evaluate` does."""

@final
class Attribute:
    """An attribute: a name and an expression."""

    @property
    def name(self) -> str:
        """The name."""
    @property
    def expression(self) -> Expression:
        """The expression."""
    def value(self, *, numbers: _Numbers = "float") -> Any:
        """Returns the value of the expression, which must be constant, as `Expression.value` does."""
    @property
    def range(self) -> Range:
        """The range of the whole definition."""
    @property
    def name_range(self) -> Range:
        """The range of the name."""
    @property
    def comments(self) -> list[str]:
        """The comments above the attribute, without markers."""
    @property
    def comment(self) -> str | None:
        """The comment beside the attribute, if any."""

@disjoint_base
class Body:
    """The content of a file or a block: attributes and blocks."""

    @property
    def attributes(self) -> dict[str, Attribute]:
        """The attributes by name, in source order."""
    def blocks(self, *path: str, label_count: int | None = None) -> list[Block]:
        """Returns the blocks of a type whose labels start with the given ones; without arguments, all blocks.

        In JSON syntax the type is required, and `label_count` if blocks have more labels than are given.
        """
    def block(self, *path: str, label_count: int | None = None) -> Block:
        """Returns the only block of a type whose labels start with the given ones.

        Raises `LookupError` if there is none, or more than one.
        """
    @property
    def items(self) -> list[Attribute | Block]:
        """The attributes and blocks, in source order."""
    def get(self, name: str, default: _T | None = None) -> Attribute | _T | None:
        """Returns an attribute, or `default` if the body does not set it."""
    def __getitem__(self, key: str, /) -> Attribute: ...
    def __contains__(self, key: str, /) -> bool: ...
    def __iter__(self) -> Iterator[Attribute | Block]: ...
    @property
    def range(self) -> Range:
        """The range: of the whole file, or from the type of the block to its closing brace."""
    @property
    def text(self) -> str:
        """The source text."""
    @property
    def comments(self) -> list[str]:
        """The comments above the block, without markers; empty for a file."""
    @property
    def comment(self) -> str | None:
        """The comment beside the last line of the block, if any."""
    @property
    def all_comments(self) -> list[tuple[str, Range]]:
        """Every comment in the body and the blocks in it, with its range, without markers."""
    @property
    def references(self) -> list[tuple[str, Range]]:
        """The references to variables in the body and the blocks in it, such as `var.region`, with their ranges."""

@final
class Block(Body):
    """A block: a type, labels and a body."""

    @property
    def type(self) -> str:
        """The type."""
    @property
    def labels(self) -> list[str]:
        """The labels."""
    @property
    def header_range(self) -> Range:
        """The range of the type and the labels."""

@final
class File(Body):
    """A parsed file."""

    @property
    def name(self) -> str:
        """The name, as it appears in ranges."""
    @property
    def syntax(self) -> str:
        """The syntax: `native` or `json`."""
    @property
    def warnings(self) -> list[Diagnostic]:
        """The warnings of parsing."""

def parse(source: _Source, *, name: str | None = None, syntax: _Syntax | None = None) -> File:
    """Parses a `str`, `bytes`, the file at a path, or an open file.

    A name that ends in `.json` selects the JSON syntax, unless `syntax` is given. Raises `HclError` with every problem.
    """

def _reparse(bytes: bytes, name: str, is_json: bool) -> File: ...
def evaluate(
    expression: str | Expression,
    variables: Mapping[str, Any] | None = None,
    functions: Mapping[str, Callable[..., Any]] | None = None,
    *,
    numbers: _Numbers = "float",
) -> Any:
    """Evaluates an expression: its text, or an `Expression` of a file.

    The expression may call the standard functions, and Python callables in `functions`. An exception that a callable raises
    becomes the `__cause__` of the `HclError`.
    """
def _source_dict(source: _Source, options: object) -> dict[str, Any]: ...
def _source_text(data: dict[str, Any], options: object) -> str: ...
def _bc_dict(source: _Source) -> dict[str, Any]: ...
def _go_dict(source: _Source, keep: bool) -> dict[str, Any]: ...
def _plain_json(source: _Source, simplify: bool, comments: bool, ranges: bool) -> str: ...
