"""Terraform modules as tables of Spark 4.

>>> spark.dataSource.register(hcl2rs.spark.HclDataSource)
>>> spark.read.format("hcl").option("table", "resources").load("/repositories")

The workers read the files, so each of them needs the directory at the same path. For files in an object store, or
contents in a table, there is `from_contents`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
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

from ._hcl2rs import _tables_of_contents, tables

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
    def __init__(self, index: int, count: int) -> None:
        self.index = index
        self.count = count


class HclDataSource(DataSource):
    """The data source `hcl`.

    Its options are `table`, `parts`, the number of partitions, `schemas`, a file with the schemas of providers for the table
    `instances`, and `pushdown`. If the latter is `true`, filters on `path`, `module`, `kind` and `type` are pushed down; Spark
    requires `spark.sql.python.filterPushdown.enabled` for it.
    """

    @classmethod
    def name(cls) -> str:
        return "hcl"

    def schema(self) -> StructType:
        return _schema(self.options["table"])

    def reader(self, schema: StructType) -> DataSourceReader:
        # Spark refuses a reader with the method `pushFilters` unless its setting allows it.
        is_pushing = self.options.get("pushdown", "false").lower() == "true"
        reader = _PushingReader if is_pushing else _Reader
        schemas = self.options.get("schemas")
        schemas = Path(schemas).read_text() if schemas else None
        return reader(self.options["path"], self.options["table"], int(self.options.get("parts", "0")), schemas)


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
    def __init__(self, path: str, table: str, parts: int, schemas: str | None) -> None:
        self.path = path
        self.table = table
        self.parts = parts
        self.schemas = schemas
        self.patterns: dict[str, list[str]] = {}

    def partitions(self) -> Sequence[InputPartition]:
        count = self.parts or tables(self.path, self.table).part_count
        return [_Part(index, count) for index in range(count)]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        assert isinstance(partition, _Part)
        part = (partition.index, partition.count)
        return _batches(tables(self.path, self.table, part=part, schemas=self.schemas, **self.patterns))  # type: ignore[arg-type]


class _PushingReader(_Reader):
    def pushFilters(self, filters: list[Filter]) -> Iterator[Filter]:
        known = {"path", "module"} | ({"kind", "type"} & set(_schema(self.table).names))
        for filter in filters:
            pushed = _patterns(filter)
            if pushed is not None and pushed[0] in known and pushed[0] not in self.patterns:
                self.patterns[pushed[0]] = pushed[1]
            else:
                yield filter


def from_contents(files: DataFrame, table: str, *, root: str = "") -> DataFrame:
    """Returns a table of the files in a data frame with the columns `path` and `content`, such as those of the format
    `binaryFile`, by `mapInArrow`.

    The first directory of a path below `root` is the repository. The depth of calls is null.
    """
    prefix = root.rstrip("/") + "/" if root else ""

    def rows(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        pending: list[tuple[str, str, bytes]] = []
        size = 0
        for batch in batches:
            for path, content in zip(batch.column("path").to_pylist(), batch.column("content").to_pylist()):
                # A directory is never divided.
                if size >= _CHUNK and os.path.dirname(path) != os.path.dirname(pending[-1][1]):
                    yield from _batches(_tables_of_contents(pending, table, False))
                    pending, size = [], 0
                below = path[len(prefix) :] if path.startswith(prefix) else path
                pending.append((path[: len(path) - len(below)] + below.split("/")[0], path, content or b""))
                size += len(content or b"")
        yield from _batches(_tables_of_contents(pending, table, False))

    directory = F.regexp_replace("path", "[^/]*$", "")
    placed = files.select("path", "content", directory.alias("directory"))
    placed = placed.repartition("directory").sortWithinPartitions("directory", "path")
    return placed.select("path", "content").mapInArrow(rows, _schema(table))
