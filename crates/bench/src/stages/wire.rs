//! Values to and from the MessagePack of Terraform's wire format.

use std::fmt::Write;
use std::time::Duration;

use hcl2_value::{Type, Value};
use hcl2_wire::msgpack;

use super::eval::attributes;
use crate::checksum::Checksum;
use crate::contest::{Contest, timed_each};
use crate::failure::Failure;
use crate::memory::Heap;
use crate::report::{Outcome, Unit};
use crate::setting::Setting;

/// How many objects are in a message.
const OBJECTS: usize = 1_000;
/// How often a round works on such a message: so often that it does not matter which contestant was before.
const REPEAT: usize = 20;
/// How many are in one that is a set.
const ELEMENTS: usize = 100_000;

/// The objects in native syntax, such as a provider has them.
fn text(objects: usize) -> String {
    let mut text = String::from("objects = [\n");
    for object in 0..objects {
        // The error of `String`'s writer is never made.
        let _ = writeln!(
            text,
            "{{ id = \"i-{object:08x}\", name = \"server-{object}\", size = {object}, weight = {object}.25, \
             enabled = {}, zones = [\"eu-west-1a\", \"eu-west-1b\"], tags = {{ team = \"platform\", \
             cost_center = \"{}\" }}, note = null }},",
            object % 2 == 0,
            object % 17
        );
    }
    text.push_str("]\n");
    text
}

fn object_type() -> Type {
    Type::object([
        ("id", Type::STRING),
        ("name", Type::STRING),
        ("size", Type::NUMBER),
        ("weight", Type::NUMBER),
        ("enabled", Type::BOOL),
        ("zones", Type::list(Type::STRING)),
        ("tags", Type::map(Type::STRING)),
        ("note", Type::STRING),
    ])
}

/// What a message is made of.
struct Message {
    text: String,
    ty: Type,
    /// The value as it is written in the text: a tuple of objects.
    written: Value,
    /// The value by the type.
    value: Value,
    bytes: Vec<u8>,
    /// How often a round works on it.
    repeat: usize,
}

impl Message {
    fn new(stage: &'static str) -> Result<Self, Failure> {
        let failed = |reason: String| Failure::Contestant(format!("{stage}: {reason}"));
        let (objects, repeat, ty) = if stage == "wire.decode.set" {
            (ELEMENTS, 1, Type::set(object_type()))
        } else {
            (OBJECTS, REPEAT, Type::list(object_type()))
        };
        let text = text(objects);
        let mut values = attributes(&text).map_err(failed)?;
        let Some((_, objects)) = values.pop() else {
            return Err(failed("there is no value".to_owned()));
        };
        let value = objects.convert(&ty).map_err(|error| failed(error.to_string()))?;
        let bytes = msgpack::encode(&value, &ty).map_err(|error| failed(error.to_string()))?;
        Ok(Self {
            text,
            ty,
            written: objects,
            value,
            bytes,
            repeat,
        })
    }

    /// How many bytes a round works on.
    fn work(&self) -> u64 {
        (self.bytes.len() * self.repeat) as u64
    }

    fn timed<T>(&self, work: impl Fn() -> T) -> Duration {
        timed_each(&[()], self.repeat, |()| work())
    }

    fn shape(&self) -> String {
        shape(self.value.element_count().unwrap_or(0), &self.bytes)
    }
}

/// What everyone must make, or have made what they decoded of: equal bytes.
fn shape(objects: usize, bytes: &[u8]) -> String {
    let checksum = Checksum::of(bytes);
    format!(
        "{objects} objects in {} bytes with the checksum {checksum}",
        bytes.len()
    )
}

/// The shape of a message that `rmp-serde` has read: that of the bytes that it writes of it.
fn shape_of_tree(stage: &str, tree: &rmpv::Value) -> Result<String, Failure> {
    let bytes = rmp_serde::to_vec(tree)
        .map_err(|error| Failure::Contestant(format!("{stage}: rmp-serde: {error}")))?;
    Ok(shape(tree.as_array().map_or(0, Vec::len), &bytes))
}

/// A list of objects becomes a message; where the stage says so, from a tuple that is converted first.
pub(super) fn encode(stage: &'static str, setting: &Setting) -> Result<Outcome, Failure> {
    let message = Message::new(stage)?;
    let Message { ty, bytes, .. } = &message;
    let is_converted = stage == "wire.encode.convert";
    let value = if is_converted {
        &message.written
    } else {
        &message.value
    };
    if msgpack::encode(value, ty).as_ref() != Ok(bytes) {
        return Err(Failure::Contestant(format!("{stage}: the bytes are others")));
    }
    let mut contest = Contest::new(
        stage,
        Unit::MegabytesPerSecond,
        message.work(),
        message.shape(),
        || message.timed(|| msgpack::encode(value, ty)),
    );
    if setting.peers {
        let message = &message;
        if !is_converted {
            let tree = rmpv::decode::read_value(&mut bytes.as_slice())
                .map_err(|error| Failure::Contestant(format!("{stage}: rmpv: {error}")))?;
            contest.add("rmp-serde", &shape_of_tree(stage, &tree)?, move || {
                message.timed(|| rmp_serde::to_vec(&tree))
            })?;
        }
        contest.add_go(setting, message.repeat, [message.text.as_str()])?;
    }
    contest.run(setting.rounds)
}

/// A message becomes a list, or a set, of objects.
pub(super) fn decode(stage: &'static str, setting: &Setting) -> Result<Outcome, Failure> {
    let message = Message::new(stage)?;
    let Message { ty, value, bytes, .. } = &message;
    if msgpack::decode(bytes, ty).as_ref() != Ok(value) {
        return Err(Failure::Contestant(format!("{stage}: the value is another one")));
    }
    let mut contest = Contest::new(
        stage,
        Unit::MegabytesPerSecond,
        message.work(),
        message.shape(),
        || message.timed(|| msgpack::decode(bytes, ty)),
    );
    if setting.peers {
        let tree = rmp_serde::from_slice::<rmpv::Value>(bytes)
            .map_err(|error| Failure::Contestant(format!("{stage}: rmp-serde: {error}")))?;
        contest.check("rmp-serde", &shape_of_tree(stage, &tree)?)?;
        // It makes a tree of whatever is there, without a type.
        contest.add_unlike("rmp-serde", || {
            message.timed(|| rmp_serde::from_slice::<rmpv::Value>(bytes))
        });
        if stage == "wire.decode" {
            contest.add_go(setting, message.repeat, [message.text.as_str()])?;
        }
    }
    contest.run(setting.rounds)
}

/// The heap that decoding takes for each byte of the message.
pub(super) fn decode_memory(stage: &'static str, _: &Setting, heap: Heap) -> Result<Outcome, Failure> {
    let Message { ty, bytes, .. } = Message::new(stage)?;
    let ours = heap.per_byte_of(&bytes, |bytes| msgpack::decode(bytes, &ty));
    Ok(Outcome::new(stage, Unit::HeapPerByte, ours))
}
