//! Codes of Terraform policies and their tests.

use crate::Code;

/// An unknown enforcement level.
pub const INVALID_LEVEL: Code = Code::new(
    "hcl2::policy::invalid-level",
    "The enforcement level of a policy is `advisory`, `mandatory_overridable` or `mandatory`, and may come from inputs only.",
);

/// Operations of a policy that are not a list of `create`, `update` and `delete`.
pub const INVALID_OPERATIONS: Code = Code::new(
    "hcl2::policy::invalid-operations",
    "The operations of a policy are a list with at least one of `create`, `update` and `delete`. Without them, a policy \
     holds for creations and updates.",
);

/// A filter or condition that is neither true nor false.
pub const INVALID_CONDITION: Code = Code::new(
    "hcl2::policy::invalid-condition",
    "A filter or a condition of a policy is true or false. Compare a value that may be null: `local.value == true`.",
);

/// A value that does not fit an input.
pub const INVALID_INPUT: Code = Code::new(
    "hcl2::policy::invalid-input",
    "A value for an input of a policy has the type of the input, and is null only if the input is nullable.",
);

/// An input without a value that decides an answer.
pub const MISSING_INPUT: Code = Code::new(
    "hcl2::policy::missing-input",
    "An input of policies without a default needs a value if a policy that judges something depends on it: pass one with \
     `--input NAME=VALUE` or `--input-file FILE` or, in tests, in an `inputs` block.",
);

/// A policy whose type, provider or module is not in the plan, although a similar one is.
pub const NO_SUBJECT: Code = Code::new(
    "hcl2::policy::no-subject",
    "A policy judges what its first label names, and the plan has nothing with this name but something with a similar one. \
     Fix the label if it is misspelt.",
);

/// A plan as JSON in another form.
pub const INVALID_PLAN: Code = Code::new(
    "hcl2::policy::invalid-plan",
    "Expected a plan as `terraform show -json PLANFILE` prints it, with `resource_changes`. A plan file itself is not JSON.",
);

/// A target of tests that is no file of policies.
pub const UNKNOWN_TARGET: Code = Code::new(
    "hcl2::policy::unknown-target",
    "A target of tests is the path or the name of a file of policies, such as `storage.policy.hcl`.",
);

/// A mock whose values are not objects.
pub const INVALID_MOCK: Code = Code::new(
    "hcl2::policy::invalid-mock",
    "The `attrs`, `prior_attrs` and `meta` of a mock are objects, and `expect_failure` and `skip` are true or false.",
);

pub(super) const ALL: &[Code] = &[
    INVALID_LEVEL,
    INVALID_OPERATIONS,
    INVALID_CONDITION,
    INVALID_INPUT,
    MISSING_INPUT,
    NO_SUBJECT,
    INVALID_PLAN,
    UNKNOWN_TARGET,
    INVALID_MOCK,
];
