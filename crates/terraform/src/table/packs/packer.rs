//! Packer: templates, and files that set their variables.

use super::{FileKind, Filters, MAP, Mention, OPEN, PACK, Pack, ROOT, Root, dynamic, expressions};
use crate::table::Mode::{Expression, Literal, LiteralBool, LiteralString, Type, VersionConstraint};
use crate::table::Repeats::{Many, Once, Ordered};
use crate::table::language::{CONDITION, LOCALS, argument, arguments, block, required};
use crate::table::{BlockType, BodyType, ROOT_LOCAL, ROOT_VARIABLE, Rest, names};

pub(super) static TEMPLATES: Pack = Pack {
    kind: FileKind::Packer,
    name: "packer",
    endings: &[".pkr.hcl", ".pkr.json"],
    body: &TEMPLATE,
    roots: &[
        Root {
            name: ROOT_VARIABLE,
            labelled: &["variable"],
            containing: &["variables"],
            ..ROOT
        },
        Root {
            name: ROOT_LOCAL,
            labelled: &["local"],
            containing: &[names::LOCALS],
            ..ROOT
        },
        Root {
            name: names::DATA,
            labels: 2,
            labelled: &["data"],
            ..ROOT
        },
    ],
    is_of_directory: true,
    // `packer build` takes a file or a directory.
    may_be_alone: true,
    mentions: &[Mention {
        block: "build",
        argument: "sources",
        prefix: "source.",
        named: &["source"],
    }],
    filters: Filters {
        labelled: &["source"],
        elements: &["only", "except"],
        keys: &["override"],
    },
    ..PACK
};

pub(super) static VARIABLES: Pack = Pack {
    kind: FileKind::PackerVariables,
    name: "packer-variables",
    endings: &[".pkrvars.hcl", ".pkrvars.json"],
    body: &VALUES,
    values_of: Some(FileKind::Packer),
    ..PACK
};

/// The values of variables.
static VALUES: BodyType = arguments(Literal);

static TEMPLATE: BodyType = BodyType {
    arguments: &[],
    blocks: &[
        block("packer", &[], Many, &SETTINGS),
        block("source", &["type", "name"], Many, &OPEN),
        block("variables", &[], Many, &MAP),
        block("variable", &["name"], Many, &VARIABLE),
        block(names::LOCALS, &[], Many, &LOCALS),
        block("local", &["name"], Many, &LOCAL),
        block("data", &["type", "name"], Many, &OPEN),
        block("build", &[], Ordered, &BUILD),
        block("hcp_packer_registry", &[], Once, &REGISTRY),
        block("communicator", &["type", "name"], Many, &OPEN),
        dynamic(),
    ],
    rest: Rest::Nothing,
};

static SETTINGS: BodyType = BodyType {
    arguments: &[argument(names::REQUIRED_VERSION, VersionConstraint)],
    blocks: &[block("required_plugins", &[], Many, &PLUGINS)],
    rest: Rest::Nothing,
};

static PLUGINS: BodyType = arguments(Literal);

static VARIABLE: BodyType = BodyType {
    arguments: &[
        argument("description", LiteralString),
        argument("default", Expression),
        argument("type", Type),
        argument("sensitive", LiteralBool),
    ],
    blocks: &[block("validation", &[], Many, &CONDITION)],
    rest: Rest::Nothing,
};

static LOCAL: BodyType = BodyType {
    arguments: &[
        required("expression", Expression),
        argument("sensitive", LiteralBool),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static BUILD: BodyType = BodyType {
    arguments: &[
        argument("name", Expression),
        argument("description", Expression),
        argument("sources", Expression),
    ],
    blocks: &[
        block("from", &["type"], Many, &OPEN),
        block("source", &["reference"], Many, &SOURCE_IN_BUILD),
        block("provisioner", &["type"], Ordered, &PROVISIONER),
        block("error-cleanup-provisioner", &["type"], Once, &PROVISIONER),
        POST_PROCESSOR,
        block("post-processors", &[], Ordered, &POST_PROCESSORS),
        block("hcp_packer_registry", &[], Once, &REGISTRY),
        dynamic(),
    ],
    rest: Rest::Nothing,
};

static SOURCE_IN_BUILD: BodyType = BodyType {
    arguments: &expressions(["name"]),
    blocks: &[],
    rest: Rest::Provider(Expression),
};

static PROVISIONER: BodyType = BodyType {
    arguments: &[
        argument("name", Expression),
        argument("pause_before", Expression),
        argument("max_retries", Expression),
        argument("timeout", Expression),
        argument("continue_on_error", Expression),
        argument("only", Expression),
        argument("except", Expression),
        argument("override", Expression),
    ],
    blocks: &[],
    rest: Rest::Provider(Expression),
};

const POST_PROCESSOR: BlockType = block("post-processor", &["type"], Ordered, &POST_PROCESSOR_BODY);

static POST_PROCESSOR_BODY: BodyType = BodyType {
    arguments: &expressions(["name", "only", "except", "keep_input_artifact"]),
    blocks: &[],
    rest: Rest::Provider(Expression),
};

static POST_PROCESSORS: BodyType = BodyType {
    arguments: &[],
    blocks: &[POST_PROCESSOR, dynamic()],
    rest: Rest::Nothing,
};

static REGISTRY: BodyType = BodyType {
    arguments: &[
        argument("bucket_name", Expression),
        argument("description", Expression),
        argument("labels", Expression),
        argument("bucket_labels", Expression),
        argument("build_labels", Expression),
        argument("channels", Expression),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};
