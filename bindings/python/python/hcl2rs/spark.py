"""Terraform modules as tables of Spark 4.

>>> spark.dataSource.register(hcl2rs.spark.HclDataSource)
>>> spark.read.format("hcl").option("table", "resources").load("/repositories")

The workers read the files, so each of them needs the directory at the same path. For files in an object store, or
contents in a table, there is `from_contents`.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.datasource import (
    DataSource,
    DataSourceReader,
    EqualTo,
    Filter,
    In,
    InputPartition,
    StringStartsWith,
)
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType

from ._hcl2rs import Part, _tables_of_contents, tables

__all__ = ["HclDataSource", "from_contents"]

# The bytes of files that are turned into rows at once.
_CHUNK = 8 << 20


def _plain(schema: pa.Schema) -> pa.Schema:
    """Returns a schema without dictionaries, which Spark does not read."""
    fields = []
    for field in schema:
        is_dictionary = pa.types.is_dictionary(field.type)
        fields.append(pa.field(field.name, field.type.value_type if is_dictionary else field.type, field.nullable))
    return pa.schema(fields)


def _batches(source: Any) -> Iterator[pa.RecordBatch]:
    reader = pa.RecordBatchReader.from_stream(source)
    schema = _plain(reader.schema)
    for batch in reader:
        yield batch.cast(schema)


def _schema(table: str) -> StructType:
    reader = pa.RecordBatchReader.from_stream(_tables_of_contents([], table, True))
    schema: StructType = from_arrow_schema(_plain(reader.schema))
    return schema


class _Part(InputPartition):
    def __init__(self, part: Part) -> None:
        self.part = part


class HclDataSource(DataSource):
    """The data source `hcl`.

    Its options are `table`, `parts`, the number of partitions, `schemas`, a file with the schemas of providers for plans,
    `plans`, with which the table `problems` has those of the plans too, and `pushdown`. If the latter is `true`, filters on
    `path`, `module`, `kind` and `type` are pushed down; Spark requires `spark.sql.python.filterPushdown.enabled` for it.
    """

    @classmethod
    def name(cls) -> str:
        return "hcl"

    def schema(self) -> StructType:
        return _schema(self.options["table"])

    def reader(self, schema: StructType) -> DataSourceReader:
        # Spark refuses a reader with the method `pushFilters` unless its setting allows it.
        reader = _PushingReader if self._is("pushdown") else _Reader
        schemas = self.options.get("schemas")
        plans = {"plans": self._is("plans"), "schemas": Path(schemas).read_text() if schemas else None}
        return reader(self.options["path"], self.options["table"], int(self.options.get("parts", "0")), plans)

    def _is(self, option: str) -> bool:
        return self.options.get(option, "false").lower() == "true"


def _patterns(filter: Filter) -> tuple[str, list[str]] | None:
    """Returns the column and the patterns that a filter stands for, if it does."""
    if isinstance(filter, StringStartsWith) and len(filter.attribute) == 1:
        return filter.attribute[0], [f"{filter.value}*"]
    values: Sequence[Any]
    if isinstance(filter, EqualTo):
        values = [filter.value]
    elif isinstance(filter, In):
        values = filter.value
    else:
        return None
    # In a pattern, an asterisk at the end is not itself.
    if len(filter.attribute) != 1 or not values:
        return None
    if any(not isinstance(value, str) or value.endswith("*") for value in values):
        return None
    return filter.attribute[0], list(values)


class _Reader(DataSourceReader):
    def __init__(self, path: str, table: str, parts: int, plans: dict[str, Any]) -> None:
        self.path = path
        self.table = table
        self.parts = parts
        self.plans = plans
        self.patterns: dict[str, list[str]] = {}

    def partitions(self) -> Sequence[InputPartition]:
        # The driver finds out which modules are root modules, since that depends on all directories.
        found = tables(self.path, self.table, plans=self.plans["plans"])
        return [_Part(part) for part in found.parts(self.parts or None)]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        assert isinstance(partition, _Part)
        options: dict[str, Any] = {**self.plans, **self.patterns}
        return _batches(tables(self.path, self.table, part=partition.part, **options))


class _PushingReader(_Reader):
    def pushFilters(self, filters: list[Filter]) -> Iterator[Filter]:
        known = {"path", "module"} | ({"kind", "type"} & set(_schema(self.table).names))
        for filter in filters:
            pushed = _patterns(filter)
            if pushed is not None and pushed[0] in known and pushed[0] not in self.patterns:
                self.patterns[pushed[0]] = pushed[1]
            else:
                yield filter


def from_contents(
    files: DataFrame, table: str, *, root: str = "", schemas: str | None = None, plans: bool = False
) -> DataFrame:
    """Returns a table of the files in a data frame with the columns `path` and `content`, such as those of the format
    `binaryFile`, by `mapInArrow`.

    The first directory of a path below `root` is the repository. The depth of calls is null.
    For the table `instances`, the root modules of each repository are planned on a worker, in a temporary directory; `schemas`
    is the JSON of `terraform providers schema -json`. With `plans`, the table `problems` has the problems of these plans too.
    """
    prefix = root.rstrip("/") + "/" if root else ""
    is_planned = table == "instances" or plans

    def repository(path: str) -> str:
        start = len(prefix) if path.startswith(prefix) else 0
        return path[:start] + path[start:].split("/")[0]

    def read(pending: list[tuple[str, str, bytes]]) -> Iterator[pa.RecordBatch]:
        if is_planned:
            yield from _planned(pending, prefix, table, schemas=schemas, plans=plans)
        else:
            yield from _batches(_tables_of_contents(pending, table, False))

    def rows(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        pending: list[tuple[str, str, bytes]] = []
        size, last = 0, ""
        for batch in batches:
            for path, content in zip(batch.column("path").to_pylist(), batch.column("content").to_pylist()):
                # What belongs together is never divided.
                within = repository(path) if is_planned else os.path.dirname(path)
                if size >= _CHUNK and within != last:
                    yield from read(pending)
                    pending, size = [], 0
                pending.append((repository(path), path, content or b""))
                size, last = size + len(content or b""), within
        yield from read(pending)

    directory = F.regexp_replace("path", "[^/]*$", "")
    if is_planned:
        below = F.when(F.col("path").startswith(prefix), F.substr("path", F.lit(len(prefix) + 1))).otherwise(F.col("path"))
        directory = F.split_part(below, F.lit("/"), F.lit(1))
    placed = files.select("path", "content", directory.alias("directory"))
    placed = placed.repartition("directory").sortWithinPartitions("directory", "path")
    return placed.select("path", "content").mapInArrow(rows, _schema(table))


def _planned(files: list[tuple[str, str, bytes]], prefix: str, table: str, **plans: Any) -> Iterator[pa.RecordBatch]:
    """Returns the rows of files, with plans, by way of a temporary directory."""
    with tempfile.TemporaryDirectory() as name:
        top = Path(name).resolve()
        for _, path, content in files:
            below = path[len(prefix) :] if path.startswith(prefix) else path
            # What looks like the path out of the directory stays in it.
            steps = [step for step in below.split("/") if step not in ("", ".", "..")]
            target = top.joinpath(*steps)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        for batch in _batches(tables(top, table, **plans)):
            for column in ("repository", "module", "path"):
                index = batch.schema.get_field_index(column)
                below = pc.utf8_slice_codeunits(batch.column(index), len(f"{top}/"))
                paths = pc.binary_join_element_wise(pa.scalar(prefix), below, "")
                batch = batch.set_column(index, batch.schema.field(index), paths)
            yield batch
