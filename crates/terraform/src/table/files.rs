//! The bodies of files beside those of modules.

use super::Mode::{
    Expression, Keyword, Literal, LiteralBool, LiteralString, ProviderMap, Reference, References, Target,
};
use super::Repeats::{Many, Once};
use super::language::{
    CONDITION, LOCALS, PROVIDER, PROVIDER_BLOCK, VARIABLE, argument, arguments, block, block_since,
    described_by, required, since,
};
use super::{BlockType, BodyType, Describes, Rest, names};

pub(super) static TEST: BodyType = BodyType {
    arguments: &[],
    blocks: &[
        block_since(Some(12), None, block("test", &[], Once, &TEST_SETTINGS)),
        block_since(Some(6), Some(0), block("run", &["name"], Many, &RUN)),
        described_by(Describes::Provider, block("provider", &["name"], Many, &PROVIDER)),
        block_since(
            Some(7),
            Some(8),
            block("mock_provider", &["name"], Many, &MOCK_PROVIDER),
        ),
        block_since(Some(13), None, block("variable", &["name"], Many, &VARIABLE)),
        block("variables", &[], Once, &VALUES),
        OVERRIDE_RESOURCE,
        OVERRIDE_DATA,
        OVERRIDE_EPHEMERAL,
        OVERRIDE_MODULE,
    ],
    rest: Rest::Nothing,
};

static TEST_SETTINGS: BodyType = BodyType {
    arguments: &[
        argument("parallel", LiteralBool),
        since(Some(14), None, argument("skip_cleanup", LiteralBool)),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static VALUES: BodyType = arguments(Expression);

static RUN: BodyType = BodyType {
    arguments: &[
        argument("command", Keyword(&["plan", "apply"])),
        argument("providers", ProviderMap),
        argument("expect_failures", References),
        since(Some(11), None, argument("state_key", LiteralString)),
        since(Some(12), None, argument("parallel", LiteralBool)),
        since(Some(14), None, argument("skip_cleanup", LiteralBool)),
    ],
    blocks: &[
        block("plan_options", &[], Once, &PLAN_OPTIONS),
        block("assert", &[], Many, &CONDITION),
        block("variables", &[], Once, &VALUES),
        block("module", &[], Once, &RUN_MODULE),
        OVERRIDE_RESOURCE,
        OVERRIDE_DATA,
        OVERRIDE_EPHEMERAL,
        OVERRIDE_MODULE,
        block_since(Some(14), None, block("backend", &["name"], Once, &BACKEND_OF_RUN)),
    ],
    rest: Rest::Nothing,
};

static BACKEND_OF_RUN: BodyType = BodyType {
    arguments: &[],
    blocks: &[],
    rest: Rest::Provider(Literal),
};

static PLAN_OPTIONS: BodyType = BodyType {
    arguments: &[
        argument("mode", Keyword(&["normal", "refresh-only"])),
        argument("refresh", LiteralBool),
        argument("replace", References),
        argument("target", References),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static RUN_MODULE: BodyType = BodyType {
    arguments: &[
        required("source", LiteralString),
        argument("version", LiteralString),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

const OVERRIDE_RESOURCE: BlockType =
    block_since(Some(7), Some(8), block("override_resource", &[], Many, &OVERRIDE));
const OVERRIDE_DATA: BlockType = block_since(Some(7), Some(8), block("override_data", &[], Many, &OVERRIDE));
const OVERRIDE_EPHEMERAL: BlockType =
    block_since(Some(17), None, block("override_ephemeral", &[], Many, &OVERRIDE));
const OVERRIDE_MODULE: BlockType = block_since(
    Some(7),
    Some(8),
    block("override_module", &[], Many, &OVERRIDDEN_MODULE),
);

static OVERRIDE: BodyType = BodyType {
    arguments: &[
        required("target", Target),
        argument("values", Expression),
        OVERRIDE_DURING,
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static OVERRIDDEN_MODULE: BodyType = BodyType {
    arguments: &[
        required("target", Target),
        argument("outputs", Expression),
        OVERRIDE_DURING,
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

const OVERRIDE_DURING: super::Argument = since(
    Some(11),
    None,
    argument("override_during", Keyword(&["plan", "apply"])),
);

static MOCK_PROVIDER: BodyType = BodyType {
    arguments: &[
        argument("alias", LiteralString),
        since(Some(7), None, argument("source", LiteralString)),
        OVERRIDE_DURING,
        since(None, Some(9), argument("for_each", Expression)),
    ],
    blocks: MOCKS,
    rest: Rest::Nothing,
};

pub(super) static MOCK: BodyType = BodyType {
    arguments: &[],
    blocks: MOCKS,
    rest: Rest::Nothing,
};

const MOCKS: &[BlockType] = &[
    block("mock_resource", &["type"], Many, &MOCKED),
    block("mock_data", &["type"], Many, &MOCKED),
    block_since(Some(17), None, block("mock_ephemeral", &["type"], Many, &MOCKED)),
    OVERRIDE_RESOURCE,
    OVERRIDE_DATA,
    OVERRIDE_EPHEMERAL,
];

static MOCKED: BodyType = BodyType {
    arguments: &[argument("defaults", Expression), OVERRIDE_DURING],
    blocks: &[],
    rest: Rest::Nothing,
};

pub(super) static QUERY: BodyType = BodyType {
    arguments: &[],
    blocks: &[
        block_since(Some(14), None, block(names::LIST, &["type", "name"], Many, &LIST)),
        described_by(Describes::Provider, block("provider", &["name"], Many, &PROVIDER)),
        block("variable", &["name"], Many, &VARIABLE),
        block("locals", &[], Many, &LOCALS),
    ],
    rest: Rest::Nothing,
};

static LIST: BodyType = BodyType {
    arguments: &[
        argument("count", Expression),
        argument("for_each", Expression),
        required("provider", Reference),
        argument("include_resource", Expression),
        argument("limit", Expression),
    ],
    blocks: &[block("config", &[], Once, &PROVIDER_BLOCK)],
    rest: Rest::Nothing,
};

pub(super) static LOCK: BodyType = BodyType {
    arguments: &[],
    blocks: &[
        block("provider", &["address"], Many, &LOCKED),
        // Reserved for later versions, which ignore what it contains.
        block(names::MODULE, &["path"], Many, &RESERVED),
    ],
    rest: Rest::Nothing,
};

static RESERVED: BodyType = BodyType {
    arguments: &[],
    blocks: &[],
    rest: Rest::Provider(Expression),
};

static LOCKED: BodyType = BodyType {
    arguments: &[
        required("version", LiteralString),
        argument("constraints", LiteralString),
        argument("hashes", Literal),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};
