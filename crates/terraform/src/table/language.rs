//! The table.

use super::Mode::{
    Actions, Changes, ComputedReference, ComputedReferences, Early, EarlyVersion, Encryption, Expression,
    KeyedProviderMap, KeyedReference, Keyword, Keywords, Literal, LiteralBool, LiteralString, ProviderMap,
    ProviderRequirement, Reference, References, Target, Type, VersionConstraint,
};
use super::Repeats::{Many, Once, Ordered};
use super::words::{EVENTS, names};
use super::{Argument, BlockType, BodyType, Describes, Mode, Repeats, Rest, Versions};

pub(super) const fn argument(name: &'static str, mode: Mode) -> Argument {
    Argument {
        name,
        mode,
        required: false,
        versions: Versions::ALL,
    }
}

pub(super) const fn required(name: &'static str, mode: Mode) -> Argument {
    Argument {
        required: true,
        ..argument(name, mode)
    }
}

/// Limits an argument to versions of the products.
pub(super) const fn since(terraform: Option<u16>, opentofu: Option<u16>, argument: Argument) -> Argument {
    Argument {
        versions: Versions::since_minors(terraform, opentofu),
        ..argument
    }
}

const fn opentofu_argument(since_minor: u16, argument: Argument) -> Argument {
    since(None, Some(since_minor), argument)
}

const fn terraform_argument(since_minor: u16, argument: Argument) -> Argument {
    since(Some(since_minor), None, argument)
}

pub(super) const fn block(
    name: &'static str,
    labels: &'static [&'static str],
    repeats: Repeats,
    body: &'static BodyType,
) -> BlockType {
    BlockType {
        name,
        labels,
        body,
        repeats,
        schema: Describes::Nothing,
        versions: Versions::ALL,
    }
}

pub(super) const fn described_by(schema: Describes, block: BlockType) -> BlockType {
    BlockType { schema, ..block }
}

/// Limits a block to versions of the products.
pub(super) const fn block_since(
    terraform: Option<u16>,
    opentofu: Option<u16>,
    block: BlockType,
) -> BlockType {
    BlockType {
        versions: Versions::since_minors(terraform, opentofu),
        ..block
    }
}

/// The body of a file of a module.
pub static MODULE: BodyType = BodyType {
    arguments: &[],
    blocks: &[
        block("terraform", &[], Many, &TERRAFORM),
        described_by(Describes::Provider, block("provider", &["name"], Many, &PROVIDER)),
        block("variable", &["name"], Many, &VARIABLE),
        block("locals", &[], Many, &LOCALS),
        block("output", &["name"], Many, &OUTPUT),
        block("module", &["name"], Many, &MODULE_CALL),
        described_by(
            Describes::Resource,
            block("resource", &["type", "name"], Many, &RESOURCE),
        ),
        described_by(Describes::Data, block("data", &["type", "name"], Many, &DATA)),
        block_since(
            Some(10),
            Some(11),
            described_by(
                Describes::Ephemeral,
                block("ephemeral", &["type", "name"], Many, &DATA),
            ),
        ),
        block_since(Some(14), None, block("action", &["type", "name"], Many, &ACTION)),
        block_since(Some(5), Some(6), block("check", &["name"], Many, &CHECK)),
        block_since(Some(1), Some(6), block("moved", &[], Many, &MOVED)),
        block_since(Some(7), Some(7), block("removed", &[], Many, &REMOVED)),
        block_since(Some(5), Some(6), block("import", &[], Many, &IMPORT)),
        block_since(None, Some(12), block("language", &[], Many, &EDITION_SETTINGS)),
        block_since(None, Some(13), block("symbols", &["name"], Many, &SYMBOLS)),
    ],
    rest: Rest::Nothing,
};

/// The body of a file that sets variables.
pub static VARIABLE_DEFINITIONS: BodyType = arguments(Literal);

/// A block of a provider, named by its schema.
pub(crate) static PROVIDED: BlockType = block("", &[], Many, &PROVIDER_BLOCK);

/// A block of a backend, which contains constants only.
pub(crate) static PROVIDED_LITERALS: BlockType = block("", &[], Many, &BACKEND);

/// The body of a block defined by a provider.
pub static PROVIDER_BLOCK: BodyType = BodyType {
    arguments: &[],
    blocks: &[dynamic()],
    rest: Rest::Provider(Expression),
};

pub(super) const fn arguments(mode: Mode) -> BodyType {
    BodyType {
        arguments: &[],
        blocks: &[],
        rest: Rest::Arguments(mode),
    }
}

static TERRAFORM: BodyType = BodyType {
    arguments: &[
        argument("required_version", VersionConstraint),
        argument("experiments", Keywords(&[])),
        argument("language", Keyword(&[])),
    ],
    blocks: &[
        block("required_providers", &[], Once, &REQUIRED_PROVIDERS),
        block("backend", &["type"], Once, &BACKEND),
        block_since(Some(1), Some(6), block("cloud", &[], Once, &CLOUD)),
        block_since(
            Some(16),
            None,
            block("state_store", &["type"], Once, &STATE_STORE),
        ),
        block("provider_meta", &["provider"], Many, &BACKEND),
        block_since(None, Some(7), block("encryption", &[], Once, &ENCRYPTION)),
    ],
    rest: Rest::Nothing,
};

static REQUIRED_PROVIDERS: BodyType = arguments(ProviderRequirement);

static BACKEND: BodyType = BodyType {
    arguments: &[],
    blocks: &[],
    rest: Rest::Provider(Literal),
};

static CLOUD: BodyType = BodyType {
    arguments: &[
        argument("organization", Literal),
        argument("hostname", Literal),
        argument("token", Literal),
    ],
    blocks: &[block("workspaces", &[], Once, &WORKSPACES)],
    rest: Rest::Nothing,
};

static WORKSPACES: BodyType = BodyType {
    arguments: &[
        argument("name", Literal),
        argument("tags", Literal),
        since(Some(6), Some(6), argument("project", Literal)),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static ENCRYPTION: BodyType = BodyType {
    arguments: &[],
    blocks: &[
        block("key_provider", &["type", "name"], Many, &ENCRYPTION_PART),
        block("method", &["type", "name"], Many, &ENCRYPTION_PART),
        block("state", &[], Once, &ENCRYPTION_TARGET),
        block("plan", &[], Once, &ENCRYPTION_TARGET),
        block("remote_state_data_sources", &[], Once, &ENCRYPTION_REMOTE),
    ],
    rest: Rest::Nothing,
};

/// The stores of state have a provider, whose configuration is constant.
static STATE_STORE: BodyType = BodyType {
    arguments: &[],
    blocks: &[block("provider", &["name"], Once, &BACKEND)],
    rest: Rest::Provider(Literal),
};

static EDITION_SETTINGS: BodyType = BodyType {
    arguments: &[
        argument("edition", Keyword(&[])),
        argument("experiments", Keywords(&[])),
    ],
    blocks: &[block("compatible_with", &[], Once, &BACKEND)],
    rest: Rest::Nothing,
};

/// The import of a symbol library, an experiment.
pub(super) static SYMBOLS: BodyType = BodyType {
    arguments: &[
        required("source", LiteralString),
        argument("version", VersionConstraint),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static ACTION: BodyType = BodyType {
    arguments: &[
        argument("count", Expression),
        argument("for_each", Expression),
        argument("provider", Reference),
    ],
    blocks: &[block("config", &[], Once, &PROVIDER_BLOCK)],
    rest: Rest::Nothing,
};

static ACTION_TRIGGER: BodyType = BodyType {
    arguments: &[
        required("events", Keywords(EVENTS)),
        required("actions", Actions),
        argument("condition", Expression),
        since(
            Some(16),
            None,
            argument("on_failure", Keyword(&["halt", "taint", "continue"])),
        ),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static ENCRYPTION_PART: BodyType = BodyType {
    arguments: &[],
    blocks: &[],
    rest: Rest::Provider(Encryption),
};

static ENCRYPTION_TARGET: BodyType = BodyType {
    arguments: &[argument("method", Encryption), argument("enforced", Encryption)],
    blocks: &[block("fallback", &[], Once, &ENCRYPTION_TARGET)],
    rest: Rest::Nothing,
};

static ENCRYPTION_REMOTE: BodyType = BodyType {
    arguments: &[],
    blocks: &[
        block("default", &[], Once, &ENCRYPTION_TARGET),
        block("remote_state_data_source", &["name"], Many, &ENCRYPTION_TARGET),
    ],
    rest: Rest::Nothing,
};

pub(super) static PROVIDER: BodyType = BodyType {
    arguments: &[
        argument("alias", LiteralString),
        argument("version", VersionConstraint),
        opentofu_argument(9, argument("for_each", Expression)),
    ],
    blocks: &[dynamic(), escape()],
    rest: Rest::Provider(Expression),
};

pub(super) static VARIABLE: BodyType = BodyType {
    arguments: &[
        argument("type", Type),
        argument("default", Literal),
        argument("description", LiteralString),
        argument("sensitive", LiteralBool),
        since(Some(10), Some(11), argument("ephemeral", LiteralBool)),
        since(Some(1), Some(6), argument("nullable", LiteralBool)),
        since(Some(15), Some(10), argument("deprecated", LiteralString)),
        since(Some(15), Some(12), argument("const", LiteralBool)),
    ],
    blocks: &[block("validation", &[], Many, &CONDITION)],
    rest: Rest::Nothing,
};

pub(super) static LOCALS: BodyType = arguments(Expression);

static OUTPUT: BodyType = BodyType {
    arguments: &[
        required("value", Expression),
        argument("description", LiteralString),
        argument("sensitive", LiteralBool),
        since(Some(10), Some(11), argument("ephemeral", LiteralBool)),
        argument("depends_on", References),
        since(Some(15), Some(10), argument("deprecated", LiteralString)),
        terraform_argument(15, argument("type", Type)),
    ],
    blocks: &[block_since(
        Some(2),
        Some(6),
        block("precondition", &[], Many, &CONDITION),
    )],
    rest: Rest::Nothing,
};

static MODULE_CALL: BodyType = BodyType {
    arguments: &[
        terraform_argument(0, required("source", Early)),
        terraform_argument(0, argument("version", EarlyVersion)),
        opentofu_argument(0, required("source", Expression)),
        opentofu_argument(0, argument("version", Expression)),
        terraform_argument(15, argument("ignore_nested_deprecations", LiteralBool)),
        argument("count", Expression),
        argument("for_each", Expression),
        argument("depends_on", References),
        terraform_argument(0, argument("providers", ProviderMap)),
        opentofu_argument(0, argument("providers", KeyedProviderMap)),
    ],
    blocks: &[
        block(names::ESCAPE, &[], Once, &MODULE_ARGUMENTS),
        block_since(None, Some(11), block("lifecycle", &[], Once, &ENABLED)),
    ],
    rest: Rest::Arguments(Expression),
};

static MODULE_ARGUMENTS: BodyType = arguments(Expression);

static ENABLED: BodyType = BodyType {
    arguments: &[argument("enabled", Expression)],
    blocks: &[],
    rest: Rest::Nothing,
};

static RESOURCE: BodyType = BodyType {
    arguments: INSTANCES,
    blocks: &[
        block("lifecycle", &[], Once, &LIFECYCLE),
        CONNECTION,
        PROVISIONER,
        dynamic(),
        escape(),
    ],
    rest: Rest::Provider(Expression),
};

static DATA: BodyType = BodyType {
    arguments: INSTANCES,
    blocks: &[
        block("lifecycle", &[], Once, &DATA_LIFECYCLE),
        dynamic(),
        escape(),
    ],
    rest: Rest::Provider(Expression),
};

const INSTANCES: &[Argument] = &[
    argument("count", Expression),
    argument("for_each", Expression),
    terraform_argument(0, argument("provider", Reference)),
    opentofu_argument(0, argument("provider", KeyedReference)),
    argument("depends_on", References),
];

static LIFECYCLE: BodyType = BodyType {
    arguments: &[
        argument("create_before_destroy", LiteralBool),
        terraform_argument(0, argument("prevent_destroy", LiteralBool)),
        opentofu_argument(0, argument("prevent_destroy", Expression)),
        opentofu_argument(11, argument("enabled", Expression)),
        since(Some(16), Some(12), argument("destroy", LiteralBool)),
        argument("ignore_changes", Changes),
        since(
            Some(2),
            Some(6),
            argument("replace_triggered_by", ComputedReferences),
        ),
    ],
    blocks: &[
        PRECONDITION,
        POSTCONDITION,
        block_since(
            Some(14),
            None,
            block("action_trigger", &[], Many, &ACTION_TRIGGER),
        ),
    ],
    rest: Rest::Nothing,
};

static DATA_LIFECYCLE: BodyType = BodyType {
    arguments: &[opentofu_argument(11, argument("enabled", Expression))],
    blocks: CONDITIONS,
    rest: Rest::Nothing,
};

const PRECONDITION: BlockType = block_since(Some(2), Some(6), block("precondition", &[], Many, &CONDITION));

const POSTCONDITION: BlockType = block_since(Some(2), Some(6), block("postcondition", &[], Many, &CONDITION));

const CONDITIONS: &[BlockType] = &[PRECONDITION, POSTCONDITION];

pub(super) static CONDITION: BodyType = BodyType {
    arguments: &[
        required("condition", Expression),
        required("error_message", Expression),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

const CONNECTION: BlockType = block("connection", &[], Once, &CONNECTION_BODY);

static CONNECTION_BODY: BodyType = BodyType {
    arguments: &[],
    blocks: &[],
    rest: Rest::Arguments(Expression),
};

const PROVISIONER: BlockType = block("provisioner", &["type"], Ordered, &PROVISIONER_BODY);

static PROVISIONER_BODY: BodyType = BodyType {
    arguments: &[
        argument("when", Keyword(&["create", "destroy"])),
        argument("on_failure", Keyword(&["continue", "fail"])),
    ],
    blocks: &[CONNECTION, block(names::ESCAPE, &[], Once, &MODULE_ARGUMENTS)],
    rest: Rest::Arguments(Expression),
};

/// Returns the body of dynamic blocks. A constant could not refer to itself.
pub(super) const fn dynamic() -> BlockType {
    described_by(
        Describes::Labelled,
        block("dynamic", &["block type"], Many, &DYNAMIC_BODY),
    )
}

static DYNAMIC_BODY: BodyType = BodyType {
    arguments: &[
        required("for_each", Expression),
        argument("iterator", Keyword(&[])),
        argument("labels", Expression),
    ],
    blocks: &[described_by(
        Describes::Enclosing,
        block("content", &[], Once, &PROVIDER_BLOCK),
    )],
    rest: Rest::Nothing,
};

/// Returns a block for arguments of a provider that have the names of arguments of the language.
const fn escape() -> BlockType {
    described_by(
        Describes::Enclosing,
        block(names::ESCAPE, &[], Once, &PROVIDER_BLOCK),
    )
}

static CHECK: BodyType = BodyType {
    arguments: &[],
    blocks: &[
        described_by(Describes::Data, block("data", &["type", "name"], Once, &DATA)),
        block("assert", &[], Many, &CONDITION),
    ],
    rest: Rest::Nothing,
};

static MOVED: BodyType = BodyType {
    arguments: &[required("from", Target), required("to", Target)],
    blocks: &[],
    rest: Rest::Nothing,
};

static REMOVED: BodyType = BodyType {
    arguments: &[required("from", Target)],
    blocks: &[
        block_since(
            Some(7),
            Some(10),
            block("lifecycle", &[], Many, &REMOVED_LIFECYCLE),
        ),
        block_since(Some(9), None, CONNECTION),
        block_since(Some(9), Some(10), PROVISIONER),
    ],
    rest: Rest::Nothing,
};

static REMOVED_LIFECYCLE: BodyType = BodyType {
    arguments: &[argument("destroy", LiteralBool)],
    blocks: &[],
    rest: Rest::Nothing,
};

static IMPORT: BodyType = BodyType {
    arguments: &[
        required("to", ComputedReference),
        argument("id", Expression),
        since(Some(12), Some(12), argument("identity", Expression)),
        since(Some(7), Some(7), argument("for_each", Expression)),
        terraform_argument(0, argument("provider", Reference)),
        opentofu_argument(0, argument("provider", KeyedReference)),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};
