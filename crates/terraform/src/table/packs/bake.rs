//! The files of Docker's `buildx bake`.

use super::Pack;
use crate::table::Mode::{Expression, Type};
use crate::table::Repeats::Many;
use crate::table::language::{CONDITION, argument, block, required};
use crate::table::{Argument, BodyType, Rest};

pub(super) static FILES: Pack = Pack {
    name: "bake",
    endings: &[],
    names: &[
        "docker-bake.hcl",
        "docker-bake.json",
        "docker-bake.override.hcl",
        "docker-bake.override.json",
    ],
    body: &FILE,
    roots: &[],
    // Blocks of the same name are merged.
    merged: &["group", "target", "variable", "function"],
    is_of_directory: false,
};

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
        NAME,
        MATRIX,
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

const NAME: Argument = argument("name", Expression);
const MATRIX: Argument = argument("matrix", Expression);

static TARGET: BodyType = BodyType {
    arguments: &[
        NAME,
        MATRIX,
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
