//! The names of the attributes of a body, each of which may be set once.

use std::collections::HashMap;

use super::Parser;
use crate::tree::TextRange;

/// Maximum number of attributes whose names are compared one by one.
const MAX_COMPARED: usize = 32;

/// The attributes of a body so far.
pub(super) struct Names<'a> {
    /// The index of the first name among the pending ones. While there are few names, all of them are there.
    base: usize,
    /// All names, if there are many.
    many: HashMap<&'a [u8], TextRange>,
}

/// A name that is compared with others.
#[derive(Clone, Copy)]
pub(super) struct Name {
    /// The length and some of the bytes, by which nearly all names differ.
    digest: u64,
    range: TextRange,
}

impl<'a> Parser<'a> {
    /// Starts a body without attributes. [`Parser::forget_names`] must be called at its end.
    pub(super) fn names(&self) -> Names<'a> {
        Names {
            base: self.pending.names.len(),
            many: HashMap::new(),
        }
    }

    /// Ends a body.
    pub(super) fn forget_names(&mut self, names: &Names<'a>) {
        self.pending.names.truncate(names.base);
    }

    /// Returns where the attribute `name` was set before. If it was not, it is from now on, except in source text that was
    /// given up: another definition elsewhere would be reported as a duplicate.
    pub(super) fn define(&mut self, names: &mut Names<'a>, name: TextRange) -> Option<TextRange> {
        let bytes = self.bytes;
        let written = &bytes[name.as_range()];
        if !names.many.is_empty() {
            let first = names.many.get(written).copied();
            if first.is_none() && !self.recovery.muted {
                names.many.insert(written, name);
            }
            return first;
        }
        let digest = digest(written);
        let few = &self.pending.names[names.base..];
        let first = few
            .iter()
            .find(|known| known.digest == digest && &bytes[known.range.as_range()] == written);
        if let Some(first) = first {
            return Some(first.range);
        }
        if self.recovery.muted {
            return None;
        }
        if few.len() == MAX_COMPARED {
            let known = few.iter().map(|known| known.range);
            let all = known.chain([name]).map(|range| (&bytes[range.as_range()], range));
            names.many.extend(all);
        } else {
            self.pending.names.push(Name { digest, range: name });
        }
        None
    }
}

/// Combines the length of `name` with its first and last three bytes, or with all of them if it is shorter.
#[inline]
fn digest(name: &[u8]) -> u64 {
    let length = (name.len() as u64) << 48;
    let ends = match (name.first_chunk(), name.last_chunk()) {
        (Some([a, b, c]), Some([d, e, f])) => u64::from_le_bytes([*a, *b, *c, *d, *e, *f, 0, 0]),
        _ => name.iter().fold(0, |ends, byte| ends << 8 | u64::from(*byte)),
    };
    length ^ ends
}
