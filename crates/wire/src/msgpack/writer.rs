//! A writer of MessagePack in its most compact form.

use rmp::Marker;
use rmp::encode::{self, ByteBuf};

use crate::{WireError, WireErrorKind};

/// A message written to memory, which fails only for lengths without a format.
#[derive(Default)]
pub(super) struct Writer {
    buffer: ByteBuf,
    max_bytes: usize,
}

impl Writer {
    /// Creates a writer of a message that may have this number of bytes. The caller compares it with the length.
    pub(super) fn within(max_bytes: usize) -> Self {
        let buffer = ByteBuf::new();
        Self { buffer, max_bytes }
    }

    pub(super) fn max_bytes(&self) -> usize {
        self.max_bytes
    }

    /// Returns the number of bytes written so far.
    pub(super) fn len(&self) -> usize {
        self.buffer.as_slice().len()
    }

    /// Returns the bytes written so far.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.buffer.into_vec()
    }

    pub(super) fn nil(&mut self) {
        let Ok(()) = encode::write_nil(&mut self.buffer);
    }

    pub(super) fn bool(&mut self, truth: bool) {
        let Ok(()) = encode::write_bool(&mut self.buffer, truth);
    }

    pub(super) fn integer(&mut self, integer: i64) {
        let Ok(_) = encode::write_sint(&mut self.buffer, integer);
    }

    pub(super) fn unsigned(&mut self, integer: u64) {
        let Ok(_) = encode::write_uint(&mut self.buffer, integer);
    }

    pub(super) fn float(&mut self, float: f64) {
        let Ok(()) = encode::write_f64(&mut self.buffer, float);
    }

    pub(super) fn text(&mut self, text: &str) -> Result<(), WireError> {
        match u8::try_from(text.len()) {
            // Most strings are short, with their length in the marker.
            Ok(short) if short < 32 => self.buffer.as_mut_vec().push(Marker::FixStr(short).to_u8()),
            _ => {
                let Ok(_) = encode::write_str_len(&mut self.buffer, length(text.len())?);
            }
        }
        self.raw(text.as_bytes());
        Ok(())
    }

    pub(super) fn binary(&mut self, bytes: &[u8]) -> Result<(), WireError> {
        let Ok(_) = encode::write_bin_len(&mut self.buffer, length(bytes.len())?);
        self.raw(bytes);
        Ok(())
    }

    /// Starts an array with this number of elements.
    pub(super) fn array(&mut self, elements: usize) -> Result<(), WireError> {
        let Ok(_) = encode::write_array_len(&mut self.buffer, length(elements)?);
        Ok(())
    }

    /// Starts a map with this number of pairs.
    pub(super) fn map(&mut self, pairs: usize) -> Result<(), WireError> {
        let Ok(_) = encode::write_map_len(&mut self.buffer, length(pairs)?);
        Ok(())
    }

    pub(super) fn extension(&mut self, code: i8, payload: &[u8]) -> Result<(), WireError> {
        let Ok(_) = encode::write_ext_meta(&mut self.buffer, length(payload.len())?, code);
        self.raw(payload);
        Ok(())
    }

    /// Appends bytes that are MessagePack already.
    pub(super) fn raw(&mut self, bytes: &[u8]) {
        self.buffer.as_mut_vec().extend_from_slice(bytes);
    }
}

fn length(length: usize) -> Result<u32, WireError> {
    u32::try_from(length).map_err(|_| WireError::new(WireErrorKind::TooLong))
}
