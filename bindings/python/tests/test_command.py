"""The command, as `python -m hcl2rs`."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import hcl2rs

COMMAND = [sys.executable, "-m", "hcl2rs"]


def run(*arguments: str, stdin: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run([*COMMAND, *arguments], input=stdin, capture_output=True, text=True, encoding="utf-8")


def test_the_command_reads_and_writes_the_standard_streams() -> None:
    result = run("eval", "--var", "n=2", "n * 21")
    assert (result.returncode, result.stdout, result.stderr) == (0, "42\n", "")
    assert run("fmt", "-", stdin="a=1\n").stdout == "a = 1\n"
    assert run("--version").stdout == f"hcl2 {hcl2rs.__version__}\n"


def test_the_wheel_installs_the_command() -> None:
    script = Path(sys.executable).with_name("hcl2.exe" if sys.platform == "win32" else "hcl2")
    result = subprocess.run([script, "tables"], capture_output=True, text=True)
    assert result.returncode == 2 and "Usage: hcl2 tables" in result.stderr


def test_the_exit_status_is_that_of_the_command(tmp_path: Path) -> None:
    broken = tmp_path / "broken.tf"
    broken.write_text("a = \n")
    result = run("--diagnostics", "concise", "check", str(broken))
    assert result.returncode == 1 and f"{broken}:1:" in result.stdout + result.stderr
    result = run("chek")
    assert result.returncode == 2 and "chek" in result.stderr and "Traceback" not in result.stderr
    assert "Usage: python -m hcl2rs" in run("tables").stderr


def test_tables_are_part_of_the_command(tmp_path: Path) -> None:
    (tmp_path / "main.tf").write_text('resource "a" "b" {}\n')
    assert run("tables", str(tmp_path), "--to", "csv", "--out", str(tmp_path / "out")).returncode == 0
    assert "a.b" in (tmp_path / "out/resources/part-00000.csv").read_text()


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_interrupt_ends_the_command() -> None:
    process = subprocess.Popen([*COMMAND, "console"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(b"1 + 1\n")
    process.stdin.flush()
    assert process.stdout.readline() == b"2\n"
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == -signal.SIGINT
    process.stdin.close()
    process.stdout.close()
