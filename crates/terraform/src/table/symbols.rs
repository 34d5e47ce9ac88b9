//! The files of symbol libraries: types, values and functions for modules of OpenTofu.

use super::Mode::{Expression, LiteralBool, LiteralString, Type};
use super::Repeats::{Many, Once};
use super::language::{CONDITION, LOCALS, SYMBOLS, argument, block, required};
use super::pack::{PACK, Pack, ROOT, Root};
use super::words::names;
use super::{BodyType, FileKind, Rest};

/// The only edition of the language of libraries.
pub(crate) const EDITION_OF_LIBRARIES: &str = "experimental2026";

/// The end of the names of their files.
pub(super) const LIBRARY_END: &str = ".sym.hcl";

/// The root of references to the parameters of a function.
pub(crate) const ROOT_PARAMETER: &str = "param";

/// The symbol libraries.
pub(super) static LIBRARIES: Pack = Pack {
    kind: FileKind::Symbols,
    endings: &[LIBRARY_END],
    body: &LIBRARY,
    roots: &[
        Root {
            name: "value",
            containing: &[names::VALUES],
            ..ROOT
        },
        Root {
            name: names::SYMBOLS,
            labelled: &[names::SYMBOLS],
            ..ROOT
        },
    ],
    is_of_directory: true,
    other_roots: Some(&[ROOT_PARAMETER, super::ROOT_LOCAL]),
    is_used_by_modules: true,
    ..PACK
};

static LIBRARY: BodyType = BodyType {
    arguments: &[],
    blocks: &[
        block(names::LANGUAGE, &[], Once, &LANGUAGE),
        block(names::TYPEDEF, &["name"], Many, &TYPEDEF),
        block(names::VALUES, &[], Many, &LOCALS),
        block(names::FUNCTION, &["name"], Many, &FUNCTION),
        block(names::SYMBOLS, &["name"], Many, &SYMBOLS),
    ],
    rest: Rest::Nothing,
};

static LANGUAGE: BodyType = BodyType {
    arguments: &[required(names::EDITION, LiteralString)],
    blocks: &[],
    rest: Rest::Nothing,
};

static TYPEDEF: BodyType = BodyType {
    arguments: &[required("type", Type)],
    blocks: &[],
    rest: Rest::Nothing,
};

static FUNCTION: BodyType = BodyType {
    arguments: &[
        argument("description", LiteralString),
        argument("type", Type),
        required("return", Expression),
    ],
    blocks: &[
        block(names::PARAMETER, &["name"], Many, &PARAMETER),
        block(names::LOCALS, &[], Many, &LOCALS),
    ],
    rest: Rest::Nothing,
};

static PARAMETER: BodyType = BodyType {
    arguments: &[
        argument("type", Type),
        argument("description", LiteralString),
        argument("variadic", LiteralBool),
        argument("allow_null", LiteralBool),
        argument("allow_unknown", LiteralBool),
    ],
    blocks: &[block("validation", &[], Many, &CONDITION)],
    rest: Rest::Nothing,
};
