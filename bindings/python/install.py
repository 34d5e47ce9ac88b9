"""Installs the package into the environment of the interpreter: its sources, and an extension that cargo has built.

Usage: python install.py EXTENSION. It prints where the extension is installed. Unlike `maturin develop`, it builds nothing.
"""

import compileall
import shutil
import sys
import sysconfig
from pathlib import Path

# As pip writes it for the entry point in pyproject.toml.
SCRIPT = """#!{python}
import sys
from hcl2rs.__main__ import main
sys.exit(main())
"""


def main(extension: str) -> None:
    package = Path(sysconfig.get_path("platlib")) / "hcl2rs"
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(Path(__file__).with_name("python") / "hcl2rs", package)
    # Like pip, whatever the environment says of bytecode: without it, the import takes twice as long.
    compileall.compile_dir(package, quiet=1)
    print(shutil.copy(extension, package / "_hcl2rs.abi3.so"))
    script = Path(sysconfig.get_path("scripts")) / "hcl2"
    script.write_text(SCRIPT.format(python=sys.executable))
    script.chmod(0o755)


if __name__ == "__main__":
    main(sys.argv[1])
