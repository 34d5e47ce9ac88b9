//! Peers that decode structs.

use serde::de::DeserializeOwned;

use super::super::peers::RS;
use crate::contest::{Contest, timed};
use crate::failure::Failure;

/// Adds the peers that decode a source in native syntax, whose results have a shape.
pub(super) fn add<'t, T: DeserializeOwned + 't>(
    contest: &mut Contest<'t>,
    text: &'t str,
    shape: impl Fn(&T) -> String,
) -> Result<(), Failure> {
    let rs = move || hcl::from_str::<T>(text);
    let made = rs().map_err(|error| Failure::Contestant(error.to_string()))?;
    contest.add(RS, &shape(&made), move || timed(rs))
}
