"""checkov's tests of Terraform, with the library that it uses and with ours in its place."""

from common import CHECKOV, Environment, compare, copy, reasons, tests_argument

# Its policies, which the package lacks and many tests are of.
POLICIES = "terraform/checks/graph_checks"
TESTS = ["tests/__init__.py", "tests/conftest.py", "tests/common", "tests/graph_utils", "tests/terraform"]
# Tests of plans need no parser.
ARGUMENTS = ["tests/terraform", "--ignore", "tests/terraform/parser/test_plan_parser.py"]

clone = tests_argument("checkov", CHECKOV, __doc__)
environment = Environment(
    "checkov",
    [f"checkov=={CHECKOV}", "pytest>=9,<10", "pytest-mock", "parameterized", "aioresponses", "responses"],
)
environment.install_build()
checkout = environment.checkout(clone, TESTS)
copy(clone / "checkov" / POLICIES, environment.package("checkov") / POLICIES)
copy(clone / "checkov" / POLICIES, checkout / "checkov" / POLICIES)
replacement = environment.stand_in("hcl2", "from hcl2rs.compat.bc import *\n")
before = environment.pytest("bc-python-hcl2", ARGUMENTS, [checkout])
after = environment.pytest("hcl2rs.compat.bc", ARGUMENTS, [replacement, checkout])
compare(before, after, reasons("checkov.toml"))
