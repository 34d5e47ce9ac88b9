"""python-hcl2's own tests, with python-hcl2 and with the drop-in in its place."""

import os

from common import HERE, ROOT, Environment, compare, reasons, tests_argument

VERSION = "8.1.4"
# The tests of its functions and its commands. The others are of the classes that it is made of, as is one test of a command.
ARGUMENTS = [
    "test/integration",
    "test/unit/test_api.py",
    "test/unit/test_builder.py",
    "test/unit/cli",
    "--ignore",
    "test/unit/cli/test_hq.py",
]

clone = tests_argument("python-hcl2", VERSION, __doc__)
environment = Environment("python-hcl2", ["pytest>=9,<10", f"python-hcl2=={VERSION}"])
environment.install_build()
# Not the clone itself, which has the original too.
checkout = environment.checkout(clone, ["test", "cli"])
stand_in = environment.stand_in("hcl2", (HERE / "stand_in.py").read_text())
modules = [ROOT / "bindings/python/shim/hcl2", environment.package("hcl2")]
variables = {"HCL2_MODULES": os.pathsep.join(map(str, modules))}
before = environment.pytest("python-hcl2", ARGUMENTS, [checkout])
after = environment.pytest("hcl2rs.compat.python_hcl2", ARGUMENTS, [stand_in, checkout], variables)
compare(before, after, reasons("python-hcl2.toml"))
