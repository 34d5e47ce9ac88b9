"""The extension module; `hcl2rs` has its public names."""

import os
import pathlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import IO, Any, Literal, TypeVar, Union, final, overload

from typing_extensions import Never, disjoint_base

__all__ = [
    "Change",
    "Editor",
    "EditorItem",
    "Gap",
    "Module",
    "ModuleCall",
    "Output",
    "Part",
    "Plan",
    "PlannedResource",
    "ProviderRequirement",
    "Resource",
    "Step",
    "Tables",
    "Variable",
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
    "_command",
    "_editor",
    "_go_dict",
    "_file_of",
    "_json_part",
    "_parse_files",
    "_part",
    "_plain_dict",
    "_plain_json",
    "_plan",
    "_problem",
    "_reparse",
    "_seven_dict",
    "_source_dict",
    "_source_text",
    "_unknown",
    "convert",
    "diff",
    "fmt",
    "evaluate",
    "parse",
    "_tables_of_contents",
    "tables",
]

VERSION: str

_T = TypeVar("_T")
_Source = Union[str, bytes, bytearray, memoryview, os.PathLike[str], IO[str], IO[bytes]]
_Json = Union[str, bytes, Mapping[str, Any]]
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
        facts: list[tuple[str, str]],
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
    def facts(self) -> list[tuple[str, str]]:
        """The variables that the problem is about, such as `var.port`, with what is known of each, such as `is "http"`."""
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
    def to_json(self, *, simplify: bool = True) -> str:
        """Returns the file as JSON: attributes by name, blocks in lists below their types and labels. Constant expressions are
        values, others strings with `${...}`, as hcl2json writes them; without `simplify`, only literals are values.
        """
    def to_dict(self, *, simplify: bool = True) -> dict[str, Any]:
        """Returns the file as a dictionary, which is that of its JSON."""

def parse(source: _Source, *, name: str | None = None, syntax: _Syntax | None = None) -> File:
    """Parses a `str`, `bytes`, the file at a path, or an open file.

    A name that ends in `.json` selects the JSON syntax, unless `syntax` is given. Raises `HclError` with every problem.
    """

def _parse_files(paths: Sequence[str | os.PathLike[str]]) -> list[File | Exception]: ...
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

def _command(arguments: list[str]) -> int: ...
def _file_of(part: Block | Attribute | Expression) -> File: ...
def _part(file: File, kind: str, start: int, end: int) -> Block | Attribute | Expression: ...
def _json_part(
    file: File, kind: str, steps: Sequence[tuple[str, int, int] | str | tuple[int, bool] | int]
) -> Block | Attribute | Expression: ...
def _unknown(bytes: bytes) -> Unknown: ...
def _plan(
    resources: dict[str, PlannedResource],
    deferred: dict[str, PlannedResource],
    outputs: dict[str, Any],
    has_changes: bool,
    incomplete: list[Gap],
    warnings: list[Diagnostic],
    json: str,
    text: str,
) -> Plan: ...
def _problem(
    body: Body, code: str, summary: str, detail: str, range: Range, suggestions: list[Suggestion]
) -> Diagnostic: ...
def _source_dict(source: _Source, options: object) -> dict[str, Any]: ...
def _source_text(data: dict[str, Any], options: object) -> str: ...
def _seven_dict(source: _Source, with_meta: bool) -> dict[str, Any]: ...
def _bc_dict(source: _Source) -> dict[str, Any]: ...
def _go_dict(source: _Source, keep: bool) -> dict[str, Any]: ...
def _plain_json(source: _Source, simplify: bool, comments: bool, ranges: bool) -> str: ...
def _plain_dict(
    source: _Source, simplify: bool, comments: bool, ranges: bool, decode: Callable[[str], dict[str, Any]]
) -> dict[str, Any]: ...
def fmt(
    source: _Source,
    *,
    indentation: int = 2,
    align: bool = True,
    max_width: int | None = None,
    sort_attributes: bool = False,
) -> str:
    """Formats a file in native syntax: in canonical layout, or with other indentation or without alignment.

    Raises `HclError` if it does not parse.
    """

@final
class Change:
    """A difference between two files."""

    def __new__(cls, address: str, kind: str, before: Range | None, after: Range | None) -> Change: ...
    @property
    def address(self) -> str:
        """The address of the item."""
    @property
    def kind(self) -> str:
        """What happened to it: `added`, `removed` or `changed`."""
    @property
    def before(self) -> Range | None:
        """The range in the first file."""
    @property
    def after(self) -> Range | None:
        """The range in the second file."""

def diff(before: File, after: File) -> list[Change]:
    """Compares two parsed files by what they mean: layout, comments and the order of attributes do not count."""

def convert(source: _Source, to: _Syntax, *, name: str | None = None) -> str:
    """Converts a Terraform file to the other syntax: `to` is `json` or `native`."""

@final
class Editor:
    """Edits a file of either syntax. Everything that an edit does not name stays as it is, comments included.

    A name that ends in `.json` selects the JSON syntax, as `syntax` does.
    """

    def __new__(cls, source: _Source, *, name: str | None = None, syntax: _Syntax | None = None) -> Editor: ...
    @classmethod
    def open(cls, path: str | os.PathLike[str], *, syntax: _Syntax | None = None) -> Editor:
        """Reads and parses the file at a path, which `save` writes; a name that ends in `.json` selects the JSON syntax."""
    def save(self, path: str | os.PathLike[str] | None = None) -> None:
        """Writes the text into the file that was read, or into the one at another path, which may be new.

        A reader of the file sees the old content or the new one, never a part. The file keeps its permissions.
        Raises `ValueError` without a path if the source was not read from one, and `OSError` if the file cannot be written.
        """
    @property
    def name(self) -> str:
        """The name of the file, as it appears in messages."""
    @property
    def syntax(self) -> _Syntax:
        """The syntax: `native` or `json`."""
    @property
    def text(self) -> str:
        """The current text."""
    @overload
    def get(self, address: str, default: None = None) -> str | None: ...
    @overload
    def get(self, address: str, default: str) -> str:
        """Returns the source text of the first value at an address, or of the first block, or `default` if nothing is there."""
    def select(self, address: str) -> list[tuple[str, str]]:
        """Returns the address and source text of everything at an address, such as `resource.aws_instance.*.tags`."""
    def set(self, address: str, value: Any, *, create: bool = False) -> None:
        """Sets an attribute or an element to a value. With `create`, it is created if it is missing, as are the blocks around it.

        Raises `LookupError` if it is missing and not to be created.
        """
    def set_expression(self, address: str, expression: str, *, create: bool = False) -> None:
        """Sets an attribute or an element to an expression in source text, as `set` does to a value."""
    def append(self, address: str, item: str) -> None:
        """Appends source text, an attribute or a block, to the block at an address; the address `""` is the file."""
    def insert_before(self, address: str, item: str) -> None:
        """Inserts source text, an attribute or a block, before the attribute or block at an address."""
    def insert_after(self, address: str, item: str) -> None:
        """Inserts source text, an attribute or a block, after the attribute or block at an address."""
    def push(self, address: str, value: Any) -> None:
        """Appends a value to the list at an address."""
    def add_block(self, block_type: str, *labels: str) -> None:
        """Adds an empty block to the end of the file."""
    def remove(self, address: str) -> None:
        """Removes what is at an address."""
    def rename(self, address: str, name: str) -> None:
        """Changes the last name of an address: that of an attribute, or the last label of a block, or its type."""
    def rename_reference(self, old: str, new: str) -> int:
        """Renames a reference, such as `var.old`, wherever it occurs, and returns how often it did."""
    def move_before(self, address: str, other: str) -> None:
        """Moves an attribute or a block, with its comments, before another one."""
    def move_after(self, address: str, other: str) -> None:
        """Moves an attribute or a block, with its comments, after another one."""
    def comments(self, address: str) -> tuple[list[str], str | None]:
        """Returns the comments above the attribute or block at an address, and the one beside it."""
    def set_comments(self, address: str, above: list[str], beside: str | None = None) -> None:
        """Sets the comments above an item, and the one beside it."""
    def keys(self) -> list[str]:
        """Returns the names of the attributes, and the types of the blocks, sorted."""
    def __getitem__(self, name: str, /) -> EditorItem: ...
    def __setitem__(self, name: str, value: Any, /) -> None: ...
    def __delitem__(self, name: str, /) -> None: ...
    def __contains__(self, name: str, /) -> bool: ...
    def __iter__(self) -> Never: ...

@final
class EditorItem:
    """A part of a file under edit, as `editor["server"]["port"]` returns it. It is a place, and shows its current content."""

    @property
    def address(self) -> str:
        """The address."""
    @property
    def text(self) -> str:
        """The source text of the value, or of the block."""
    def value(self, *, numbers: _Numbers = "float") -> Any:
        """Returns the value, which must be constant, as `Expression.value` does."""
    def keys(self) -> list[str]:
        """Returns the names in a block or an object, or the labels of the blocks of a type, sorted."""
    def elements(self) -> list[EditorItem]:
        """Returns the elements of a list, or the blocks with a type and labels."""
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __getitem__(self, key: str | int, /) -> EditorItem: ...
    def __setitem__(self, key: str | int, value: Any, /) -> None: ...
    def __delitem__(self, key: str | int, /) -> None: ...
    def __contains__(self, key: str | int, /) -> bool: ...
    def __iter__(self) -> Never: ...

def _editor(text: str, name: str, syntax: _Syntax, path: pathlib.Path | None) -> Editor: ...

@final
class Variable:
    """An input variable of a module."""

    def __new__(
        cls,
        name: str,
        type: str,
        required: bool,
        default: Any,
        description: str | None,
        sensitive: bool,
        nullable: bool,
        range: Range,
    ) -> Variable: ...
    @property
    def name(self) -> str:
        """The name."""
    @property
    def type(self) -> str:
        """The type, in the notation of type expressions."""
    @property
    def required(self) -> bool:
        """Whether a value is required."""
    @property
    def default(self) -> Any:
        """The default value, `Sensitive` if the variable is; `None` if there is none."""
    @property
    def description(self) -> str | None:
        """The description."""
    @property
    def sensitive(self) -> bool:
        """Whether its value must not be shown."""
    @property
    def nullable(self) -> bool:
        """Whether it may be null."""
    @property
    def range(self) -> Range:
        """The range of the header of its block."""

@final
class Output:
    """An output value of a module."""

    def __new__(cls, name: str, description: str | None, sensitive: bool, range: Range) -> Output: ...
    @property
    def name(self) -> str:
        """The name."""
    @property
    def description(self) -> str | None:
        """The description."""
    @property
    def sensitive(self) -> bool:
        """Whether its value must not be shown."""
    @property
    def range(self) -> Range:
        """The range of the header of its block."""

@final
class Resource:
    """A resource of a module."""

    def __new__(
        cls,
        kind: str,
        type: str,
        name: str,
        address: str,
        provider: str | None,
        repeated: bool,
        range: Range,
    ) -> Resource: ...
    @property
    def kind(self) -> str:
        """The kind: `resource`, `data` or `ephemeral`."""
    @property
    def type(self) -> str:
        """The type."""
    @property
    def name(self) -> str:
        """The name."""
    @property
    def address(self) -> str:
        """The address in the module, such as `aws_instance.web` or `data.aws_ami.base`."""
    @property
    def provider(self) -> str | None:
        """The explicit provider configuration, such as `aws.west`."""
    @property
    def repeated(self) -> bool:
        """Whether it has `count` or `for_each`."""
    @property
    def range(self) -> Range:
        """The range of the header of its block."""

@final
class ModuleCall:
    """A call of another module."""

    def __new__(cls, name: str, source: str | None, version: str | None, range: Range) -> ModuleCall: ...
    @property
    def name(self) -> str:
        """The name."""
    @property
    def source(self) -> str | None:
        """The source of the module; `None` if it is not constant."""
    @property
    def version(self) -> str | None:
        """The version constraint."""
    @property
    def range(self) -> Range:
        """The range of the header of its block."""

@final
class ProviderRequirement:
    """A provider that a module requires."""

    def __new__(cls, name: str, source: str | None, version: str | None, range: Range) -> ProviderRequirement: ...
    @property
    def name(self) -> str:
        """The local name of the provider."""
    @property
    def source(self) -> str | None:
        """The source address."""
    @property
    def version(self) -> str | None:
        """The version constraint."""
    @property
    def range(self) -> Range:
        """The range of the name."""

@final
class PlannedResource:
    """A resource instance of a plan."""

    def __new__(
        cls,
        address: str,
        type: str,
        provider: str,
        actions: list[str],
        before: Any,
        after: Any,
    ) -> PlannedResource: ...
    @property
    def address(self) -> str:
        """The address, with the keys of instances."""
    @property
    def type(self) -> str:
        """The type."""
    @property
    def provider(self) -> str:
        """The full name of the provider."""
    @property
    def actions(self) -> list[str]:
        """What happens to it, such as `create`, or `delete` and `create`."""
    @property
    def before(self) -> Any:
        """The value before; `None` if there is none."""
    @property
    def after(self) -> Any:
        """The planned value; `None` if the object is destroyed."""

@final
class Gap:
    """What a partial plan does not know."""

    def __new__(cls, reason: str, address: str, detail: str, range: Range | None) -> Gap: ...
    @property
    def reason(self) -> str:
        """Why it is not known, such as `missing_value`."""
    @property
    def address(self) -> str:
        """The address of the object."""
    @property
    def detail(self) -> str:
        """The reason in words."""
    @property
    def range(self) -> Range | None:
        """Where the object is written."""

@final
class Step:
    """A value on the way to one of a plan."""

    def __new__(
        cls,
        address: str,
        origin: str,
        value: Any,
        range: Range | None,
        functions: list[str],
        sources: list[int],
    ) -> Step: ...
    @property
    def address(self) -> str:
        """The address: that of the module instance, and a reference in it."""
    @property
    def origin(self) -> str:
        """What determines the value, such as `expression`, `default` or `computed`."""
    @property
    def value(self) -> Any:
        """The value."""
    @property
    def range(self) -> Range | None:
        """Where it is written."""
    @property
    def functions(self) -> list[str]:
        """The functions that its expression calls."""
    @property
    def sources(self) -> list[int]:
        """The positions, in the list of steps, of the values that it comes from."""

@final
class Plan:
    """What Terraform would do for a module. `str()` shows it as text."""

    @property
    def resources(self) -> dict[str, PlannedResource]:
        """The resource instances, by address."""
    @property
    def deferred(self) -> dict[str, PlannedResource]:
        """The instances that stand for an unknown number of them, by address with the key `[*]`: only partial plans have some."""
    @property
    def outputs(self) -> dict[str, Any]:
        """The planned values of the outputs, by name."""
    @property
    def has_changes(self) -> bool:
        """Whether applying the plan would change anything, or may do so."""
    @property
    def incomplete(self) -> list[Gap]:
        """What a partial plan does not know, by reason and address; empty for a complete plan."""
    @property
    def warnings(self) -> list[Diagnostic]:
        """The warnings: failed assertions of checks, and those that cannot be known yet."""
    def to_json(self) -> str:
        """Returns the plan as JSON, in the format of `terraform show -json`. Sensitive values are in it."""
    def why(self, address: str) -> list[Step]:
        """Returns the values that the one at an address comes from, that one first, each with its place.

        The address is that of an attribute, a variable, a local value or an output, such as `module.net["a"].acme_disk.d[0].size`.
        """
    def _repr_html_(self) -> str: ...
    def __rich__(self) -> Any: ...

@final
class Module:
    """A module of the Terraform language, with the modules that it calls by local paths."""

    @classmethod
    def load(
        cls,
        directory: str | os.PathLike[str],
        *,
        language: Literal["terraform", "opentofu"] = "terraform",
        strict: bool = False,
    ) -> Module:
        """Loads the module in a directory, and those that it calls by local paths.

        `diagnostics` has the problems of its files, of which what can be read is there. With `strict`, errors among them raise
        `HclError` with every problem.
        """
    @property
    def path(self) -> pathlib.Path:
        """The directory."""
    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The problems of reading, errors among them."""
    @property
    def variables(self) -> list[Variable]:
        """The input variables."""
    @property
    def outputs(self) -> list[Output]:
        """The output values."""
    @property
    def locals(self) -> list[str]:
        """The names of the local values."""
    @property
    def resources(self) -> list[Resource]:
        """The resources of every kind."""
    @property
    def calls(self) -> list[ModuleCall]:
        """The calls of other modules."""
    @property
    def required_providers(self) -> list[ProviderRequirement]:
        """The providers that are required."""
    @property
    def references(self) -> dict[str, list[tuple[str, Range]]]:
        """What each object of the module refers to, by address, such as `local.name` or `aws_instance.web`."""
    def check(self, *, schemas: _Json | list[_Json] | None = None) -> list[Diagnostic]:
        """Returns the problems of the module and of those that it calls, as `terraform validate` reports them.

        `schemas` is the JSON of `terraform providers schema -json`, or a list of such.
        """
    def eval(
        self, expression: str, variables: Mapping[str, Any] | None = None, *, numbers: _Numbers = "float"
    ) -> Any:
        """Evaluates an expression in the scope of the module, such as `local.names`.

        What only a provider knows is `Unknown`, as is a variable without a value.
        """
    def eval_outputs(
        self, variables: Mapping[str, Any] | None = None, *, numbers: _Numbers = "float"
    ) -> dict[str, Any]:
        """Evaluates the outputs, by name."""
    def plan(
        self,
        variables: Mapping[str, Any] | None = None,
        *,
        schemas: _Json | list[_Json] | None = None,
        infer_schemas: bool = False,
        partial: bool = False,
        data: _Json | None = None,
        assume: Mapping[str, Any] | None = None,
        targets: Sequence[str] | None = None,
        state: _Json | None = None,
        workspace: str | None = None,
    ) -> Plan:
        """Plans the module without Terraform, providers or credentials.

        `schemas` is the JSON of `terraform providers schema -json`, or a list of such, and `state` that of a state file.
        `infer_schemas` plans resources without a schema as they are written, and `partial` also what depends on missing values.
        `data` has the attributes of data sources by address, `assume` values that only a provider knows by theirs, and `targets`
        the addresses of what is planned.
        """

@final
class Part:
    """Some of the directories below others. It can be pickled, and is read without looking through the others."""

    def __new__(
        cls, directories: Sequence[tuple[str, bool, str | os.PathLike[str], bool | None]]
    ) -> Part: ...
    @property
    def directories(self) -> list[tuple[str, bool, pathlib.Path, bool | None]]:
        """The root of the repository, whether the part has all of that, the path of each directory, and whether a module elsewhere
        calls the one in it: `None` unless the table has plans, which are those of the other modules."""

@final
class Tables:
    """The rows of a table, as a stream of Arrow record batches. Each stream reads the files again."""

    @property
    def table(self) -> str:
        """The name of the table."""
    @property
    def part_count(self) -> int:
        """The number of parts that the files are divided into, for `part`."""
    def parts(self, count: int | None = None) -> list[Part]:
        """Divides the directories into `count` parts for `part`, of about 4096 files each by default."""
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Returns a capsule with an Arrow C stream, which pyarrow, DuckDB, Polars and pandas read without copying."""

def tables(
    directories: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    table: str,
    *,
    columns: Sequence[str] | None = None,
    path: Sequence[str] | None = None,
    module: Sequence[str] | None = None,
    kind: Sequence[str] | None = None,
    type: Sequence[str] | None = None,
    part: tuple[int, int] | Part | None = None,
    language: Literal["terraform", "opentofu"] = "terraform",
    schemas: _Json | list[_Json] | None = None,
    plans: bool = False,
) -> Tables:
    """Returns a table of the Terraform modules below directories, such as `resources`.

    `columns` selects columns; `path`, `module`, `kind` and `type` select rows by the columns of these names. A pattern that
    ends in an asterisk matches by its start. `part` selects one of `Tables.parts()`, or a part by its
    index and the number of parts.
    For the table `instances`, each root module is planned; `schemas` is the JSON of `terraform providers schema -json`. With
    `plans`, the table `problems` has the problems of these plans too.
    Raises `ValueError` for unknown tables and columns, and `OSError` if a directory cannot be read.
    """

def _tables_of_contents(
    files: Sequence[tuple[str, str, bytes]], table: str, is_whole: bool
) -> Tables: ...
