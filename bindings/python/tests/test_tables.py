"""Tables as Arrow streams, and the same rows in every engine."""

from __future__ import annotations

import importlib.util
import os
import pickle
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hcl2rs

pytest.importorskip("pyarrow")
import pyarrow as pa  # noqa: E402

EXAMPLES = Path(__file__).parents[3] / "examples/tables"
NAMES = [
    "files", "blocks", "attributes", "references", "modules", "variables", "outputs", "locals", "providers",
    "resources", "functions", "problems", "instances",
]  # fmt: skip
Rows = list[tuple[str, ...]]


def questions() -> list[str]:
    text = (EXAMPLES / "questions.sql").read_text()
    code = "\n".join(line for line in text.splitlines() if not line.startswith("--"))
    return [statement.strip() for statement in code.split(";") if statement.strip()]


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory) -> Path:
    spec = importlib.util.spec_from_file_location("company", EXAMPLES / "company.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    root = tmp_path_factory.mktemp("company") / "repositories"
    module.write_company(root)
    return root


def shown(rows: Any) -> Rows:
    return sorted(tuple(str(cell) for cell in row) for row in rows)


def read(company: Path, name: str, **options: Any) -> pa.Table:
    return pa.RecordBatchReader.from_stream(hcl2rs.tables(company, name, **options)).read_all()


def duckdb_stream(company: Path) -> list[Rows]:
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()
    for name in NAMES:
        connection.register(name, pa.RecordBatchReader.from_stream(hcl2rs.tables(company, name)).read_all())
    return [shown(connection.execute(question).fetchall()) for question in questions()]


def parquet(company: Path) -> Path:
    import pyarrow.parquet as pq

    out = company.parent / "parquet"
    out.mkdir(exist_ok=True)
    for name in NAMES:
        pq.write_table(read(company, name), out / f"{name}.parquet")
    return out


def duckdb_parquet(company: Path) -> list[Rows]:
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()
    out = parquet(company)
    for name in NAMES:
        connection.execute(f"CREATE VIEW \"{name}\" AS SELECT * FROM '{out}/{name}.parquet'")
    return [shown(connection.execute(question).fetchall()) for question in questions()]


def datafusion(company: Path) -> list[Rows]:
    module = pytest.importorskip("datafusion")
    context = module.SessionContext()
    out = parquet(company)
    for name in NAMES:
        context.register_parquet(name, str(out / f"{name}.parquet"))
    answers = []
    for question in questions():
        table = context.sql(question).to_arrow_table()
        answers.append(shown(zip(*(column.to_pylist() for column in table.columns))))
    return answers


def polars(company: Path) -> list[Rows]:
    pl = pytest.importorskip("polars")
    frames = {name: pl.DataFrame(hcl2rs.tables(company, name)) for name in NAMES}
    # The SQL of Polars does not look into maps: its table has the tag as a column.
    team = pl.col("tags").map.get("Team").alias("team")
    frames["resources"] = frames["resources"].with_columns(team)
    context = pl.SQLContext(frames)
    answers = []
    for question in questions():
        frame = context.execute(question.replace("tags['Team']", "team"), eager=True)
        answers.append(shown(frame.rows()))
    return answers


def spark_session() -> Any:
    module = pytest.importorskip("pyspark.sql")
    if shutil.which("java") is None:
        pytest.skip("java is not on the path")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = module.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    for key in ("ansi.enabled", "ansi.doubleQuotedIdentifiers", "python.filterPushdown.enabled"):
        builder = builder.config(f"spark.sql.{key}", "true")
    return builder.config("spark.sql.shuffle.partitions", "2").getOrCreate()


def spark_source(company: Path) -> list[Rows]:
    spark = spark_session()
    from hcl2rs.spark import HclDataSource

    spark.dataSource.register(HclDataSource)
    for name in NAMES:
        reader = spark.read.format("hcl").option("table", name).option("parts", "3").option("pushdown", "true")
        frame = reader.load(str(company))
        frame.createOrReplaceTempView(name)
    return [shown(spark.sql(question).collect()) for question in questions()]


def spark_contents(company: Path) -> list[Rows]:
    spark = spark_session()
    from hcl2rs.spark import from_contents

    files = [(str(path), path.read_bytes()) for path in sorted(company.rglob("*")) if path.is_file()]
    frame = spark.createDataFrame(files, "path string, content binary").cache()
    for name in NAMES:
        from_contents(frame, name, root=str(company)).createOrReplaceTempView(name)
    return [shown(spark.sql(question).collect()) for question in questions()]


ENGINES: list[Callable[[Path], list[Rows]]] = [
    duckdb_stream, duckdb_parquet, datafusion, polars, spark_source, spark_contents,
]  # fmt: skip


@pytest.fixture(scope="module")
def expected(company: Path) -> list[Rows]:
    return duckdb_stream(company)


def test_the_questions_have_answers(company: Path, expected: list[Rows]) -> None:
    assert [len(rows) for rows in expected] == [26, 13, 2, 2, 2, 2, 3, 50, 3, 2, 2, 3, 8]
    assert expected[2] == [("hashicorp/aws", "~> 4.0", "25"), ("hashicorp/aws", "~> 5.0", "25")]
    assert expected[4] == [("region", "50"), ("tags", "42")]
    problems = [(path.removeprefix(f"{company}/"), code) for path, code in expected[9]]
    assert problems[0][0] == "pay-01/service-01/latin.tf"
    assert problems[1][0] == "web-00/service-00/broken.tf"


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.__name__)
def test_every_engine_gives_the_same_rows(
    company: Path, expected: list[Rows], engine: Callable[[Path], list[Rows]]
) -> None:
    assert engine(company) == expected


def test_the_commands_of_the_page_run(company: Path) -> None:
    duckdb = Path(sys.executable).with_name("duckdb")
    if not duckdb.exists():
        pytest.skip("the command of DuckDB is not installed")
    page = (EXAMPLES.parents[1] / "docs/tables.md").read_text()
    lines = [line for block in re.findall("```sh\n(.*?)```", page, re.DOTALL) for line in block.splitlines()]
    assert [line.split(" ")[0] for line in lines] == ["hcl2", "duckdb", "hcl2", "duckdb"]
    commands = {"hcl2": f"{sys.executable} -m hcl2rs", "duckdb": f"{duckdb} -csv"}
    printed = []
    for line in lines:
        program, arguments = line.split(" ", 1)
        command = f"{commands[program]} {arguments}"
        run = subprocess.run(command, shell=True, cwd=company.parent, capture_output=True, text=True, check=True)
        printed.append(run.stdout.splitlines())
    assert printed[0] == printed[2] == []
    assert printed[1][0] == "source,version,count_star()" and len(printed[1]) > 2
    assert printed[3][:1] == ["module,address"]


def test_columns_and_rows_are_selected(company: Path) -> None:
    blocks = read(company, "blocks", kind=["module"], columns=["path", "name"])
    assert blocks.column_names == ["path", "name"]
    assert blocks.num_rows == 90
    assert read(company, "resources", type=["aws_s3*"]).num_rows == 50
    assert read(company, "files", module=[f"{company}/web-00/*"]).num_rows == 26
    parts = [read(company, "resources", part=(index, 3)).num_rows for index in range(3)]
    assert sum(parts) == 100 and max(parts) < 100


def test_spark_pushes_filters_down(company: Path) -> None:
    datasource = pytest.importorskip("pyspark.sql.datasource")
    from hcl2rs.spark import HclDataSource

    source = HclDataSource({"path": str(company), "table": "resources", "parts": "1", "pushdown": "true"})
    reader = source.reader(source.schema())
    kept = datasource.EqualTo(("name",), "logs")
    filters = [
        datasource.EqualTo(("type",), "aws_s3_bucket"),
        datasource.StringStartsWith(("module",), f"{company}/web-00/"),
        kept,
    ]
    assert list(reader.pushFilters(filters)) == [kept]
    (partition,) = reader.partitions()
    batches = list(reader.read(partition))
    assert sum(batch.num_rows for batch in batches) == 5


def test_instances_are_planned(tmp_path: Path) -> None:
    for name, text in {
        "live/main.tf": 'module "web" {\n  source = "../modules/web"\n  size   = 2\n}\n',
        "modules/web/main.tf": 'variable "size" {}\nresource "acme_disk" "d" {\n  count = var.size\n  size  = count.index\n}\n',
        "broken/main.tf": 'resource "acme_disk" "d" {\n  count = -1\n}\n',
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    rows = read(tmp_path, "instances", columns=["module", "path", "address", "key", "planned"]).to_pylist()
    assert [tuple(row.values()) for row in rows] == [
        (f"{tmp_path}/live", f"{tmp_path}/modules/web/main.tf", f"module.web.acme_disk.d[{index}]", str(index), planned)
        for index, planned in enumerate(['{"size":0}', '{"size":1}'])
    ]
    assert read(tmp_path, "problems").num_rows == 0
    problems = read(tmp_path, "problems", plans=True, columns=["path", "code"]).to_pylist()
    assert problems == [
        {"path": f"{tmp_path}/broken/main.tf", "code": "hcl2::terraform::invalid-instances"},
        {"path": f"{tmp_path}/modules/web/main.tf", "code": "hcl2::plan::incomplete"},
    ]
    schemas = {"format_version": "1.0", "provider_schemas": {"registry.terraform.io/hashicorp/acme": {"resource_schemas": {
        "acme_disk": {"version": 0, "block": {"attributes": {
            "size": {"type": "number", "optional": True}, "id": {"type": "string", "computed": True},
        }}},
    }}}}  # fmt: skip
    table = read(tmp_path, "instances", columns=["has_schema", "unknown"], schemas=schemas)
    assert table.to_pylist() == [{"has_schema": True, "unknown": ["id"]}] * 2
    with pytest.raises(ValueError, match="the table `instances` needs directories, not contents"):
        hcl2rs._hcl2rs._tables_of_contents([("a", "a/main.tf", b"")], "instances", True)


def test_contents_are_planned_by_repository(tmp_path: Path) -> None:
    pytest.importorskip("pyspark")
    from hcl2rs.spark import _planned

    caller = b'module "web" {\n  source = "../modules/web"\n}\n'
    called = b'variable "size" {\n  default = 2\n}\nresource "acme_disk" "d" {\n  size = var.size\n  text = file("a.txt")\n}\n'
    files = {
        "s3://b/shop/live/main.tf": caller,
        "s3://b/shop/modules/web/main.tf": called,
        "s3://b/shop/live/a.txt": b"A",
        "s3://b/bank/main.tf": b'resource "acme_disk" "d" {\n  count = -1\n}\n',
        "s3://b/evil/../../../x.tf": b'resource "acme_disk" "evil" {}\n',
    }
    given = [("", path, content) for path, content in files.items()]
    batches = list(_planned(given, "s3://b/", "instances"))
    rows = [row for batch in batches for row in batch.to_pylist()]
    assert [(row["repository"], row["module"], row["path"], row["address"], row["planned"]) for row in rows] == [
        ("s3://b/evil", "s3://b/evil", "s3://b/evil/x.tf", "acme_disk.evil", "{}"),
        ("s3://b/shop", "s3://b/shop/live", "s3://b/shop/modules/web/main.tf", "module.web.acme_disk.d", '{"size":2,"text":"A"}'),
    ]  # fmt: skip
    schemas: dict[str, Any] = {"provider_schemas": {}}
    problems = [batch.to_pylist() for batch in _planned(given, "s3://b/", "problems", plans=True, schemas=schemas)]
    assert [(row["path"], row["code"]) for row in problems[0]] == [
        ("s3://b/bank/main.tf", "hcl2::terraform::invalid-instances"),
        ("s3://b/evil/x.tf", "hcl2::plan::incomplete"),
        ("s3://b/shop/modules/web/main.tf", "hcl2::plan::incomplete"),
    ]


def test_parts_are_read_elsewhere(company: Path) -> None:
    whole = hcl2rs.tables(company, "modules")
    parts = pickle.loads(pickle.dumps(whole.parts(3)))
    assert sum(len(part.directories) for part in parts) == 50
    # Neither the tree nor its root is looked at.
    tables = [read(company.parent / "missing", "modules", part=part) for part in parts]
    assert sum(table.num_rows for table in tables) == 90
    rows = sorted(str(row) for table in tables for row in table.to_pylist())
    assert rows == sorted(str(row) for row in read(company, "modules").to_pylist())
    assert repr(hcl2rs.Part([])) == "<Part of 0 directories>"
    with pytest.raises(ValueError, match="a part has no parts"):
        hcl2rs.tables(company, "modules", part=parts[0]).parts()
    gone = hcl2rs.Part([("/gone", True, "/gone/module", None)])
    assert [row["path"] for row in read(company, "problems", part=gone).to_pylist()] == ["/gone/module"]


def test_parts_know_their_root_modules(tmp_path: Path) -> None:
    for path, text in {
        "a/live/main.tf": 'module "m" {\n  source = "../../b/m"\n}\n',
        "b/m/main.tf": 'resource "terraform_data" "t" {}\n',
    }.items():
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text(text)
    parts = pickle.loads(pickle.dumps(hcl2rs.tables(tmp_path, "instances").parts(2)))
    listed = sorted(directory[2:] for part in parts for directory in part.directories)
    assert [(str(path.relative_to(tmp_path)), is_called) for path, is_called in listed] == [("a/live", False), ("b/m", True)]
    rows = [row for part in parts for row in read(Path("/missing"), "instances", part=part).to_pylist()]
    assert [(Path(row["module"]).name, row["address"]) for row in rows] == [("live", "module.m.terraform_data.t")]
    # Without what the driver knows, the module that is called looks like a root module.
    alone = [hcl2rs.Part([(*directory[:3], None)]) for part in parts for directory in part.directories]
    assert sum(read(Path("/missing"), "instances", part=part).num_rows for part in alone) == 2


def test_poisoned_contents_are_rows_of_problems() -> None:
    deep = b"locals {\n  a = " + b"[" * 100_000 + b"\n}\n"
    contents = [("a", "a/deep/main.tf", deep), ("a", "a/latin/main.tf", b"# \xe9\noutput \xff {}\n"), ("a", "a/ok/main.tf", b"")]
    stream = hcl2rs._hcl2rs._tables_of_contents(contents, "problems", True)
    table = pa.RecordBatchReader.from_stream(stream).read_all()
    assert set(table.column("path").to_pylist()) == {"a/deep/main.tf", "a/latin/main.tf"}


def test_a_stream_that_is_not_read_is_released(company: Path) -> None:
    table = hcl2rs.tables(company, "attributes")
    assert table.table == "attributes" and table.part_count == 1
    for _ in range(100):
        table.__arrow_c_stream__()
    assert pa.RecordBatchReader.from_stream(table).schema.metadata == {b"hcl2.schema_version": b"2"}


def test_wrong_arguments_are_refused(company: Path) -> None:
    with pytest.raises(ValueError, match="unknown table `resource`; the tables are files, blocks, "):
        hcl2rs.tables(company, "resource")
    with pytest.raises(ValueError, match="the table `locals` has no column `kind`"):
        hcl2rs.tables(company, "locals", kind=["a"])
    with pytest.raises(ValueError, match="no part 3 of 3"):
        hcl2rs.tables(company, "locals", part=(3, 3))
    with pytest.raises(OSError, match="cannot be read"):
        hcl2rs.tables(company / "missing", "locals")


def test_no_table_contains_a_secret(company: Path) -> None:
    for name in NAMES:
        assert "correct horse" not in str(read(company, name).to_pydict()), name


def test_no_table_contains_what_is_given_to_sensitive_variables_elsewhere(tmp_path: Path) -> None:
    files = {
        "app/main.tf": 'variable "pin" {\n  sensitive = true\n}\nresource "terraform_data" "d" {\n  input = var.pin\n}\n',
        "caller/main.tf": 'module "app" {\n  source = "../app"\n  pin    = "q7zq"\n}\n',
        "envs/prod.tfvars": 'pin = "q7zq"\n',
    }
    for name, text in files.items():
        path = tmp_path / "shop" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for name in NAMES:
        assert "q7zq" not in str(read(tmp_path, name).to_pydict()), name
    module = hcl2rs.Module.load(tmp_path / "shop/caller")
    plan = module.plan(partial=True)
    assert "q7zq" not in repr((plan, plan.resources, plan.outputs, plan.why("module.app.terraform_data.d.input")))
