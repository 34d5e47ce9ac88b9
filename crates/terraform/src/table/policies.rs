//! The files of policies and of their tests.

use super::Mode::{Expression, Literal, LiteralBool, LiteralString, Type, VersionConstraint};
use super::Repeats::{Many, Once};
use super::language::{LOCALS, argument, arguments, block, required};
use super::stacks::REQUIRED_PROVIDERS;
use super::{Argument, BlockType, BodyType, Rest};

/// The body of a file of policies.
pub(super) static POLICIES: BodyType = BodyType {
    arguments: &[],
    blocks: &[
        block("policy", &[], Once, &SETTINGS),
        block("input", &["name"], Many, &INPUT),
        block("locals", &[], Many, &LOCALS),
        block("module_policy", &["source", "name"], Many, &POLICY),
        block("provider_policy", &["type", "name"], Many, &POLICY),
        block("resource_policy", &["type", "name"], Many, &RESOURCE_POLICY),
    ],
    rest: Rest::Nothing,
};

static SETTINGS: BodyType = BodyType {
    arguments: &[],
    blocks: &[
        TERRAFORM_CONFIG,
        PLUGINS,
        block("required_providers", &[], Once, &REQUIRED_PROVIDERS),
    ],
    rest: Rest::Nothing,
};

const TERRAFORM_CONFIG: BlockType = block("terraform_config", &[], Once, &VERSIONS);

static VERSIONS: BodyType = BodyType {
    arguments: &[argument("required_version", VersionConstraint)],
    blocks: &[],
    rest: Rest::Nothing,
};

const PLUGINS: BlockType = block("plugins", &[], Once, &SOURCES);

static SOURCES: BodyType = arguments(Literal);

static INPUT: BodyType = BodyType {
    arguments: &[
        required("type", Type),
        argument("default", Literal),
        argument("description", LiteralString),
        argument("nullable", LiteralBool),
        argument("sensitive", LiteralBool),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static POLICY: BodyType = BodyType {
    arguments: &[FILTER, LEVEL],
    blocks: IN_POLICIES,
    rest: Rest::Nothing,
};

static RESOURCE_POLICY: BodyType = BodyType {
    arguments: &[FILTER, LEVEL, argument("operations", Expression)],
    blocks: IN_POLICIES,
    rest: Rest::Nothing,
};

const FILTER: Argument = argument("filter", Expression);
const LEVEL: Argument = argument("enforcement_level", Expression);

const IN_POLICIES: &[BlockType] = &[
    block("enforce", &[], Many, &ENFORCE),
    block("locals", &[], Many, &LOCALS),
];

static ENFORCE: BodyType = BodyType {
    arguments: &[
        required("condition", Expression),
        argument("error_message", Expression),
        argument("info_message", Expression),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

/// The body of a file of tests of policies.
pub(super) static POLICY_TESTS: BodyType = BodyType {
    arguments: &[],
    blocks: &[
        block("policytest", &[], Once, &TEST_SETTINGS),
        block("inputs", &[], Once, &INPUTS),
        block("locals", &[], Many, &LOCALS),
        block("data", &["type", "name"], Many, &DATA),
        block("module", &["source", "name"], Many, &CASE),
        block("provider", &["type", "name"], Many, &CASE),
        block("resource", &["type", "name"], Many, &RESOURCE_CASE),
    ],
    rest: Rest::Nothing,
};

static TEST_SETTINGS: BodyType = BodyType {
    arguments: &[argument("targets", Expression)],
    blocks: &[TERRAFORM_CONFIG, PLUGINS],
    rest: Rest::Nothing,
};

static INPUTS: BodyType = arguments(Expression);

static DATA: BodyType = BodyType {
    arguments: &[required("attrs", Expression)],
    blocks: &[],
    rest: Rest::Nothing,
};

static CASE: BodyType = BodyType {
    arguments: &[EXPECT_FAILURE, ATTRS, META],
    blocks: &[block("inputs", &[], Once, &INPUTS)],
    rest: Rest::Nothing,
};

static RESOURCE_CASE: BodyType = BodyType {
    arguments: &[
        EXPECT_FAILURE,
        ATTRS,
        META,
        argument("skip", LiteralBool),
        argument("prior_attrs", Expression),
    ],
    blocks: &[block("inputs", &[], Once, &INPUTS)],
    rest: Rest::Nothing,
};

const EXPECT_FAILURE: Argument = argument("expect_failure", LiteralBool);
const ATTRS: Argument = argument("attrs", Expression);
const META: Argument = argument("meta", Expression);
