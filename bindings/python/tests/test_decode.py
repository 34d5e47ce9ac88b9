"""Decoding into classes, and reading directories."""

import dataclasses
import decimal
import enum
import typing
from typing import Any, Optional, Union
from pathlib import Path

import pytest

import hcl2rs


@dataclasses.dataclass
class Listen:
    labels: list[str]
    port: int


@dataclasses.dataclass
class Limits:
    cpu: float = 1.0


@dataclasses.dataclass
class App:
    name: str
    listen: list[Listen]
    limits: typing.Optional[Limits] = None
    tags: dict[str, str] = dataclasses.field(default_factory=dict)
    zone: typing.Literal["a", "b"] = "a"


def test_a_body_becomes_a_dataclass() -> None:
    text = 'name = "x-${env}"\ntags = { k = "v" }\nlisten "http" {\n  port = 80\n}\nlimits {\n  cpu = 2\n}\n'
    app = hcl2rs.decode(hcl2rs.parse(text), App, {"env": "p"})
    assert app == App("x-p", [Listen(["http"], 80)], Limits(2.0), {"k": "v"})
    assert hcl2rs.decode(hcl2rs.parse('name = "x"\n'), App) == App("x", [])


def test_every_problem_has_its_place() -> None:
    text = 'listen "http" {\n  port = "80"\n}\nlimits {}\nlimits {}\nzone = "c"\nmore = 1\nother {}\n'
    with pytest.raises(hcl2rs.HclErrorGroup) as caught:
        hcl2rs.decode(hcl2rs.parse(text, name="app.hcl"), App)
    found = [(problem.code.split("::")[2], problem.range and problem.range.start.line) for problem in caught.value.diagnostics]
    assert found == [
        ("missing-attribute", 1),
        ("invalid-value", 2),
        ("duplicate-block", 5),
        ("invalid-value", 6),
        ("unsupported-attribute", 7),
        ("unsupported-block", 8),
    ]
    assert [problem.code for problem in caught.value.diagnostics][2] == "hcl2::decode::duplicate-block"
    assert caught.value.diagnostics[1].rendered == (
        "app.hcl:2:10: error[hcl2::decode::invalid-value]: Invalid value\n"
        '  2 |   port = "80"\n'
        "    |          ^^^^\n"
        "  The attribute `port` must be int, not str."
    )
    (typo,) = problems_of("nmae = 1\n", App)
    assert typo.rendered.endswith("  help: use `name`\n  1 | name = 1\n    | ++++")


def problems_of(text: str, model: type) -> list[hcl2rs.Diagnostic]:
    with pytest.raises(hcl2rs.HclError) as caught:
        hcl2rs.decode(hcl2rs.parse(text, name="app.hcl"), model)
    return caught.value.diagnostics


def test_a_body_becomes_a_model_of_pydantic() -> None:
    pydantic: Any = pytest.importorskip("pydantic")

    class Server(pydantic.BaseModel):  # type: ignore[misc]
        port: int
        host: str = "x"

    class Config(pydantic.BaseModel):  # type: ignore[misc]
        server: list[Server]

    Server.__module__ = Config.__module__ = __name__
    config = hcl2rs.decode(hcl2rs.parse("server {\n  port = 1\n}\n"), Config)
    assert config.server[0].port == 1
    with pytest.raises(hcl2rs.HclError) as caught:
        hcl2rs.decode(hcl2rs.parse('server {\n  port = "x"\n}\n'), Config)
    assert caught.value.diagnostics[0].range is not None
    assert caught.value.diagnostics[0].range.start.line == 2


def test_pydantic_checks_the_fields_beside_broken_blocks() -> None:
    pydantic: Any = pytest.importorskip("pydantic")

    class Server(pydantic.BaseModel):  # type: ignore[misc]
        port: int

    class Config(pydantic.BaseModel):  # type: ignore[misc]
        server: Server
        level: Mode
        size: int

    Server.__module__ = Config.__module__ = __name__
    found = problems_of('level = "fsat"\nserver {\n  port = "x"\n}\nmore = 1\n', Config)
    assert [(problem.range and problem.range.start.line, problem.detail.split(":")[0]) for problem in found] == [
        (3, "port"),
        (1, "The attribute `size` is required."),
        (5, "No attribute is named `more` here."),
        (1, "level"),
    ]


def test_a_similar_value_is_suggested() -> None:
    (problem,) = problems_of('mode = "fsat"\nratio = 1\npath = "x"\n', Converted)
    assert problem.detail == "The attribute `mode` must be one of 'fast', 'slow', not 'fsat'. Did you mean 'fast'?"
    assert problem.suggestions[0].replacement == '"fast"'


def vars_of(server: Any) -> tuple[Any, Any]:
    return server.port, server.host


def test_a_body_becomes_a_class_of_attrs() -> None:
    attr: Any = pytest.importorskip("attr")

    @attr.define
    class Server:
        port: int
        host: str = "x"

    assert vars_of(hcl2rs.decode(hcl2rs.parse("port = 1\n"), Server)) == (1, "x")
    with pytest.raises(hcl2rs.HclError):
        hcl2rs.decode(hcl2rs.parse("port = true\n"), Server)


@pytest.mark.parametrize("model", [int, 3, "Server", Listen(["a"], 1)])
def test_other_classes_are_refused(model: Any) -> None:
    with pytest.raises(TypeError, match="is no dataclass, named tuple, typed dictionary, class of attrs, or model of pydantic"):
        hcl2rs.decode(hcl2rs.parse(""), model)


def test_directories_are_read_in_threads(tmp_path: Path) -> None:
    for index in range(100):
        folder = tmp_path / f"m{index % 7}"
        folder.mkdir(exist_ok=True)
        (folder / f"{index:03}.tf").write_text(f"a = {index}\n" if index != 50 else "a = ")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden/x.tf").write_text("")
    (tmp_path / "notes.txt").write_text("")
    found = list(hcl2rs.iter_files(tmp_path, threads=4))
    assert [path for path, _ in found] == sorted(path for path, _ in found) and len(found) == 100
    wrong = [path.name for path, file in found if isinstance(file, hcl2rs.HclError)]
    assert wrong == ["050.tf"]
    assert sum(file["a"].value() for _, file in found if isinstance(file, hcl2rs.File)) == 4950 - 50


class Mode(enum.Enum):
    FAST = "fast"
    SLOW = "slow"


@dataclasses.dataclass
class Converted:
    mode: Mode
    ratio: decimal.Decimal
    path: Path
    modes: list[Mode] = dataclasses.field(default_factory=list)
    limits: dict[str, Union[int, decimal.Decimal, None]] = dataclasses.field(default_factory=dict)
    scale: float = 1.0


def test_values_become_what_fields_hold() -> None:
    text = 'mode = "fast"\nratio = 0.1\npath = "/tmp"\nmodes = ["slow"]\nlimits = { a = 1, b = 2.5, c = null }\nscale = 2\n'
    limits: dict[str, Union[int, decimal.Decimal, None]] = {"a": 1, "b": decimal.Decimal("2.5"), "c": None}
    expected = Converted(Mode.FAST, decimal.Decimal("0.1"), Path("/tmp"), [Mode.SLOW], limits, 2.0)
    assert hcl2rs.decode(hcl2rs.parse(text), Converted) == expected
    wrong = 'mode = "quick"\nratio = "0.1"\npath = 1\nmodes = "slow"\nscale = 1e999\nlimit = {}\n'
    with pytest.raises(hcl2rs.HclErrorGroup) as caught:
        hcl2rs.decode(hcl2rs.parse(wrong), Converted)
    *problems, unknown = caught.value.diagnostics
    assert [problem.detail for problem in problems] == [
        "The attribute `mode` must be one of 'fast', 'slow', not 'quick'.",
        "The attribute `ratio` must be Decimal, not str.",
        "The attribute `path` must be Path, not int.",
        f"The attribute `modes` must be {list[Mode]}, not str.",
        "The attribute `scale` must be float, not int.",
    ]
    assert unknown.detail == "No attribute is named `limit` here. Did you mean `limits`?"
    assert [(found.text, found.replacement) for found in unknown.suggestions] == [("use `limits`", "limits")]


def test_text_is_not_decoded() -> None:
    body: Any = "mode = 1\n"
    with pytest.raises(TypeError, match="expected a file or a block, which `parse` returns, not str"):
        hcl2rs.decode(body, Converted)


@dataclasses.dataclass
class Collections:
    pair: typing.Tuple[int, str] = (0, "")
    numbers: typing.Tuple[int, ...] = ()
    names: typing.Set[str] = dataclasses.field(default_factory=set)
    fixed: typing.FrozenSet[int] = frozenset()
    by_name: typing.Dict[str, Limits] = dataclasses.field(default_factory=dict)
    several: typing.Tuple[Limits, ...] = ()
    limits: typing.Optional[Limits] = None


def test_lists_become_tuples_and_sets() -> None:
    text = 'pair = [1, "a"]\nnumbers = [1, 2, 3]\nnames = ["a", "b", "a"]\nfixed = [1]\n'
    assert hcl2rs.decode(hcl2rs.parse(text), Collections) == Collections((1, "a"), (1, 2, 3), {"a", "b"}, frozenset({1}))
    for text, kind in ("pair = [1]", "Tuple[int, str]"), ("names = [[1]]", "str"), ('numbers = ["x"]', "int"):
        (problem,) = problems_of(text + "\n", Collections)
        assert kind in problem.detail and problem.code == "hcl2::decode::invalid-value"


def test_blocks_become_dictionaries_and_tuples() -> None:
    text = 'by_name "a" {\n  cpu = 2\n}\nby_name "b" {}\nseveral {}\nseveral {\n  cpu = 3\n}\n'
    found = hcl2rs.decode(hcl2rs.parse(text), Collections)
    assert found.by_name == {"a": Limits(2.0), "b": Limits()} and found.several == (Limits(), Limits(3.0))
    problems = problems_of('by_name {}\nby_name "a" {}\nby_name "a" {}\n', Collections)
    assert [(problem.code, str(problem.range)) for problem in problems] == [
        ("hcl2::body::missing-label", "app.hcl:1:1"),
        ("hcl2::decode::duplicate-labels", "app.hcl:3:1"),
    ]


def test_objects_become_classes_where_blocks_do() -> None:
    text = "limits = { cpu = 2 }\nby_name = { a = { cpu = 3 } }\nseveral = [{}]\n"
    assert hcl2rs.decode(hcl2rs.parse(text), Collections) == Collections(
        by_name={"a": Limits(3.0)}, several=(Limits(),), limits=Limits(2.0)
    )
    for text, code, place, detail in [
        (
            "limits = { cup = 2 }",
            "hcl2::body::unsupported-attribute",
            "app.hcl:1:12",
            "No attribute is named `cup` here. Did you mean `cpu`?",
        ),
        (
            'several = [{}, { cpu = "x" }]',
            "hcl2::decode::invalid-value",
            "app.hcl:1:24",
            "The attribute `several[1].cpu` must be float, not str.",
        ),
        ("limits = 1", "hcl2::decode::invalid-value", "app.hcl:1:10", f"The attribute `limits` must be {LIMITS}, not int."),
    ]:
        (problem,) = problems_of(text + "\n", Collections)
        assert (problem.code, str(problem.range), problem.detail) == (code, place, detail)


LIMITS = str(typing.Optional[Limits]).replace("typing.", "")


def test_every_part_of_an_object_has_its_place() -> None:
    text = 'several = [{ cpu = 1 }, { cpu = "x", cup = 1 }, 3]\nnumbers = ["a", 1, true]\npair = [false, 1]\n'
    assert [(str(problem.range), problem.detail) for problem in problems_of(text, Collections)] == [
        ("app.hcl:3:9", "The attribute `pair[0]` must be int, not bool."),
        ("app.hcl:3:16", "The attribute `pair[1]` must be str, not int."),
        ("app.hcl:2:12", "The attribute `numbers[0]` must be int, not str."),
        ("app.hcl:2:20", "The attribute `numbers[2]` must be int, not bool."),
        ("app.hcl:1:33", "The attribute `several[1].cpu` must be float, not str."),
        ("app.hcl:1:38", "No attribute is named `cup` here."),
        ("app.hcl:1:49", "The attribute `several[2]` must be Limits, not int."),
    ]
    # As far as the parts are written there.
    with pytest.raises(hcl2rs.HclError) as caught:
        hcl2rs.decode(hcl2rs.parse("several = [x]\n"), Collections, {"x": {"cpu": "y"}})
    (problem,) = caught.value.diagnostics
    assert (str(problem.range), problem.detail) == (
        "<string>:1:12",
        "The attribute `several[0].cpu` must be float, not str.",
    )


def test_suggestions_of_names_keep_quotes_and_labels() -> None:
    (block,) = problems_of('lisen "http" {}\nname = "x"\n', App)
    assert [(found.replacement, found.range and found.range.end.column) for found in block.suggestions] == [("listen", 6)]
    with pytest.raises(hcl2rs.HclError) as caught:
        hcl2rs.decode(hcl2rs.parse('{"limits": {"cup": 1}, "nmes": []}', name="app.json"), Collections)
    assert [str(problem.suggestions[0].replacement) for problem in caught.value.diagnostics] == ['"cpu"', '"names"']


class Rule(typing.NamedTuple):
    port: int
    labels: list[str] = []


class Extra(typing.TypedDict, total=False):
    weight: float


class Service(Extra):
    name: str
    rule: list[Rule]
    extra: "Optional[Extra]"


def test_bodies_become_named_tuples_and_typed_dictionaries() -> None:
    text = 'name = "x"\nweight = 1\nrule "a" {\n  port = 80\n}\nrule "b" {\n  port = 81\n}\n'
    service = hcl2rs.decode(hcl2rs.parse(text + "extra = { weight = 2 }\n"), Service)
    assert service == {
        "name": "x",
        "weight": 1.0,
        "rule": [Rule(80, ["a"]), Rule(81, ["b"])],
        "extra": {"weight": 2.0},
    }
    assert isinstance(service["weight"], float) and isinstance(service["rule"][0], Rule)
    assert hcl2rs.decode(hcl2rs.parse("port = 1\n"), Rule) == Rule(1)
    found = [
        (problem.code.split("::")[2], str(problem.range))
        for problem in problems_of('weight = "x"\nrule {\n  prot = 1\n}\nextra = { wieght = 1, weight = true }\n', Service)
    ]
    assert found == [
        ("invalid-value", "app.hcl:1:10"),
        ("missing-attribute", "app.hcl:1:1"),
        ("unsupported-attribute", "app.hcl:3:3"),
        ("invalid-value", "app.hcl:5:32"),
        ("unsupported-attribute", "app.hcl:5:11"),
    ]


def test_items_of_typed_dictionaries_may_be_left_out() -> None:
    extensions: Any = pytest.importorskip("typing_extensions")
    required, optional = extensions.Required, extensions.NotRequired
    item = extensions.TypedDict("item", {"a-b": required[int], "c": optional[str], "d": "int"}, total=False)
    assert hcl2rs.decode(hcl2rs.parse("a-b = 1\n"), item) == {"a-b": 1}
    (problem,) = problems_of("c = 1\na-b = 1\n", item)
    assert problem.detail == "The attribute `c` must be str, not int."
    (problem,) = problems_of("d = 1\n", item)
    assert problem.detail == "The attribute `a-b` is required."


@dataclasses.dataclass
class WithDefaults:
    limits: typing.Tuple[Limits, ...] = (Limits(7.0),)


def test_fields_without_blocks_keep_their_defaults() -> None:
    assert hcl2rs.decode(hcl2rs.parse(""), WithDefaults) == WithDefaults()
    assert hcl2rs.decode(hcl2rs.parse("limits {}\n"), WithDefaults) == WithDefaults((Limits(),))


def test_fields_have_aliases() -> None:
    pydantic: Any = pytest.importorskip("pydantic")
    model = pydantic.create_model("Rule", from_=(int, pydantic.Field(alias="from")))
    assert hcl2rs.decode(hcl2rs.parse("from = 1\n"), model).from_ == 1
    (problem,) = problems_of('from = "x"\n', model)
    assert str(problem.range) == "app.hcl:1:8"
    attrs: Any = pytest.importorskip("attrs")
    private = attrs.make_class("Private", {"_size": attrs.field(type=int)})
    assert hcl2rs.decode(hcl2rs.parse("size = 1\n"), private)._size == 1


@dataclasses.dataclass
class Nested:
    host: str


@dataclasses.dataclass
class Required:
    size: int
    server: Nested


def test_a_misspelled_required_name_is_one_problem() -> None:
    for text, detail in [
        ('siz = 1\nserver {\n  host = "a"\n}\n', "No attribute is named `siz` here. Did you mean `size`?"),
        ('size = 1\nservr {\n  host = "a"\n}\n', "No block is named `servr` here. Did you mean `server`?"),
        ('size = 1\nserver {\n  hots = "a"\n}\n', "No attribute is named `hots` here. Did you mean `host`?"),
    ]:
        with pytest.raises(hcl2rs.HclError) as caught:
            hcl2rs.decode(hcl2rs.parse(text), Required)
        assert [problem.detail for problem in caught.value.diagnostics] == [detail]


def test_names_of_other_libraries_are_explained() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'loads'; use `hcl2rs.parse"):
        hcl2rs.loads  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="has no attribute 'other'$"):
        hcl2rs.other  # type: ignore[attr-defined]
