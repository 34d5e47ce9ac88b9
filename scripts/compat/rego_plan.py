"""Checks that Rego policies, as conftest evaluates them, read what `hcl2 plan --json` prints.

The program in examples/rego evaluates the policies, and is built apart from everything else.
"""

import subprocess

from common import HERE, ROOT, TARGET, fail, plan

# What the policies in rego-plan must find in the plan of the module beside them, one message a line.
EXPECTED = """\
deny: aws_security_group.web: SSH is open to the world
deny: check.names fails: There are three buckets.
deny: module db has the source ./db
deny: module.db["open"].aws_db_instance.main: the storage is not encrypted
deny: there are 2 buckets, but one is allowed
warn: aws_s3_bucket.logs[1]: no owner
warn: aws_security_group.web: no owner
warn: module.db["closed"].aws_db_instance.main: the build is not known before apply
warn: module.db["open"].aws_db_instance.main: the build is not known before apply
warn: output build is not known before apply
warn: variable ports has its default
"""

file = TARGET / "compat/rego-plan.json"
plan(HERE / "rego-plan/module", file)
with file.open() as text:
    done = subprocess.run(
        ["cargo", "run", "--quiet", "--locked", "--manifest-path", ROOT / "examples/rego/Cargo.toml"]
        + ["--target-dir", TARGET / "compat/rego", "--"]
        + [HERE / "rego-plan/policy" / name for name in ("resources.rego", "plan.rego")],
        stdin=text,
        stdout=subprocess.PIPE,
        text=True,
    )
print(done.stdout, end="")
# The policies refuse the plan, which is status 1.
if done.returncode != 1:
    fail("the policies cannot be evaluated; what was printed above says why")
if done.stdout != EXPECTED:
    fail(f"the policies must find:\n{EXPECTED}")
