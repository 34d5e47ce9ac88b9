"""A standalone cluster of Spark that loses a worker in the midst of a query."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyarrow")
import pyarrow as pa  # noqa: E402

import hcl2rs  # noqa: E402

PARTS = 12

# The query runs in a process of its own, since a process has one session.
QUERY = """
import os, sys, time
from pyspark.sql import SparkSession
from hcl2rs.spark import HclDataSource

master, tree, parts, started = sys.argv[1:]
builder = SparkSession.builder.master(master).config("spark.ui.enabled", "false")
spark = builder.config("spark.sql.python.filterPushdown.enabled", "true").getOrCreate()
spark.dataSource.register(HclDataSource)

def table(name, column):
    frame = spark.read.format("hcl").option("table", name).option("parts", parts).load(tree)
    return frame.select("path", column)

def slow(batches):
    with open(started, "a") as file:
        # The process that starts the processes of a worker: those are several.
        print(os.getppid(), file=file)
    time.sleep(0.5)
    yield from batches

rows = table("resources", "address").mapInArrow(slow, "path string, address string").collect()
rows += table("problems", "code").collect()
reader = spark.read.format("hcl").option("table", "resources").option("parts", parts).option("pushdown", "true")
pushed = reader.load(tree).filter("type = 'a' AND name = 'one'").select("path", "address")
found = pushed.collect()
filters = [line for line in pushed._jdf.queryExecution().executedPlan().toString().splitlines() if "Filter (" in line]
spark.stop()
print("\\n".join(sorted(" ".join(row) for row in rows)))
print("filters left:", filters)
print("\\n".join(sorted(" ".join(row) for row in found)))
"""


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def wait_until(what: str, is_true: Any) -> None:
    end = time.monotonic() + 120
    while not is_true():
        assert time.monotonic() < end, what
        time.sleep(0.1)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Starts a master and two workers, each in a process group of its own."""
    pyspark = pytest.importorskip("pyspark")
    if shutil.which("java") is None:
        pytest.skip("java is not on the path")
    port = free_port()
    url = f"spark://127.0.0.1:{port}"
    environment = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_NO_DAEMONIZE": "1"}
    environment |= {"SPARK_HOME": str(Path(pyspark.__file__).parent), "PYSPARK_PYTHON": sys.executable}
    log = tmp_path / "cluster.log"

    def start(*arguments: str) -> subprocess.Popen[bytes]:
        program = Path(pyspark.__file__).parent / "bin/spark-class"
        with log.open("ab") as output:
            return subprocess.Popen(
                [str(program), *arguments], stdout=output, stderr=output, env=environment, start_new_session=True
            )

    deploy = "org.apache.spark.deploy"
    processes = [start(f"{deploy}.master.Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port", "0")]
    try:
        for index in range(2):
            directory = str(tmp_path / f"worker-{index}")
            options = ["--cores", "1", "--memory", "1g", "--webui-port", "0", "--work-dir", directory, url]
            processes.append(start(f"{deploy}.worker.Worker", "--host", "127.0.0.1", *options))
        wait_until("both workers register", lambda: log.read_text().count("Successfully registered with master") == 2)
        yield url, processes[1:]
    finally:
        for process in processes:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def rows(tree: Path, table: str, column: str) -> list[str]:
    read = pa.RecordBatchReader.from_stream(hcl2rs.tables(tree, table)).read_all()
    return [f"{row['path']} {row[column]}" for row in read.to_pylist()]


def workers_in(started: Path) -> set[str]:
    return set(started.read_text().split()) if started.exists() else set()


def test_a_worker_that_is_killed_loses_no_rows(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    url, workers = cluster
    tree = tmp_path / "tree"
    for index in range(60):
        directory = tree / f"repository-{index}"
        directory.mkdir(parents=True)
        (directory / "main.tf").write_text('resource "a" "one" {}\nresource "a" "two" {}\n')
    (tree / "repository-7" / "deep.tf").write_bytes(b"locals {\n  a = " + b"[" * 100_000 + b"\n}\n")
    (tree / "repository-8" / "latin.tf").write_bytes(b"# \xe9\noutput \xff {}\n")
    with (tree / "repository-9" / "huge.tf").open("wb") as huge:
        # It takes no place on the disk.
        huge.truncate(1 << 40)
    expected = sorted(rows(tree, "resources", "address") + rows(tree, "problems", "code"))
    started = tmp_path / "started"
    environment = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
    with (tmp_path / "query.log").open("wb") as log:
        command = [sys.executable, "-c", QUERY, url, str(tree), str(PARTS), str(started)]
        query = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, env=environment)
    try:
        wait_until("both workers read parts", lambda: len(workers_in(started)) >= 2 or query.poll() is not None)
        assert query.poll() is None, (tmp_path / "query.log").read_text()
        os.killpg(workers[0].pid, signal.SIGKILL)
        output, _ = query.communicate(timeout=240)
    finally:
        if query.poll() is None:
            query.kill()
    lines = output.decode().split("\n")[:-1]
    all_rows, (filters, *pushed) = lines[: len(expected)], lines[len(expected) :]
    assert all_rows == expected
    # Spark evaluates the filter on the name itself, and leaves that on the type to the workers.
    assert "name" in filters and "type" not in filters, filters
    assert pushed == [row for row in expected if row.endswith(" a.one")]
    assert sum(" a." in row for row in expected) == 120
    poisoned = {row.split(" ")[0] for row in expected if " hcl2::" in row}
    names = ["repository-7/deep.tf", "repository-8/latin.tf", "repository-9/huge.tf"]
    assert poisoned == {str(tree / name) for name in names}
