//! Where in a message an error is.

use hcl2_value::Value;
use hcl2_wire::{WireError, WireErrorKind};

/// The offset in bytes from 0, the path, and what is wrong.
pub(crate) type Place = (usize, String, WireErrorKind);

/// The place of the error in what was refused.
#[track_caller]
pub(crate) fn place_of(refused: Result<Value, WireError>) -> Place {
    let error = refused.expect_err("an error");
    (
        error.offset().expect("a value"),
        error.path().to_string(),
        error.kind().clone(),
    )
}

pub(crate) fn at(offset: usize, path: &str, kind: WireErrorKind) -> Place {
    (offset, path.to_owned(), kind)
}

pub(crate) fn mismatch(required: &'static str, found: &'static str) -> WireErrorKind {
    WireErrorKind::Mismatch { required, found }
}
