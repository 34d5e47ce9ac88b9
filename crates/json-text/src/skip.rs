//! Finding the end of a value without making anything of it.

use crate::number::number_end;
use crate::scan::{space_end, string_end};
use crate::unescape::character_of;
use crate::{Escape, LoneSurrogates, ReadErrorKind};

/// What is wrong, and its offset.
type Fault = (ReadErrorKind, usize);

/// Finds the ends of values.
pub(crate) struct Scan<'t> {
    pub(crate) bytes: &'t [u8],
    pub(crate) surrogates: LoneSurrogates,
    pub(crate) max_depth: usize,
}

impl Scan<'_> {
    /// Returns the offset behind the value that comes next after `at`.
    pub(crate) fn value_end(&self, mut at: usize) -> Result<usize, Fault> {
        let bytes = self.bytes;
        // Whether each open array or object, except the innermost one, is an object.
        let mut outer: Vec<bool> = Vec::new();
        let mut in_object = false;
        // The number of open arrays and objects.
        let mut depth = 0_usize;
        loop {
            at += space_end(bytes.get(at..).unwrap_or_default());
            match bytes.get(at) {
                Some(b'"') => at = self.string_end(at + 1)?,
                Some(b'-' | b'0'..=b'9') => at = number_end(bytes, at)?,
                Some(b'{' | b'[') => {
                    if depth == self.max_depth {
                        return Err((ReadErrorKind::TooDeep, at));
                    }
                    let is_object = bytes[at] == b'{';
                    at += 1;
                    at += space_end(bytes.get(at..).unwrap_or_default());
                    let closer = if is_object { b'}' } else { b']' };
                    if bytes.get(at) == Some(&closer) {
                        at += 1;
                    } else {
                        outer.push(in_object);
                        in_object = is_object;
                        depth += 1;
                        if is_object {
                            at = self.name_end(at)?;
                        }
                        continue;
                    }
                }
                _ => at = literal_end(bytes, at)?,
            }
            // Closes what the value completes.
            loop {
                if depth == 0 {
                    return Ok(at);
                }
                if bytes.get(at) != Some(&b',') {
                    at += space_end(bytes.get(at..).unwrap_or_default());
                }
                match bytes.get(at) {
                    Some(b',') => {
                        at += 1;
                        if in_object {
                            at += space_end(bytes.get(at..).unwrap_or_default());
                            at = self.name_end(at)?;
                        }
                        break;
                    }
                    Some(b'}') if in_object => at += 1,
                    Some(b']') if !in_object => at += 1,
                    _ if in_object => return Err((ReadErrorKind::PropertyEnd, at)),
                    _ => return Err((ReadErrorKind::ElementEnd, at)),
                }
                depth -= 1;
                in_object = outer.pop().unwrap_or_default();
            }
        }
    }

    /// Returns the offset behind the name of a property that starts at `at`, and the colon behind it.
    #[inline(always)]
    fn name_end(&self, mut at: usize) -> Result<usize, Fault> {
        if self.bytes.get(at) != Some(&b'"') {
            return Err((ReadErrorKind::Name, at));
        }
        at = self.string_end(at + 1)?;
        if self.bytes.get(at) != Some(&b':') {
            at += space_end(self.bytes.get(at..).unwrap_or_default());
            if self.bytes.get(at) != Some(&b':') {
                return Err((ReadErrorKind::Colon, at));
            }
        }
        Ok(at + 1)
    }

    /// Returns the offset behind the string whose content starts at `start`.
    #[inline(always)]
    fn string_end(&self, start: usize) -> Result<usize, Fault> {
        let end = start + string_end(self.bytes.get(start..).unwrap_or_default());
        if self.bytes.get(end) == Some(&b'"') {
            return Ok(end + 1);
        }
        self.special_string_end(end)
    }

    /// Returns the same as [`string_end`](Self::string_end), from the first special byte.
    #[inline(never)]
    fn special_string_end(&self, mut at: usize) -> Result<usize, Fault> {
        loop {
            match self.bytes.get(at) {
                Some(b'"') => return Ok(at + 1),
                Some(b'\\') => {
                    if matches!(
                        self.bytes.get(at + 1),
                        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't')
                    ) {
                        at += 2;
                    } else {
                        let escape = Escape::at(self.bytes, at);
                        character_of(escape, self.surrogates)?;
                        at += escape.len;
                    }
                }
                Some(_) => return Err((ReadErrorKind::ControlCharacter, at)),
                None => return Err((ReadErrorKind::UnclosedString, at)),
            }
            at += string_end(self.bytes.get(at..).unwrap_or_default());
        }
    }
}

/// Returns the offset behind the `true`, `false` or `null` at `at`.
pub(crate) fn literal_end(bytes: &[u8], at: usize) -> Result<usize, Fault> {
    match bytes.get(at..).unwrap_or_default() {
        [b't', b'r', b'u', b'e', ..] | [b'n', b'u', b'l', b'l', ..] => Ok(at + 4),
        [b'f', b'a', b'l', b's', b'e', ..] => Ok(at + 5),
        _ => Err((ReadErrorKind::Value, at)),
    }
}
