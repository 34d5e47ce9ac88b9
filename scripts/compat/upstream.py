"""Checks the test data in checkouts of Terraform and OpenTofu, and prints what is judged wrongly, by directory.

upstream.toml has the cases whose names do not show whether they are valid, and a reason for each case that is judged wrongly. A
case without a reason is an error, as is a reason that is no longer needed.
"""

import argparse
import shutil
import subprocess
from pathlib import Path

from common import TARGET, fail, hcl2, reasons

# The directories of cases, and whether their cases are valid.
DIRECTORIES = {
    "configs/valid-files": True,
    "configs/warning-files": True,
    "configs/invalid-files": False,
    "configs/error-files": False,
    "configs/valid-modules": True,
    "configs/invalid-modules": False,
    "configs/invalid-test-files": False,
}
# Parts of the names of invalid cases in the directory of the commands.
INVALID = ["invalid", "bad", "error", "missing", "fail", "cycle", "undeclared", "unset", "conflict"]
# The newest versions that the tables know: they have what upstream is working on.
VERSIONS = {"terraform": "terraform@1.17", "opentofu": "opentofu@1.13"}


def is_of_module(path: Path) -> bool:
    return path.is_file() and path.name.endswith((".tf", ".tf.json", ".tofu", ".tofu.json"))


def cases(checkout: Path) -> dict[str, tuple[str, Path, bool]]:
    """Returns the directory in the table, the path and the validity of each case."""
    found = {}
    for directory, is_valid in DIRECTORIES.items():
        below = checkout / "internal/configs/testdata" / directory.removeprefix("configs/")
        for path in below.iterdir() if below.is_dir() else []:
            if path.is_dir() or is_of_module(path):
                found[f"{directory}/{path.name}"] = (directory, path, is_valid)
    commands = checkout / "internal/command/testdata"
    for directory in [commands, *(path for path in commands.rglob("*") if path.is_dir())]:
        if any(map(is_of_module, directory.iterdir() if directory.is_dir() else [])):
            below = directory.relative_to(commands).as_posix()
            group = below.split("/")[0].split("-")[0]
            is_valid = not any(part in below for part in INVALID)
            found[f"command/{below}"] = (f"command/{group}", directory, is_valid)
    if not found:
        fail(f"{checkout} has no test data")
    return dict(sorted(found.items()))


def is_accepted(program: Path, version: str, path: Path) -> bool:
    """Returns whether `hcl2 check` finds no error. A file is checked alone in a directory."""
    if path.is_file():
        alone = TARGET / "compat/upstream"
        shutil.rmtree(alone, ignore_errors=True)
        alone.mkdir(parents=True)
        path = Path(shutil.copy(path, alone)).parent
    command = [program, "check", "--quiet", "--language", version, path]
    return subprocess.run(command, capture_output=True).returncode == 0


def compare(program: Path, product: str, checkout: Path) -> list[str]:
    """Checks the cases of a checkout and prints the table. Returns the cases and the reasons that have to change."""
    groups = [group for group in reasons("upstream.toml") if group.get(product)]
    verdicts = {name: group["verdict"] for group in groups for name in group[product]}
    wrong = []
    table: dict[str, list[int]] = {}
    for name, (group, path, is_valid) in cases(checkout).items():
        verdict = verdicts.pop(name, None)
        if verdict in ("valid", "invalid"):
            is_valid = verdict == "valid"
        is_wrong = is_accepted(program, VERSIONS[product], path) != is_valid
        if is_wrong and verdict != "missed":
            wrong.append(f"{'valid, but refused' if is_valid else 'invalid, but accepted'}: {name}")
        elif not is_wrong and verdict == "missed":
            wrong.append(f"no longer judged wrongly: {name}")
        first = 0 if is_valid else 2
        for row in (group, "all"):
            counts = table.setdefault(row, [0] * 4)
            counts[first] += 1
            counts[first + 1] += is_wrong
    print(f"\n{VERSIONS[product]}: directory, valid, of these refused, invalid, of these accepted")
    for group, counts in sorted(table.items(), key=lambda row: (row[0] == "all", row[0])):
        print(f"{group:40}", *(f"{count:5}" for count in counts))
    for group in groups:
        if group["verdict"] == "missed":
            print(f"{', '.join(group[product])}: {group['reason']}")
    return wrong + [f"no such case: {name}" for name in sorted(verdicts)]


parser = argparse.ArgumentParser(description=__doc__)
for product, title in (("terraform", "Terraform"), ("opentofu", "OpenTofu")):
    parser.add_argument(f"--{product}", metavar="DIR", type=Path, help=f"a checkout of {title}")
given = {product: path for product, path in vars(parser.parse_args()).items() if path}
program = hcl2()
wrong = [case for product, checkout in given.items() for case in compare(program, product, checkout)]
if wrong:
    fail(f"{len(wrong)} cases need a change of upstream.toml:\n" + "\n".join(wrong))
