"""Files, bodies, blocks, attributes and comments."""

import io
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import hcl2rs

TEXT = """\
# The region.
region = "eu-1"

// Web servers.
/* They are
   cheap. */
resource "aws_instance" "web" {
  ami   = var.ami # pinned
  count = 2

  ingress {
    port = 443
  }
} # end

resource "aws_instance" "db" {}
"""


@pytest.fixture
def file() -> hcl2rs.File:
    return hcl2rs.parse(TEXT, name="main.tf")


def test_blocks_are_found_by_type_and_labels(file: hcl2rs.File) -> None:
    assert [block.labels for block in file.blocks("resource")] == [["aws_instance", "web"], ["aws_instance", "db"]]
    assert [block.type for block in file.blocks()] == ["resource", "resource"]
    assert file.block("resource", "aws_instance", "db").attributes == {}
    assert file.blocks("resource", "aws_instance", "web", "more") == []
    with pytest.raises(LookupError, match="2 blocks resource"):
        file.block("resource")
    with pytest.raises(LookupError, match="no block data"):
        file.block("data")


def test_attributes_have_expressions_ranges_and_comments(file: hcl2rs.File) -> None:
    web = file.block("resource", "aws_instance", "web")
    assert list(web.attributes) == ["ami", "count"]
    ami = web["ami"]
    assert (ami.expression.text, ami.expression.kind, ami.comment) == ("var.ami", "reference", "pinned")
    assert ami.expression.references == ["var.ami"]
    assert str(ami.range) == "main.tf:8:3"
    assert (ami.range.start.byte, ami.range.end.byte) == (TEXT.index("ami "), TEXT.index(" # pinned"))
    assert web["count"].value() == 2
    assert web.get("nope") is None
    assert "ami" in web and "nope" not in web
    with pytest.raises(KeyError):
        web["nope"]
    assert [item.range.start.line for item in web] == [8, 9, 11]


def test_comments_are_attached_to_items(file: hcl2rs.File) -> None:
    assert file["region"].comments == ["The region."]
    web = file.block("resource", "aws_instance", "web")
    assert web.comments == ["Web servers.", "They are", "cheap."]
    assert web.comment == "end"
    assert file.block("resource", "aws_instance", "db").comments == []
    assert [text for text, _ in web.all_comments] == ["pinned"]
    assert [text for text, _ in file.references] == ["var.ami"]


def test_sources_are_text_bytes_paths_and_files(tmp_path: Path) -> None:
    path = tmp_path / "main.hcl"
    path.write_text("a = 1\n")
    with path.open() as text, path.open("rb") as binary:
        sources: list[Any] = ["a = 1\n", b"a = 1\n", path, text, binary, io.StringIO("a = 1\n"), io.BytesIO(b"a = 1\n")]
        assert [hcl2rs.parse(source)["a"].value() for source in sources] == [1] * 7
    assert hcl2rs.parse(path).name == str(path)
    with pytest.raises(FileNotFoundError):
        hcl2rs.parse(tmp_path / "missing.hcl")
    with pytest.raises(TypeError, match="expected str, bytes, a path or a file, not int"):
        hcl2rs.parse(3)  # type: ignore[arg-type]


def test_json_has_attributes_and_blocks_on_request(tmp_path: Path) -> None:
    path = tmp_path / "main.tf.json"
    path.write_text('{"resource": {"a": {"b": {"size": "${1 + 1}"}}}, "x": [1]}')
    file = hcl2rs.parse(path)
    assert (file.syntax, list(file.attributes)) == ("json", ["resource", "x"])
    block = file.block("resource", "a", label_count=2)
    assert (block.labels, block["size"].value()) == (["a", "b"], 2)
    with pytest.raises(TypeError, match="name the type"):
        file.blocks()


def test_files_are_pickled(file: hcl2rs.File) -> None:
    again = pickle.loads(pickle.dumps(file))
    assert again.block("resource", "aws_instance", "web")["ami"].range == file.block(
        "resource", "aws_instance", "web"
    )["ami"].range
    assert pickle.loads(pickle.dumps(file.range)) == file.range


def test_parts_of_files_are_pickled_with_one_file() -> None:
    file = hcl2rs.parse('a = [1, f(x)]\nb "l" {\n  c {\n    d = var.e # beside\n  }\n}\n', name="main.tf")
    block, inner = file.block("b"), file.block("b").block("c")
    elements = file["a"].expression.elements
    assert elements is not None
    parts: list[Any] = [block, inner, inner["d"], inner["d"].expression, elements[1]]
    again: Any = pickle.loads(pickle.dumps(parts))
    assert [repr(part) for part in again] == [repr(part) for part in parts]
    assert [part.range for part in again] == [part.range for part in parts]
    assert (again[0].labels, again[2].comment, again[3].references, again[4].functions) == (["l"], "beside", ["var.e"], ["f"])
    # The source is in the pickle once, also if there are many parts.
    assert len(pickle.dumps(parts)) < len(pickle.dumps(block)) + 300


def test_keys_that_are_names_are_pickled() -> None:
    pairs = hcl2rs.parse("a = [{ x = 1, \"y\" = { x = 2 } }]\n")["a"].expression.elements
    assert pairs is not None
    outer = pairs[0].pairs
    assert outer is not None
    inner = outer[1][1].pairs
    assert inner is not None
    keys = [outer[0][0], outer[1][0], inner[0][0]]
    again: list[hcl2rs.Expression] = pickle.loads(pickle.dumps(keys))
    assert [(key.text, key.kind, str(key.range)) for key in again] == [
        ("x", "string", "<string>:1:8"),
        ('"y"', "string", "<string>:1:15"),
        ("x", "string", "<string>:1:23"),
    ]
    assert [key.value() for key in again[1:2]] == ["y"]


def test_parts_in_json_syntax_are_pickled_with_one_file() -> None:
    text = '{"b": {"l": [{"c": {"d": [1, {"k": "${var.e}"}]}}, {"c": {"d": 2}}]}, "a": {"x": 3}}'
    file = hcl2rs.parse(text, name="main.tf.json")
    first, second = file.blocks("b", label_count=1)
    inner = first.block("c")
    elements = inner["d"].expression.elements
    assert elements is not None
    ((key, value),) = elements[1].pairs or []
    parts: list[Any] = [first, second, inner, inner["d"], inner["d"].expression, elements[0], key, value, file["a"]]
    again: Any = pickle.loads(pickle.dumps(parts))
    assert [repr(part) for part in again] == [repr(part) for part in parts]
    assert [part.range for part in again] == [part.range for part in parts]
    assert again[1].block("c")["d"].value() == 2
    assert (again[5].value(), again[6].value(), again[7].references, again[8].value()) == (1, "k", ["var.e"], {"x": 3})
    assert len(pickle.dumps(parts)) < len(pickle.dumps(first)) + 700
    with pytest.raises(LookupError, match="no such block"):
        hcl2rs._hcl2rs._json_part(file, "block", [("b", 1, 2)])


def test_static_parts_of_expressions_are_available() -> None:
    file = hcl2rs.parse("list = [1, var.x]\nmap = { a = f(1) }\n")
    elements = file["list"].expression.elements
    assert elements is not None and [(element.text, element.kind) for element in elements] == [
        ("1", "number"),
        ("var.x", "reference"),
    ]
    pairs = file["map"].expression.pairs
    assert pairs is not None and [(key.text, key.kind, value.text, value.kind) for key, value in pairs] == [
        ("a", "string", "f(1)", "call")
    ]
    assert file["map"].expression.functions == ["f"]
    assert file["map"].expression.elements is None


def test_a_file_becomes_a_dictionary() -> None:
    file = hcl2rs.parse('port = 8000 + 80\nhost = var.host\nserver "a" {\n  x = 1\n}\n')
    assert file.to_dict() == {"port": 8080, "host": "${var.host}", "server": {"a": [{"x": 1}]}}
    assert file.to_dict(simplify=False)["port"] == "${8000 + 80}"
    assert json.loads(file.to_json()) == file.to_dict()
    assert hcl2rs.parse('{"a": [1]}', syntax="json").to_dict() == {"a": [1]}


def test_the_package_lists_its_api_alone() -> None:
    assert set(dir(hcl2rs)) == set(hcl2rs.__all__) and "TYPE_CHECKING" not in dir(hcl2rs)
