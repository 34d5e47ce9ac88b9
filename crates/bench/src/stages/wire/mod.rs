//! Values to and from the MessagePack of Terraform's wire format.

#[cfg(feature = "peers")]
mod peers;

use std::fmt::Write;
use std::time::Duration;

use hcl2_value::{Type, Value};
use hcl2_wire::msgpack;

use super::eval::attributes;
use crate::checksum::Checksum;
use crate::contest::{Contest, timed_each};
use crate::failure::Failure;
use crate::memory::Heap;
use crate::report::{Measurement, Unit};
use crate::setting::Setting;

/// The number of objects in a message.
const OBJECTS: usize = 1_000;
/// The messages per round: enough to make the state of the caches irrelevant.
const REPEAT: usize = 20;
/// The number of objects in a message that is a set.
const ELEMENTS: usize = 100_000;

/// Returns objects like those of a provider, in native syntax.
fn text(objects: usize) -> String {
    let mut text = String::from("objects = [\n");
    for object in 0..objects {
        // Writing to a `String` never fails.
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

/// The content of a message.
struct Message {
    text: String,
    ty: Type,
    /// The value as written in the source: a tuple of objects.
    written: Value,
    /// The value, converted to the type.
    value: Value,
    bytes: Vec<u8>,
    /// The number of times that a round processes it.
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

    /// Returns the number of bytes that a round processes.
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

/// Returns the shape of the message: every contestant must encode, or have decoded, these bytes.
fn shape(objects: usize, bytes: &[u8]) -> String {
    let checksum = Checksum::of(bytes);
    format!(
        "{objects} objects in {} bytes with the checksum {checksum}",
        bytes.len()
    )
}

/// Encodes a list of objects, in some stages after converting it from a tuple.
pub(super) fn encode(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
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
        #[cfg(feature = "peers")]
        if !is_converted {
            peers::add_encode(stage, &message, &mut contest)?;
        }
        contest.add_go(setting, message.repeat, [message.text.as_str()])?;
    }
    contest.run(setting.rounds)
}

/// Decodes a message to a list or a set of objects.
pub(super) fn decode(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
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
        #[cfg(feature = "peers")]
        peers::add_decode(stage, &message, &mut contest)?;
        if stage == "wire.decode" {
            contest.add_go(setting, message.repeat, [message.text.as_str()])?;
        }
    }
    contest.run(setting.rounds)
}

/// Measures the heap used by decoding, per byte of the message.
pub(super) fn decode_memory(stage: &'static str, _: &Setting, heap: Heap) -> Result<Measurement, Failure> {
    let Message { ty, bytes, .. } = Message::new(stage)?;
    let ours = heap.per_byte_of(&bytes, |bytes| msgpack::decode(bytes, &ty));
    Ok(Measurement::new(stage, Unit::HeapPerByte, ours))
}
