//! The files of stacks: components and deployments.

use super::Mode::{
    Expression, Keyword, Literal, LiteralBool, LiteralString, ProviderRequirement, References, StackType,
    VersionConstraint,
};
use super::Repeats::{Many, Once};
use super::language::{CONDITION, LOCALS, PROVIDER_BLOCK, argument, arguments, block, required};
use super::{BlockType, BodyType, Rest};

/// The body of a file that declares the components of a stack.
pub(super) static COMPONENTS: BodyType = BodyType {
    arguments: &[argument("language", Keyword(&[]))],
    blocks: &[
        block("component", &["name"], Many, &COMPONENT),
        block("stack", &["name"], Many, &STACK),
        block("variable", &["name"], Many, &VARIABLE),
        block("locals", &[], Many, &LOCALS),
        block("output", &["name"], Many, &OUTPUT),
        block("provider", &["type", "name"], Many, &PROVIDER),
        block("required_providers", &[], Once, &REQUIRED_PROVIDERS),
        block("removed", &[], Many, &REMOVED),
    ],
    rest: Rest::Nothing,
};

static COMPONENT: BodyType = BodyType {
    arguments: &[
        required("source", LiteralString),
        argument("version", VersionConstraint),
        argument("for_each", Expression),
        argument("inputs", Expression),
        argument("providers", Expression),
        argument("depends_on", References),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static STACK: BodyType = BodyType {
    arguments: &[
        required("source", LiteralString),
        argument("version", VersionConstraint),
        argument("for_each", Expression),
        argument("inputs", Expression),
        argument("depends_on", References),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static VARIABLE: BodyType = BodyType {
    arguments: &[
        required("type", StackType),
        argument("default", Literal),
        argument("description", LiteralString),
        argument("sensitive", LiteralBool),
        argument("ephemeral", LiteralBool),
    ],
    blocks: &[block("validation", &[], Many, &CONDITION)],
    rest: Rest::Nothing,
};

static OUTPUT: BodyType = BodyType {
    arguments: &[
        required("type", StackType),
        required("value", Expression),
        argument("description", LiteralString),
        argument("sensitive", LiteralBool),
        argument("ephemeral", LiteralBool),
    ],
    blocks: &[block("precondition", &[], Many, &CONDITION)],
    rest: Rest::Nothing,
};

static PROVIDER: BodyType = BodyType {
    arguments: &[argument("for_each", Expression)],
    blocks: &[block("config", &[], Once, &PROVIDER_BLOCK)],
    rest: Rest::Nothing,
};

pub(super) static REQUIRED_PROVIDERS: BodyType = arguments(ProviderRequirement);

static REMOVED: BodyType = BodyType {
    arguments: &[
        required("from", Expression),
        required("source", LiteralString),
        argument("version", VersionConstraint),
        argument("for_each", Expression),
        argument("providers", Expression),
        argument("inputs", Expression),
    ],
    blocks: &[block("lifecycle", &[], Once, &REMOVED_LIFECYCLE)],
    rest: Rest::Nothing,
};

static REMOVED_LIFECYCLE: BodyType = BodyType {
    arguments: &[argument("destroy", LiteralBool)],
    blocks: &[],
    rest: Rest::Nothing,
};

/// The body of a file that declares the deployments of a stack.
pub(super) static DEPLOYMENTS: BodyType = BodyType {
    arguments: &[],
    blocks: &[
        block("deployment", &["name"], Many, &DEPLOYMENT),
        block("deployment_group", &["name"], Many, &DEPLOYMENT_GROUP),
        block("deployment_auto_approve", &["name"], Many, &APPROVAL),
        block("orchestrate", &["type", "name"], Many, &APPROVAL),
        block("identity_token", &["name"], Many, &IDENTITY_TOKEN),
        block("store", &["type", "name"], Many, &STORE),
        block("publish_output", &["name"], Many, &PUBLISHED),
        block("upstream_input", &["name"], Many, &UPSTREAM),
        block("locals", &[], Many, &LOCALS),
    ],
    rest: Rest::Nothing,
};

static DEPLOYMENT: BodyType = BodyType {
    arguments: &[
        argument("inputs", Expression),
        argument("deployment_group", Expression),
        argument("destroy", LiteralBool),
        argument("migrate", LiteralBool),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static DEPLOYMENT_GROUP: BodyType = BodyType {
    arguments: &[
        argument("auto_approve_checks", Expression),
        argument("failure_tolerance", Expression),
        argument("eager_plan", Expression),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static APPROVAL: BodyType = BodyType {
    arguments: &[argument("description", LiteralString)],
    blocks: &[CHECK],
    rest: Rest::Nothing,
};

const CHECK: BlockType = block("check", &[], Many, &CHECK_BODY);

static CHECK_BODY: BodyType = BodyType {
    arguments: &[required("condition", Expression), required("reason", Expression)],
    blocks: &[],
    rest: Rest::Nothing,
};

static IDENTITY_TOKEN: BodyType = BodyType {
    arguments: &[argument("audience", Expression)],
    blocks: &[],
    rest: Rest::Nothing,
};

/// The arguments of a store depend on its type.
static STORE: BodyType = arguments(Expression);

static PUBLISHED: BodyType = BodyType {
    arguments: &[
        required("value", Expression),
        argument("description", LiteralString),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static UPSTREAM: BodyType = BodyType {
    arguments: &[required("type", LiteralString), required("source", LiteralString)],
    blocks: &[],
    rest: Rest::Nothing,
};
