"""Measures reading beside other libraries, each on the same files in one run.

Usage: bench.py DIRECTORY [--json] [--node-modules DIRECTORY]
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Callable, Iterable, Optional

import hcl2rs
from hcl2rs.compat import bc, hcl2json, pygohcl, python_hcl2

#: Seconds for each contestant, after a first run.
SECONDS = 3.0
#: The endings of the files that are read.
ENDINGS = (".tf", ".hcl")
#: The slow library reads this many bytes only.
SLOW_BYTES = 300_000


def texts(directory: Path) -> list[str]:
    paths = sorted(path for path in directory.rglob("*") if path.suffix in ENDINGS)
    return [path.read_text(encoding="utf-8") for path in paths]


def megabytes_a_second(read: Callable[[str], Any], files: list[str]) -> float:
    size = sum(len(text.encode()) for text in files)
    for text in files:
        read(text)
    best, until = float("inf"), time.monotonic() + SECONDS
    while best == float("inf") or time.monotonic() < until:
        start = time.perf_counter()
        for text in files:
            read(text)
        best = min(best, time.perf_counter() - start)
    return size / best / 1e6


def directories(directory: Path, threads: Optional[int] = None) -> float:
    """Returns the megabytes a second of the files below a directory that are read and parsed, by all processors by default."""
    size = sum(path.stat().st_size for path, _ in hcl2rs.iter_files(directory, endings=ENDINGS))
    best, until = float("inf"), time.monotonic() + SECONDS
    while best == float("inf") or time.monotonic() < until:
        start = time.perf_counter()
        for _ in hcl2rs.iter_files(directory, endings=ENDINGS, threads=threads):
            pass
        best = min(best, time.perf_counter() - start)
    return size / best / 1e6


def import_milliseconds(module: str) -> float:
    """Returns the time of an import in a new process, which has imported nothing of its own."""
    code = f"import time; t = time.perf_counter(); import {module}; print((time.perf_counter() - t) * 1e3)"
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, check=True) for _ in range(7)]
    return min(float(run.stdout) for run in runs)


def loaded(directory: Path, threads: int) -> float:
    """Returns the megabytes a second of modules that are loaded and checked in threads."""

    def load(module: Path) -> int:
        try:
            hcl2rs.Module.load(module)
        except hcl2rs.HclError:
            pass  # One with errors was read and checked too.
        return sum(path.stat().st_size for path in module.glob("*.tf"))

    with ThreadPoolExecutor(threads) as pool:
        start = time.perf_counter()
        size = sum(pool.map(load, modules(directory)))
        return size / (time.perf_counter() - start) / 1e6


def modules(directory: Path) -> list[Path]:
    return sorted({path.parent for path in directory.rglob("*.tf")})


#: Reads modules for some seconds, and prints the megabytes a second. It is a process of its own, which may crash.
TFPARSE = """
import pathlib, sys, time, tfparse
size, seconds = 0, 0.0
for module in map(pathlib.Path, sys.argv[1:]):
    start = time.perf_counter()
    try:
        tfparse.load_from_path(module)
    except Exception:
        continue
    seconds += time.perf_counter() - start
    size += sum(path.stat().st_size for path in module.glob("*.tf"))
    if seconds > 10:
        break
print(size / seconds / 1e6)
"""

#: Reads the texts in the JSON on the standard input for some seconds, and prints the best megabytes a second, and then what
#: it reads in each.
HCL2JSON = """
const { parse } = require(process.argv[1] + "/@cdktf/hcl2json");
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
const size = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
(async () => {
  let best = Infinity;
  for (const end = Date.now() + 3000; best === Infinity || Date.now() < end; ) {
    const start = performance.now();
    for (const text of texts) await parse("main.tf", text);
    best = Math.min(best, performance.now() - start);
  }
  const lines = [size / best / 1e3];
  for (const text of texts) lines.push(JSON.stringify(await parse("main.tf", text)));
  process.stdout.write(lines.join("\\n"), () => process.exit(0));
})();
"""


def printed(name: str, command: list[str], given: str = "") -> list[str]:
    """Returns the lines that a process prints; none if it fails."""
    run = subprocess.run(command, input=given, capture_output=True, text=True)
    if run.returncode != 0:
        lines = run.stderr.strip().splitlines() or [f"it ended with {run.returncode}"]
        print(f"note: {name} failed: {lines[-1]}", file=sys.stderr)
        return []
    return run.stdout.splitlines()


def compare(name: str, ours: Iterable[Any], theirs: Iterable[Any]) -> None:
    """Says in how many files ours and theirs read the same."""
    same = [mine == other for mine, other in zip(ours, theirs)]
    print(f"note: {name} reads the same in {sum(same)} of {len(same)} files", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--node-modules", type=Path)
    arguments = parser.parse_args()
    files = texts(arguments.directory)
    rows: list[tuple[str, str, float]] = [
        ("parse", "MB/s", megabytes_a_second(hcl2rs.parse, files)),
        ("iter_files, one thread", "MB/s", directories(arguments.directory, threads=1)),
        ("iter_files", "MB/s", directories(arguments.directory)),
        ("compat.python_hcl2.loads", "MB/s", megabytes_a_second(python_hcl2.loads, files)),
        ("compat.bc.loads", "MB/s", megabytes_a_second(bc.loads, files)),
        ("compat.pygohcl.loads", "MB/s", megabytes_a_second(pygohcl.loads, files)),
        ("compat.hcl2json.loads", "MB/s", megabytes_a_second(hcl2json.loads, files)),
        ("Module.load, one thread", "MB/s", loaded(arguments.directory, 1)),
        ("Module.load", "MB/s", loaded(arguments.directory, os.cpu_count() or 1)),
        ("import hcl2rs", "ms", import_milliseconds("hcl2rs")),
    ]
    if importlib.util.find_spec("pygohcl"):
        import pygohcl as go

        compare("pygohcl", map(pygohcl.loads, files), map(go.loads, files))
        rows.append(("pygohcl.loads", "MB/s", megabytes_a_second(go.loads, files)))
    if importlib.util.find_spec("lark"):
        import hcl2

        few, size = [], 0
        for text in files:
            if size < SLOW_BYTES:
                few.append(text)
                size += len(text)
        compare("python-hcl2", map(python_hcl2.loads, few), map(hcl2.loads, few))
        rows.append(("python-hcl2 loads", "MB/s", megabytes_a_second(hcl2.loads, few)))
        rows.append(("import hcl2 of python-hcl2", "ms", import_milliseconds("hcl2")))
    if importlib.util.find_spec("tfparse"):
        paths = [str(module) for module in modules(arguments.directory)]
        for line in printed("tfparse", [sys.executable, "-c", TFPARSE, *paths]):
            rows.append(("tfparse.load_from_path", "MB/s", float(line)))
    if arguments.node_modules is not None:
        command = ["node", "-e", HCL2JSON, "--", str(arguments.node_modules)]
        lines = printed("hcl2json", command, json.dumps(files))
        if lines:
            rows.append(("hcl2json, WebAssembly", "MB/s", float(lines[0])))
            compare("hcl2json", map(hcl2json.loads, files), map(json.loads, lines[1:]))
    for name, unit, value in rows:
        if arguments.json:
            print(json.dumps({"stage": name, "unit": unit, "value": round(value, 2)}))
        else:
            print(f"{name:28} {value:10.1f} {unit}")


if __name__ == "__main__":
    main()
