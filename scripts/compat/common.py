"""What the comparisons with other programs share: virtual environments, runs of pytest, and reasons."""

import argparse
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
# The release of checkov that both comparisons are made with.
CHECKOV = "3.3.30"


def fail(message: str) -> None:
    """Ends the program with a message."""
    sys.exit(f"error: {message}")


def run(*command: str | Path, **options) -> str:
    """Runs a command, and returns what it prints; ends the program if it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, **options)
    if done.returncode != 0:
        fail(f"`{' '.join(map(str, command))}` failed; what it printed above says why")
    return done.stdout


def cargo(*arguments: str | Path) -> str:
    """Runs cargo in the root of the repository."""
    return run("cargo", *arguments, cwd=ROOT)


def hcl2() -> Path:
    """Builds the command, and returns its path."""
    cargo("build", "--quiet", "--package", "hcl2-cli")
    return TARGET / "debug/hcl2"


def plan(directory: Path, file: Path) -> None:
    """Writes the plan of a module as JSON, planned as it is written."""
    file.parent.mkdir(parents=True, exist_ok=True)
    run(hcl2(), "plan", "--infer-schemas", "--json", "--out", file, directory)


def reasons(name: str) -> list[dict]:
    """Reads the groups of a file of reasons."""
    return tomllib.loads((HERE / name).read_text())["group"]


def tests_argument(program: str, version: str, description: str) -> Path:
    """Reads the option that names a clone of a repository with tests."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument(
        "--tests",
        metavar="DIR",
        type=Path,
        required=True,
        help=f"a clone of the repository of {program}, at version {version} or nearly so: its packages lack the tests",
    )
    return parser.parse_args().tests


class Environment:
    """A virtual environment below the target directory, with packages of the Python package index."""

    def __init__(self, name: str, packages: list[str]) -> None:
        self.directory = TARGET / "compat" / name
        self.python = self.directory / "bin/python"
        if not self.python.exists():
            run(sys.executable, "-m", "venv", self.directory)
        run(self.python, "-m", "pip", "install", "--quiet", *packages)

    def install_build(self) -> None:
        """Builds the Python package, and installs it without a wheel."""
        cargo("build", "--quiet", "--package", "hcl2-python", "--lib")
        library = "lib_hcl2rs.dylib" if sys.platform == "darwin" else "lib_hcl2rs.so"
        run(self.python, ROOT / "bindings/python/install.py", TARGET / "debug" / library)

    def package(self, name: str) -> Path:
        """Returns the directory of an installed package."""
        code = "import importlib.util, sys; print(importlib.util.find_spec(sys.argv[1]).origin)"
        return Path(run(self.python, "-c", code, name).strip()).parent

    def checkout(self, clone: Path, names: list[str]) -> Path:
        """Copies files and directories of a clone, and returns the directory around them."""
        directory = self.directory / "checkout"
        for name in names:
            if not (clone / name).exists():
                fail(f"{clone / name} is missing: --tests must name a clone of the repository")
            copy(clone / name, directory / name)
        return directory

    def stand_in(self, module: str, text: str) -> Path:
        """Writes a module that takes the place of another one, and returns the directory for the path of modules."""
        directory = self.directory / "stand-in"
        (directory / module).mkdir(parents=True, exist_ok=True)
        (directory / module / "__init__.py").write_text(text)
        return directory

    def pytest(self, label: str, arguments: list[str], path: list[Path], variables: dict[str, str] | None = None) -> set[str]:
        """Runs the tests of the checkout with a path of modules, prints how many pass, and returns those that fail."""
        done = subprocess.run(
            [self.python, "-m", "pytest", *arguments, "-q", "--continue-on-collection-errors", "-p", "no:cacheprovider"],
            cwd=self.directory / "checkout",
            env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path)), **(variables or {})},
            stdout=subprocess.PIPE,
            text=True,
        )
        lines = done.stdout.splitlines()
        said = [line for line in lines if " passed" in line]
        if not said:
            fail(f"pytest found no tests: {lines[-1] if lines else ''}")
        print(f"with {label}, {said[-1]}")
        return {test for line in lines if (test := failed(line))}


def failed(line: str) -> str | None:
    """Returns the identifier of the test that a line of pytest's summary names as failed, and which part of it failed."""
    if line.startswith("SUBFAILED") and ") " in line:
        part, test = line.removeprefix("SUBFAILED").split(") ", 1)
        return f"{test.split(' - ')[0]} {part})"
    for word in ("FAILED ", "ERROR "):
        if line.startswith(word):
            return line.removeprefix(word).split(" - ")[0]
    return None


def compare(before: set[str], after: set[str], groups: list[dict]) -> None:
    """Prints the reason of each test that fails only after. Ends the program if a test has no reason, or a reason no test."""
    only_after = sorted(after - before)
    for group in groups:
        print(group["reason"])
        for test in only_after:
            if any(name in test for name in group["tests"]):
                print(f"  {test}")
    names = [name for group in groups for name in group["tests"]]
    problems = [
        f"{test} fails with ours only" for test in only_after if not any(name in test for name in names)
    ] + [
        f"{name} passes, and needs no reason" for name in names if not any(name in test for test in only_after)
    ]
    if problems:
        fail("; ".join(problems))


def copy(source: Path, target: Path) -> None:
    """Copies a file or a directory, in place of an existing one."""
    if source.is_dir():
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(source, target)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)
