"""Hostile input, threads and memory: an exception, never a crash."""

import gc
import resource
import subprocess
import sys
import threading
import tracemalloc
import weakref
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable

import pytest

import hcl2rs
from hcl2rs.compat import bc, hcl2json, pygohcl, python_hcl2

ROOT = Path(__file__).parents[3]


@dataclass
class Decoded:
    a: Any = None
    b: "list[Decoded]" = field(default_factory=list)


READERS: list[Callable[[bytes], Any]] = [
    lambda data: [item.range for item in hcl2rs.parse(data)],
    lambda data: hcl2rs.parse(data, syntax="json").attributes,
    lambda data: hcl2rs.fmt(data),
    lambda data: hcl2rs.Editor(data),
    lambda data: hcl2rs.evaluate(data.decode(errors="replace"), {"a": 1}),
    lambda data: hcl2json.dumps(data, comments=True, ranges=True),
    lambda data: bc.loads(data),  # type: ignore[arg-type]
    lambda data: pygohcl.loadb(data),
    lambda data: python_hcl2.dumps(python_hcl2.loads(data)),  # type: ignore[arg-type]
    lambda data: python_hcl2.dumps(python_hcl2.loads_v7(data)),  # type: ignore[arg-type]
    lambda data: hcl2rs.diff(hcl2rs.parse(data), hcl2rs.parse("a = 1\n")),
    lambda data: hcl2rs.convert(data, "json"),
    lambda data: hcl2rs.decode(hcl2rs.parse(data), Decoded),
]

EXPECTED = (ValueError, RecursionError)


def corpus() -> list[bytes]:
    paths = sorted((ROOT / "fuzz/corpus").rglob("*"))
    return [path.read_bytes() for path in paths if path.is_file()]


@pytest.mark.parametrize("reader", range(len(READERS)))
def test_inputs_that_failed_once_raise_at_most(reader: int) -> None:
    for data in corpus():
        try:
            READERS[reader](data)
        except EXPECTED:
            pass


DEEP = 100_000


@pytest.mark.parametrize(
    "data",
    [
        b"a = " + b"[" * DEEP + b"]" * DEEP,
        b"a = " + b"(" * DEEP + b"1" + b")" * DEEP,
        b"a = " + b"-" * DEEP + b"1",
        b"a = 1" + b" + 1" * DEEP,
        b"a = x" + b".y" * DEEP,
        b"a = " + b'"${' * DEEP,
        b"b {\n" * DEEP + b"}\n" * DEEP,
        b"a = " + b"{ k = " * DEEP,
        b"a = " + b"1 ? 2 : " * DEEP + b"3",
        b"b" + b' "l"' * DEEP + b" {}",
        b"a = <<E\n" * 10_000,
        b"\xff" * DEEP,
    ],
)
def test_deep_and_long_inputs_raise_at_most(data: bytes) -> None:
    for read in READERS:
        try:
            read(data)
        except EXPECTED:
            pass


def test_a_thousand_threads_parse_and_evaluate() -> None:
    failures: list[BaseException] = []

    def work(index: int) -> None:
        try:
            file = hcl2rs.parse(f"a = f(x) + {index}\n")
            value = file["a"].expression.evaluate({"x": index}, {"f": lambda value: value * 2})
            assert value == 3 * index
            assert python_hcl2.loads(f"a = {index}\n") == {"a": index}
            with pytest.raises(hcl2rs.HclError):
                hcl2rs.evaluate("nope")
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=work, args=(index,)) for index in range(1000)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


@pytest.mark.parametrize(
    "reader",
    [
        "hcl2rs.parse",
        "python_hcl2.loads",
        "python_hcl2.loads_v7",
        "bc.loads",
        "pygohcl.loads",
        "hcl2json.loads",
    ],
)
def test_memory_is_at_most_ten_times_the_text(reader: str) -> None:
    block = 'resource "a" "r" {{\n  name = "name-{0}"\n  tags = {{ Number = {0}, Team = var.team }}\n}}\n'
    text = "".join(block.format(index) for index in range(20_000))
    code = (
        "import resource, sys, hcl2rs\n"
        "from hcl2rs.compat import bc, hcl2json, pygohcl, python_hcl2\n"
        "text = sys.stdin.read()\n"
        f"{reader}('a = 1')\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        f"result = {reader}(text)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], input=text, capture_output=True, text=True, check=True)
    scale = 1 if sys.platform == "darwin" else 1024
    assert int(run.stdout) * scale < 10 * len(text)


class Box(list[Any]):
    """A list that can be referred to weakly."""


def test_reference_cycles_are_collected(tmp_path: Path) -> None:
    (tmp_path / "main.tf").write_text('output "a" {\n  value = 1\n}\n')

    def secret(box: Box) -> None:
        box.append(hcl2rs.Sensitive(box))

    def plan(box: Box) -> None:
        made = hcl2rs.Module.load(tmp_path).plan()
        made.outputs["box"] = box
        box.append(made)

    def error(box: Box) -> None:
        def fail() -> None:
            raise OSError(box)

        with pytest.raises(hcl2rs.HclError) as caught:
            hcl2rs.evaluate("f()", None, {"f": fail})
        box.append(caught.value)

    for close in secret, plan, error:
        box = Box()
        close(box)
        alive = weakref.ref(box)
        del box
        gc.collect()
        assert alive() is None, close


def test_import_takes_less_than_ten_milliseconds() -> None:
    code = "import time; t = time.perf_counter(); import hcl2rs; print((time.perf_counter() - t) * 1e3)"

    def milliseconds() -> float:
        return float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)

    # On a busy machine, some runs take longer.
    assert any(milliseconds() < 10 for _ in range(20))


def test_memory_is_given_back() -> None:
    text = "".join(f'resource "a" "r{i}" {{\n  x = ["{i}", var.y]\n}}\n' for i in range(20))

    def work() -> None:
        python_hcl2.loads(text)
        bc.loads(text)
        file = hcl2rs.parse(text)
        [block.attributes for block in file.blocks()]
        hcl2rs.evaluate("f(1)", {"unused": [1, 2]}, {"f": lambda value: value})
        with pytest.raises(hcl2rs.HclError):
            hcl2rs.parse("a = ")

    def loads(count: int) -> None:
        for _ in range(count):
            python_hcl2.loads(text)

    loads(1000)
    for _ in range(500):
        work()
    gc.collect()
    tracemalloc.start()
    work()
    loads(10)
    gc.collect()
    before, _ = tracemalloc.get_traced_memory()
    work()
    loads(1000)
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before < 16 << 10
    objects, peak = len(gc.get_objects()), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(2000):
        work()
    loads(10_000)
    gc.collect()
    assert len(gc.get_objects()) - objects < 100
    scale = 1 if sys.platform == "darwin" else 1024
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak) * scale < 4 << 20
