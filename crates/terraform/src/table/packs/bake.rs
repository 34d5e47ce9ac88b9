//! The files of Docker's `buildx bake`.

use super::{Bare, COMPUTED_NAME, FileKind, Mention, Outside, PACK, Pack, ROOT, Root};
use crate::table::Mode::{Expression, Type};
use crate::table::Repeats::Many;
use crate::table::language::{CONDITION, argument, block, required};
use crate::table::{BodyType, Rest};

pub(super) static FILES: Pack = Pack {
    kind: FileKind::Bake,
    name: "bake",
    names: &[
        "docker-bake.hcl",
        "docker-bake.json",
        "docker-bake.override.hcl",
        "docker-bake.override.json",
    ],
    body: &FILE,
    roots: &[GROUPS, TARGETS],
    // Blocks of the same name are merged.
    merged: &["group", "target", "variable", "function"],
    // Docker reads all of them if it is given no names of files.
    is_of_directory: true,
    bare: Some(Bare {
        variable: "variable",
        function: "function",
        variables: &["BAKE_CMD_CONTEXT", "BAKE_LOCAL_PLATFORM"],
        functions: FUNCTIONS,
        scoped: &[
            ("target", "matrix"),
            ("function", "params"),
            ("function", "variadic_params"),
        ],
    }),
    mentions: &[
        Mention {
            block: "group",
            argument: "targets",
            prefix: "",
            named: &["group", "target"],
        },
        Mention {
            block: "target",
            argument: "inherits",
            prefix: "",
            named: &["target"],
        },
        Mention {
            block: "target",
            argument: "contexts",
            prefix: "target:",
            named: &["target"],
        },
    ],
    // `--file` names any number of files, also of Compose.
    is_open: true,
    outside: &[
        Outside {
            blocks: &["variable"],
            user: "The environment may set the variable.",
            place: "there",
        },
        Outside {
            blocks: &["group", "target"],
            user: "Others may build it by its name.",
            place: "where they call `docker buildx bake`",
        },
    ],
    ..PACK
};

const GROUPS: Root = of_blocks("group", &["group"]);
const TARGETS: Root = of_blocks("target", &["target"]);

const fn of_blocks(name: &'static str, labelled: &'static [&'static str]) -> Root {
    Root {
        name,
        labelled,
        ..ROOT
    }
}

/// The functions that every file may call.
const FUNCTIONS: &[&str] = &[
    "absolute",
    "add",
    "and",
    "base64decode",
    "base64encode",
    "basename",
    "bcrypt",
    "byteslen",
    "bytesslice",
    "can",
    "ceil",
    "chomp",
    "chunklist",
    "cidrhost",
    "cidrnetmask",
    "cidrsubnet",
    "cidrsubnets",
    "coalesce",
    "coalescelist",
    "compact",
    "concat",
    "contains",
    "convert",
    "csvdecode",
    "dirname",
    "distinct",
    "divide",
    "element",
    "equal",
    "flatten",
    "floor",
    "format",
    "formatdate",
    "formatlist",
    "formattimestamp",
    "greaterthan",
    "greaterthanorequalto",
    "hasindex",
    "homedir",
    "indent",
    "index",
    "indexof",
    "int",
    "join",
    "jsondecode",
    "jsonencode",
    "keys",
    "length",
    "lessthan",
    "lessthanorequalto",
    "log",
    "lookup",
    "lower",
    "max",
    "md5",
    "merge",
    "min",
    "modulo",
    "multiply",
    "negate",
    "not",
    "notequal",
    "or",
    "parseint",
    "pow",
    "range",
    "regex",
    "regex_replace",
    "regexall",
    "replace",
    "reverse",
    "reverselist",
    "rsadecrypt",
    "sanitize",
    "semvercmp",
    "sethaselement",
    "setintersection",
    "setproduct",
    "setsubtract",
    "setsymmetricdifference",
    "setunion",
    "sha1",
    "sha256",
    "sha512",
    "signum",
    "slice",
    "sort",
    "split",
    "strlen",
    "substr",
    "subtract",
    "timeadd",
    "timestamp",
    "title",
    "trim",
    "trimprefix",
    "trimspace",
    "trimsuffix",
    "try",
    "unixtimestampparse",
    "upper",
    "urlencode",
    "uuidv4",
    "uuidv5",
    "values",
    "zipmap",
];

static FILE: BodyType = BodyType {
    arguments: &[],
    blocks: &[
        block("group", &["name of the group"], Many, &GROUP),
        block("target", &["name of the target"], Many, &TARGET),
        block("variable", &["name"], Many, &VARIABLE),
        block("function", &["name"], Many, &FUNCTION),
    ],
    // Other arguments are variables, too.
    rest: Rest::Arguments(Expression),
};

static GROUP: BodyType = BodyType {
    arguments: &[
        argument("description", Expression),
        argument("targets", Expression),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static TARGET: BodyType = BodyType {
    arguments: &[
        argument(COMPUTED_NAME, Expression),
        argument("matrix", Expression),
        argument("description", Expression),
        argument("inherits", Expression),
        argument("annotations", Expression),
        argument("attest", Expression),
        argument("context", Expression),
        argument("contexts", Expression),
        argument("dockerfile", Expression),
        argument("dockerfile-inline", Expression),
        argument("args", Expression),
        argument("labels", Expression),
        argument("tags", Expression),
        argument("cache-from", Expression),
        argument("cache-to", Expression),
        argument("target", Expression),
        argument("secret", Expression),
        argument("ssh", Expression),
        argument("platforms", Expression),
        argument("output", Expression),
        argument("pull", Expression),
        argument("no-cache", Expression),
        argument("network", Expression),
        argument("no-cache-filter", Expression),
        argument("shm-size", Expression),
        argument("ulimits", Expression),
        argument("resources", Expression),
        argument("call", Expression),
        argument("entitlements", Expression),
        argument("extra-hosts", Expression),
        argument("policy", Expression),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static VARIABLE: BodyType = BodyType {
    arguments: &[
        argument("type", Type),
        argument("default", Expression),
        argument("description", Expression),
    ],
    blocks: &[block("validation", &[], Many, &CONDITION)],
    rest: Rest::Nothing,
};

static FUNCTION: BodyType = BodyType {
    arguments: &[
        required("params", Expression),
        required("result", Expression),
        argument("variadic_params", Expression),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};
