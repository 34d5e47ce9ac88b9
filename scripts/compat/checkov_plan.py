"""Checks that checkov reads what `hcl2 plan --json` prints: it finds in a plan what is wrong in the module."""

import json

from common import CHECKOV, HERE, TARGET, Environment, fail, plan, run

EXPECTED = {
    "failed_checks": [
        ("CKV_AWS_24", "aws_security_group.web"),
        ("CKV_AWS_16", 'module.db["open"].aws_db_instance.main'),
        ("CKV_AWS_17", 'module.db["open"].aws_db_instance.main'),
    ],
    "passed_checks": [
        ("CKV_AWS_25", "aws_security_group.web"),
        ("CKV_AWS_23", "aws_security_group.web"),
        ("CKV_AWS_16", 'module.db["closed"].aws_db_instance.main'),
        ("CKV_AWS_17", 'module.db["closed"].aws_db_instance.main'),
    ],
}

environment = Environment("checkov", [f"checkov=={CHECKOV}"])
file = TARGET / "compat/checkov-plan.json"
plan(HERE / "checkov-plan", file)
checkov = environment.directory / "bin/checkov"
found = json.loads(
    run(checkov, "--framework", "terraform_plan", "--output", "json", "--soft-fail", "--file", file)
)
print(f"checkov: {found['summary']['failed']} failed, {found['summary']['passed']} passed")
missing = []
for section, expected in EXPECTED.items():
    reported = {(check["check_id"], check["resource"]) for check in found["results"][section]}
    missing += [f"{policy} of {address} in {section}" for policy, address in expected if (policy, address) not in reported]
if missing:
    fail(f"checkov does not report {', '.join(missing)}")
