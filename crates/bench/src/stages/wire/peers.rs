//! Peers that read and write MessagePack.

use super::super::peers::failed;
use super::{Message, shape};
use crate::contest::Contest;
use crate::failure::Failure;

const NAME: &str = "rmp-serde";

/// Returns the shape of a message read by the peer: that of the bytes it writes for it.
fn shape_of_tree(stage: &str, tree: &rmpv::Value) -> Result<String, Failure> {
    let bytes = rmp_serde::to_vec(tree).map_err(|error| failed(stage, format!("{NAME}: {error}")))?;
    Ok(shape(tree.as_array().map_or(0, Vec::len), &bytes))
}

/// Adds the peer that encodes a message.
pub(super) fn add_encode<'a>(
    stage: &str,
    message: &'a Message,
    contest: &mut Contest<'a>,
) -> Result<(), Failure> {
    let tree = rmpv::decode::read_value(&mut message.bytes.as_slice())
        .map_err(|error| failed(stage, format!("rmpv: {error}")))?;
    contest.add(NAME, &shape_of_tree(stage, &tree)?, move || {
        message.timed(|| rmp_serde::to_vec(&tree))
    })
}

/// Adds the peer that decodes a message; it creates a tree without knowing the type.
pub(super) fn add_decode<'a>(
    stage: &str,
    message: &'a Message,
    contest: &mut Contest<'a>,
) -> Result<(), Failure> {
    let read = || rmp_serde::from_slice::<rmpv::Value>(&message.bytes);
    let tree = read().map_err(|error| failed(stage, format!("{NAME}: {error}")))?;
    contest.check(NAME, &shape_of_tree(stage, &tree)?)?;
    contest.add_unlike(NAME, move || message.timed(read));
    Ok(())
}
