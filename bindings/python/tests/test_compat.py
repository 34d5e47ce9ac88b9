"""Drop-in replacements for other libraries."""

import decimal
import importlib
import io
import json
import os
import pickle
import sys
import types
from pathlib import Path
from typing import Any, Callable

import pytest

import hcl2rs
from hcl2rs.compat import bc, hcl2json, pygohcl, python_hcl2

TEXT = """\
# Top.
resource "aws_instance" "web" {
  ami   = var.ami # beside
  size  = 2 * -3
  tags  = { Name = "web-${var.env}", "a b" = [1, true, null], (var.k) = 1.50 }
  list  = [1, /* inside */ "x"]
  type  = string
  text  = <<-EOT
    a "quoted" \\d
      b
    EOT
  when  = a && b ? upper("x\\n") : [for k, v in m : k if v > 1]
  block {}
}
"""


def test_python_hcl2_has_values_as_source_text() -> None:
    data = python_hcl2.loads(TEXT)
    assert data == {
        "resource": [
            {
                '"aws_instance"': {
                    '"web"': {
                        "ami": "${var.ami}",
                        "size": "${2 * -3}",
                        "tags": {
                            "Name": '"web-${var.env}"',
                            '"a b"': [1, True, None],
                            "${(var.k)}": 1.5,
                        },
                        "list": [1, '"x"'],
                        "type": "string",
                        "text": '"<<-EOT\n    a "quoted" \\d\n      b\n    EOT"',
                        "when": '${a && b ? upper("x\\n") : [for k, v in m : k if v > 1]}',
                        "block": [{"__is_block__": True}],
                        "__comments__": [{"value": "beside"}],
                        "__inline_comments__": [{"value": "inside"}],
                        "__is_block__": True,
                    }
                }
            }
        ],
        "__comments__": [{"value": "Top."}],
    }


def options(**fields: bool) -> python_hcl2.SerializationOptions:
    return python_hcl2.SerializationOptions(**fields)


@pytest.mark.parametrize(
    ("given", "text", "expected"),
    [
        (options(with_comments=False), "# c\na = 1\n", {"a": 1}),
        (options(with_meta=True, explicit_blocks=False), "\nb {\n}\n", {"b": [{"__start_line__": 2, "__end_line__": 3}]}),
        (options(wrap_objects=True), "a = { b = 1, c = [2] }\n", {"a": "${{b = 1, c = [2]}}"}),
        (options(wrap_tuples=True), "a = [1, x, null]\n", {"a": "${[1, x, null]}"}),
        (options(preserve_heredocs=False), 'a = <<E\nx "y"\nE\n', {"a": '"x \\"y\\""'}),
        (options(force_operation_parentheses=True), "a = 1 + 2 * b\n", {"a": "${1 + (2 * b)}"}),
        (options(force_operation_parentheses=True), "a = b - c - !d\n", {"a": "${(b - c) - (!d)}"}),
        (options(), "a = 1e3\n", {"a": "${1e3}"}),
        (options(preserve_scientific_notation=False), "a = 1e3\n", {"a": 1000.0}),
        (options(strip_string_quotes=True), 'a = "x\\n\\u0041$${y}"\n', {"a": "x\nA$${y}"}),
        (options(strip_string_quotes=True), 'a = "\\n${f("\\n")}"\n', {"a": '\n${f("\\n")}'}),
        (options(strip_string_quotes=True, explicit_blocks=False), 'b "x" {}\n', {"b": [{"x": {}}]}),
    ],
)
def test_python_hcl2_has_every_option(
    given: python_hcl2.SerializationOptions, text: str, expected: Any
) -> None:
    assert python_hcl2.loads(text, serialization_options=given) == expected
    assert python_hcl2.serialize(python_hcl2.parses(text), serialization_options=given) == expected


def test_python_hcl2_returns_what_version_7_returned() -> None:
    text = 'b "x" {\n  a = "v"\n  h = <<-E\n    1\n     2\n    E\n}\n'
    assert python_hcl2.loads_v7(text) == {"b": [{"x": {"a": "v", "h": "1\n 2"}}]}
    assert python_hcl2.load_v7(io.StringIO(text), with_meta=True)["b"][0]["x"]["__end_line__"] == 7
    with pytest.raises(ValueError, match="both an attribute and a block are named b"):
        python_hcl2.loads_v7("b = 1\nb {}\n")


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("string", "string"),
        ("map", "${map}"),
        ("[number, x, null, true]", ["number", "${x}", None, True]),
        ("foo.0.id", "${foo[0].id}"),
        ("- 1", "${-1}"),
        ("1e5", "${1e5}"),
        ("1E5", 100000.0),
        (r'"\u00e9\n\"q\""', '\\u00e9\n"q"'),
        (r'{ a.b = 1, "${k}" = 2, (k) = 3, "q" = 4 }', {"a.b": 1, '"${k}"': 2, "${(k)}": 3, "q": 4}),
        ('merge(x, { Name = "y", on = true })', '${merge(x, {"Name": "y", "on": true})}'),
        ('contains(["a", b], "c")', '${contains([a, ${b}], "c")}'),
        ('f(x...)', "${f(x)}"),
        ('x ? { a = ["b"] } : null', "${x ? {'a': ['b']} : null}"),
        ("x ? true : false", "${x ? True : False}"),
        ("a != null && b != null", "${a != None && b != null}"),
        ("a == true ? [] : b == true", "${a == True ? [] : b == true}"),
        ('"a" == "b"', 'a" == "b'),
        ("{ for k, v in m : k => v... if v }", "${{for k , v in m : k => v ... if v}}"),
        ('f({ a = "${g("é")}" })', '${f({"a": "${g("\\u00e9")}"})}'),
        ('"${true}-%{ if x == y }z%{ endif }"', "${True}-%{ if x == y }z%{ endif }"),
        ("<<EOT\n  a\\n ${x}\n\nEOT\n", "  a\n ${x}"),
    ],
)
def test_version_7_has_the_notation_of_python_and_json_in_expressions(expression: str, expected: Any) -> None:
    assert python_hcl2.loads_v7(f"a = {expression}\n") == {"a": expected}


def test_json_in_json_of_version_7_is_bounded() -> None:
    text = '"\\\\"'
    for _ in range(60):
        text = f"f({{ a = {text} }})"
    with pytest.raises(ValueError, match="too many nested objects"):
        python_hcl2.loads_v7(f"a = {text}\n")


def test_python_hcl2_reads_back_what_it_writes() -> None:
    data = python_hcl2.loads(TEXT)
    text = python_hcl2.dumps(data)
    assert python_hcl2.loads(text) == data
    assert text.startswith('# Top.\n\nresource "aws_instance" "web" {\n  # beside\n  ami  = var.ami\n')


def test_python_hcl2_reads_back_the_files_of_this_repository() -> None:
    root = Path(__file__).parents[3]
    count = 0
    for path in sorted([*root.glob("examples/**/*.hcl"), *root.glob("spec-tests/**/*.tf")]):
        try:
            data = python_hcl2.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            continue
        assert python_hcl2.loads(python_hcl2.dumps(data)) == data, path
        count += 1
    assert count > 500


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({"a": 1e20, "b": None, "c": [], "d": {}}, "a = 100000000000000000000.0\nb = null\nc = []\nd = {}\n"),
        ({"a": "not a name"}, 'a = "not a name"\n'),
        ({"a": "var.x", "b": "${f(1)}"}, "a = var.x\nb = f(1)\n"),
        ({"b": [{"__is_block__": True}]}, "b {\n}\n"),
        ({"b": [{'"l"': {"x": 1, "__is_block__": True}}]}, 'b "l" {\n  x = 1\n}\n'),
        ({"a": {"k": [1]}}, "a = {\n  k = [\n    1,\n  ],\n}\n"),
    ],
)
def test_python_hcl2_writes_dictionaries(data: Any, text: str) -> None:
    assert python_hcl2.dumps(data) == text


def test_python_hcl2_has_options_for_writing() -> None:
    data = {"a": {"k": 1}, "h": '"<<E\nx\nE"', "s": '"x\\ny\\n"'}
    given = python_hcl2.DeserializerOptions(True, True, True, False)
    layout = python_hcl2.FormatterOptions(indent_length=4)
    text = python_hcl2.dumps(data, deserializer_options=given, formatter_options=layout)
    assert text == 'a = {\n    k : 1\n}\nh = "x\\n"\ns = <<EOF\nx\ny\nEOF\n'


def test_python_hcl2_never_writes_a_file_that_does_not_parse() -> None:
    with pytest.raises(hcl2rs.HclError):
        python_hcl2.dumps({"a": "${1 +}"})
    with pytest.raises(TypeError, match="^a: object cannot be written$"):
        python_hcl2.dumps({"a": object()})
    block = {"x": {"__is_block__": True, "tags": {"k": [1, {2}]}}}
    with pytest.raises(TypeError, match=r"^b\[1\]\.x\.tags\.k\[1\]: set cannot be written$"):
        python_hcl2.dumps({"b": [{"__is_block__": True}, block]})
    with pytest.raises(TypeError, match=r"^b\[1\]: a block must be a dict$"):
        python_hcl2.dumps({"b": [{"__is_block__": True}, 1]})
    endless: dict[str, Any] = {}
    endless["a"] = endless
    with pytest.raises(RecursionError):
        python_hcl2.dumps(endless)


def test_python_hcl2_has_trees_builders_and_queries() -> None:
    tree = python_hcl2.parse(io.StringIO(TEXT))
    assert python_hcl2.reconstruct(python_hcl2.transform(tree)) == TEXT
    assert "#" not in python_hcl2.reconstruct(python_hcl2.parses(TEXT, discard_comments=True))
    again = python_hcl2.from_json(json.dumps(tree.serialize()))
    assert again.serialize() == tree.serialize()
    builder = python_hcl2.Builder({"a": 1})
    builder.block("b", ['"l"'], x=2).block("c")
    out = io.StringIO()
    python_hcl2.dump(builder.build(), out)
    assert python_hcl2.load(io.StringIO(out.getvalue())) == {
        "a": 1,
        "b": [{'"l"': {"x": 2, "c": [{"__is_block__": True}], "__is_block__": True}}],
    }
    (block,) = python_hcl2.query(TEXT).blocks("resource", "aws_instance")
    assert (block.block_type, block.name_labels) == ("resource", ["aws_instance", "web"])
    attribute = block.attribute("size")
    assert attribute is not None and attribute.value == "${2 * -3}"


def test_bc_has_lists_and_lines() -> None:
    data = bc.load(io.StringIO(TEXT))
    web = data["resource"][0]["aws_instance"]["web"]
    assert (web["__start_line__"], web["__end_line__"]) == (2, 14)
    assert web["ami"] == ["${var.ami}"]
    assert web["tags"] == [{"Name": "web-${var.env}", "a b": [1, True, None], "var.k": 1.5}]
    assert web["text"] == ['a "quoted" \\d\n  b']
    assert web["when"] == ['${a && b ? upper("x\\n") : [for k , v in m : k if v > 1]}']
    assert web["block"] == [{}]
    assert bc.loads("a = { true = 1, null = 2, 3 = 4 }\n") == {"a": [{"true": 1, "null": 2, 3: 4}]}


def test_bc_keeps_the_quotes_of_templates_with_other_quotes() -> None:
    text = 'a = "x-${f("y")}"\nb = "${f("y")}"\nc = "say \\"x\\""\nd = ""\n'
    assert bc.loads(text) == {"a": ['${"x-${f("y")}"}'], "b": ['${f("y")}'], "c": ['say \\"x\\"'], "d": [""]}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("[a, [1, null]]", ["${a}", [1, None]]),
        ('{ a = "x", "b" = true, c = { d = 1.5 } }', {"a": "x", "b": True, "c": {"d": 1.5}}),
        ('{ a = 1, "a" = 2, (b) = 3, 4 = 5 }', {"a": 2, "b": 3, 4: 5}),
        (r"""["it's", "\"", "it's \"", "a\nb\\", "é", "\u00e9", g("'")]""", None),
        ("[]", []),
        ("{}", {}),
        ("[-1, 1e3, (2)]", ["${-1}", 1000.0, 2]),
        ("{ null = 1, true = 2 }", {"null": 1, "true": 2}),
    ],
)
def test_bc_has_the_notation_of_python_in_expressions(expression: str, value: Any) -> None:
    data = bc.loads(f"a = {expression}\nb = f({expression})\n")
    assert value is None or data["a"] == [value]
    assert data["b"] == [f"${{f({data['a'][0]!r})}}"]


def test_pygohcl_nests_blocks_and_has_expressions_as_text() -> None:
    data = pygohcl.loads('a "x" {\n  s = "1${v}"\n}\na "y" {}\nb {}\nb {}\n')
    assert data == {"a": {"x": {"s": "1v"}, "y": {}}, "b": [{}, {}]}
    assert pygohcl.loadb(b's = "1${v}"\n', keep_interpolations=True) == {"s": "1${v}"}
    assert pygohcl.attributes_loads("a = [1, 2]\nb = 1 + 2\n") == {"a": [1, 2], "b": "1 + 2"}
    with pytest.raises(pygohcl.HCLParseError, match="Variables not allowed"):
        pygohcl.attributes_loads("a = b\n")
    with pytest.raises(pygohcl.HCLParseError, match="expected attributes only"):
        pygohcl.attributes_loads("a {}\n")
    pygohcl.eval_var_condition("var.n < 3", "no ${var.n}", "n", "2")
    with pytest.raises(pygohcl.ValidationError, match="no 5"):
        pygohcl.eval_var_condition("var.n < 3", "no ${var.n}", "n", "5")
    with pytest.raises(pygohcl.UnknownFunctionError):
        pygohcl.eval_var_condition("nope(var.n)", "no", "n", "5")


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("1.0", 1),
        ("1e3", 1000),
        ("1e30", 10**30),
        ("0.5", 0.5),
        ("!true", False),
        ('"${1}"', 1),
        ('"${x}"', "x"),
        ('"${"${x}"}"', "x"),
        ('"a ${~ x ~} ${"q"}"', "a${x}q"),
        ('"%{~ if x ~}${y}%{ else ~}z%{ endif }"', "%{if x}${y}%{else}z%{endif}"),
        ('"%{ for k, v in m }${k}%{ endfor }"', "%{for k, v in m}${k}%{endfor}"),
        ('{ "${x}" = 1, "a ${x}" = 2, "${1}" = 3 }', {"${x}": 1, "a ${x}": 2, "1": 3}),
    ],
)
def test_pygohcl_has_literals_and_templates_as_values(expression: str, expected: Any) -> None:
    found = pygohcl.loads(f"a = {expression}\n", keep_interpolations=True)["a"]
    assert found == expected and type(found) is type(expected)


def test_hcl2json_is_the_command() -> None:
    assert hcl2json.loads("a = x\nb {\n  c = 1 + 1\n}\n") == {"a": "${x}", "b": [{"c": "${1 + 1}"}]}
    assert hcl2json.loads("a = 1 + 1 # c\n", simplify=True, comments=True) == {"__comments__": ["c"], "a": 2}
    assert hcl2json.loads("a = 1\n", ranges=True)["__ranges__"]["a"]["end"]["column"] == 6


@pytest.mark.parametrize(
    "source",
    [
        # Blocks and attributes.
        'a "x" "y" {}\na "x" "z" {\n  b = 1\n}\na "x" "y" {}\nc {}\nc {}\n',
        'a "x" {}\na "x" "y" {}\na {}\n',
        'a "x" "y" {}\na "x" {}\n',
        'a = 1\na "x" {}\n',
        'a "x" {}\na = {}\n',
        'a = { x = 1 }\na "x" {}\n',
        "a " + '"l" ' * 501 + "{}\n",
        # Numbers.
        "a = [0, -0, - 5, -5.50, 007, 0e5, 1., 1.e1, 1.5e3, 1e400, -1e400, 0.1, 123456789012345678901234567890]\n",
        # Objects.
        'a = { x = 1, "x" = 2, "y/z" = 3, "" = 4 }\n',
        'a = { (x) = 1, 2 = 3, true = 4, "a${b}" = 5, aws.west = 6, "$" = 7, null = 8 }\n',
        'a = { é = 1, "e\u0301" = 2 }\n',
        # Strings and templates.
        r'a = ["", "\"x\" ${b}\n", "$${x}", "%%{x}", "${x}", "${"x"}", "x\u00e9", "é", "$", "50%", "a<${b}"]' + "\n",
        'a = ["%{ if x }y%{ endif }", "${~ x ~} y", "e\u0301", ("x"), "a" == "b"]\n',
        "a = <<E\nx ${y}\nE\nb = <<-E\n  x\n  E\nc = f(<<E\nx\nE\n)\n",
        # Others.
        'a = [true, null, !true, (1), [for x in y : x], {for x in y : x => x}, x ? 1 : "2", x.y[0].*.z]\n',
        "a = " + "[" * 240 + "]" * 240 + "\n",
    ],
)
def test_dictionaries_of_hcl2json_are_those_of_its_json(source: str) -> None:
    def read(loads: Callable[[str], Any]) -> tuple[Any, Any]:
        try:
            return repr(loads(source)), None
        except hcl2rs.HclError as error:
            return None, (str(error), error.diagnostics[0].code)

    def from_json(source: str) -> Any:
        return hcl2json._DECODER.decode(hcl2json.dumps(source))

    assert read(hcl2json.loads) == read(from_json)


def test_a_number_greater_than_any_float_is_exact() -> None:
    for found in [
        hcl2json.loads("a = 1e400\n")["a"],
        pygohcl.loads("a = 1e400\n")["a"],
        bc.loads("a = [1E400]\n")["a"][0][0],
        python_hcl2.loads_v7("a = 1E400\n")["a"],
    ]:
        assert found == 10**400 and isinstance(found, int)
    given = options(preserve_scientific_notation=False)
    assert python_hcl2.loads("a = 1e400\n", serialization_options=given) == {"a": "${1e400}"}


def test_the_shim_is_the_module_of_python_hcl2(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "shim"))
    hcl2 = importlib.import_module("hcl2")
    assert hcl2.loads('a = "b"\n') == {"a": '"b"'}
    assert hcl2.dumps({"a": 1}) == "a = 1\n"
    assert set(python_hcl2.__all__) < set(hcl2.__all__)
    for name in ["api", "builder", "deserializer", "formatter", "utils"]:
        module = importlib.import_module(f"hcl2.{name}")
        assert all(getattr(module, public) is getattr(hcl2, public) for public in module.__all__)
    assert importlib.import_module("hcl2.const").IS_BLOCK == "__is_block__"


def test_decimals_are_written_exactly() -> None:
    value = decimal.Decimal("0.10000000000000000000001")
    assert python_hcl2.dumps({"a": value, "b": [decimal.Decimal("1E+3")]}) == f"a = {value}\nb = [\n  1E+3,\n]\n"
    for value in decimal.Decimal("NaN"), decimal.Decimal("-Infinity"):
        with pytest.raises(ValueError, match=f"^a: {value} cannot be written$"):
            python_hcl2.dumps({"a": value})


def test_files_read_back_equal_with_their_comments() -> None:
    """`HCL2_CORPUS` names another directory than that of the specification tests."""
    corpus = Path(os.environ.get("HCL2_CORPUS", Path(__file__).parents[3] / "spec-tests"))
    paths = [path for path in sorted(corpus.rglob("*")) if path.suffix in (".tf", ".hcl", ".tfvars")]
    read = comments = 0
    for path in paths:
        try:
            data = python_hcl2.loads(path.read_text(encoding="utf-8"))
        except (hcl2rs.HclError, UnicodeDecodeError):
            continue
        text = python_hcl2.dumps(data)
        assert python_hcl2.loads(text) == data, path
        assert python_hcl2.dumps(python_hcl2.loads(text)) == text, path
        read += 1
        comments += str(data).count("{'value': ")
    print(f"{read} of {len(paths)} files read back equal, with {comments} comments")
    assert read > 400


def test_python_hcl2_raises_exceptions_of_lark_where_it_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    class UnexpectedToken(Exception):
        pass

    class UnexpectedCharacters(Exception):
        pass

    exceptions: Any = types.ModuleType("lark.exceptions")
    exceptions.UnexpectedToken, exceptions.UnexpectedCharacters = UnexpectedToken, UnexpectedCharacters
    monkeypatch.setitem(sys.modules, "lark.exceptions", exceptions)
    readers: list[Any] = [
        python_hcl2.loads,
        python_hcl2.loads_v7,
        python_hcl2.parses,
        python_hcl2.query,
        lambda text: python_hcl2.load(io.StringIO(text)),
    ]
    for read in readers:
        for text, kind in ("a = 1\nb = ", hcl2rs.HclError), ("a = \nb = ", hcl2rs.HclErrorGroup):
            for expected in UnexpectedToken, UnexpectedCharacters, hcl2rs.HclError:
                with pytest.raises(expected) as caught:
                    read(text)
            error: Any = caught.value
            assert issubclass(type(error), kind) and error.__cause__ is None
            assert (error.line, error.column) == ((2, 5) if kind is hcl2rs.HclError else (1, 5))
            assert error.get_context(text) == str(error)
            assert type(pickle.loads(pickle.dumps(error))) is kind
    with pytest.raises(hcl2rs.HclError) as own:
        hcl2rs.parse("b = ")
    assert not isinstance(own.value, UnexpectedToken)
