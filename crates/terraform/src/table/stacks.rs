//! The files of stacks: components and deployments.

use super::Mode::{
    Expression, Keyword, Literal, LiteralBool, LiteralString, ProviderRequirement, References, StackType,
    VersionConstraint,
};
use super::Repeats::{Many, Once};
use super::language::{CONDITION, LOCALS, PROVIDER_BLOCK, argument, arguments, block, required};
use super::pack::{CALLING, Called, Calling, PACK, Pack, ROOT, Root};
use super::{BlockType, BodyType, FileKind, ROOT_EACH, ROOT_LOCAL, ROOT_SELF, ROOT_VARIABLE, Rest, names};

/// The files that declare the components of a stack.
pub(super) static COMPONENT_FILES: Pack = Pack {
    kind: FileKind::Components,
    endings: &[
        ".tfcomponent.hcl",
        ".tfcomponent.json",
        ".tfstack.hcl",
        ".tfstack.json",
    ],
    body: &COMPONENTS,
    roots: &[
        of_blocks(ROOT_VARIABLE, 1, &[names::VARIABLE]),
        VALUES,
        of_blocks(names::COMPONENT, 1, &[names::COMPONENT]),
        of_blocks(names::STACK, 1, &[names::STACK]),
        of_blocks(names::PROVIDER, 2, &[names::PROVIDER]),
    ],
    is_of_directory: true,
    other_roots: Some(&[ROOT_EACH.0, ROOT_SELF, names::TERRAFORM]),
    callings: &[
        Calling {
            block: names::COMPONENT,
            ..CALLING
        },
        Calling {
            block: names::STACK,
            called: Called::Files(FileKind::Components),
            ..CALLING
        },
    ],
    outputs: &[names::OUTPUT],
    kept: &[names::COMPONENT, names::STACK],
    ..PACK
};

/// The files that declare the deployments of a stack.
pub(super) static DEPLOYMENT_FILES: Pack = Pack {
    kind: FileKind::Deployments,
    endings: &[".tfdeploy.hcl", ".tfdeploy.json"],
    body: &DEPLOYMENTS,
    roots: &[
        VALUES,
        of_blocks(names::DEPLOYMENT, 1, &[names::DEPLOYMENT]),
        of_blocks("deployment_group", 1, &["deployment_group"]),
        of_blocks("deployment_auto_approve", 1, &["deployment_auto_approve"]),
        of_blocks("identity_token", 1, &["identity_token"]),
        of_blocks("store", 2, &["store"]),
        of_blocks("upstream_input", 1, &["upstream_input"]),
    ],
    is_of_directory: true,
    callings: &[Calling {
        block: names::DEPLOYMENT,
        source: None,
        called: Called::Files(FileKind::Components),
        ..CALLING
    }],
    kept: &[names::DEPLOYMENT],
    ..PACK
};

const VALUES: Root = Root {
    name: ROOT_LOCAL,
    containing: &[names::LOCALS],
    ..ROOT
};

const fn of_blocks(name: &'static str, labels: usize, labelled: &'static [&'static str]) -> Root {
    Root {
        name,
        labels,
        labelled,
        ..ROOT
    }
}

static COMPONENTS: BodyType = BodyType {
    arguments: &[argument("language", Keyword(&[]))],
    blocks: &[
        block(names::COMPONENT, &["name"], Many, &COMPONENT),
        block(names::STACK, &["name"], Many, &STACK),
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
        argument(names::INPUTS, Expression),
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
        argument(names::INPUTS, Expression),
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
        argument(names::INPUTS, Expression),
    ],
    blocks: &[block("lifecycle", &[], Once, &REMOVED_LIFECYCLE)],
    rest: Rest::Nothing,
};

static REMOVED_LIFECYCLE: BodyType = BodyType {
    arguments: &[argument("destroy", LiteralBool)],
    blocks: &[],
    rest: Rest::Nothing,
};

static DEPLOYMENTS: BodyType = BodyType {
    arguments: &[],
    blocks: &[
        block(names::DEPLOYMENT, &["name"], Many, &DEPLOYMENT),
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
        argument(names::INPUTS, Expression),
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
