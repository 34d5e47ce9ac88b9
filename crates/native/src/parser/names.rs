//! The names of a body's attributes, each of which may be set once.

use std::collections::HashMap;

use super::Parser;
use crate::tree::TextRange;

/// Most attributes of a body whose names are compared one by one.
const FEW: usize = 32;

/// The attributes of a body so far.
pub(super) struct Names<'a> {
    /// Where the names of this body start among those pending, where all of them are while they are few.
    base: usize,
    /// All names, where they are many.
    many: HashMap<&'a [u8], TextRange>,
}

/// One of few names.
#[derive(Clone, Copy)]
pub(super) struct Name {
    /// Its length and some of its bytes, by which nearly all names differ.
    digest: u64,
    range: TextRange,
}

impl<'a> Parser<'a> {
    /// For a body without attributes so far; [`Parser::forget_names`] is to be called when it ends.
    pub(super) fn names(&self) -> Names<'a> {
        Names {
            base: self.pending_names.len(),
            many: HashMap::new(),
        }
    }

    pub(super) fn forget_names(&mut self, names: &Names<'a>) {
        self.pending_names.truncate(names.base);
    }

    /// Where the attribute `name` was set before, if it was; where not, it is from now on. In text that was given up
    /// it is not, so as not to make one elsewhere a second definition.
    pub(super) fn define(&mut self, names: &mut Names<'a>, name: TextRange) -> Option<TextRange> {
        let bytes = self.bytes;
        let written = &bytes[name.as_range()];
        if !names.many.is_empty() {
            let first = names.many.get(written).copied();
            if first.is_none() && !self.muted {
                names.many.insert(written, name);
            }
            return first;
        }
        let digest = digest(written);
        let few = &self.pending_names[names.base..];
        let first = few
            .iter()
            .find(|known| known.digest == digest && &bytes[known.range.as_range()] == written);
        if let Some(first) = first {
            return Some(first.range);
        }
        if self.muted {
            return None;
        }
        if few.len() == FEW {
            let known = few.iter().map(|known| known.range);
            let all = known.chain([name]).map(|range| (&bytes[range.as_range()], range));
            names.many.extend(all);
        } else {
            self.pending_names.push(Name { digest, range: name });
        }
        None
    }
}

/// The length of `name` and its first and last three bytes, or all of them where it is shorter.
#[inline]
fn digest(name: &[u8]) -> u64 {
    let length = (name.len() as u64) << 48;
    let ends = match (name.first_chunk(), name.last_chunk()) {
        (Some([a, b, c]), Some([d, e, f])) => u64::from_le_bytes([*a, *b, *c, *d, *e, *f, 0, 0]),
        _ => name.iter().fold(0, |ends, byte| ends << 8 | u64::from(*byte)),
    };
    length ^ ends
}
