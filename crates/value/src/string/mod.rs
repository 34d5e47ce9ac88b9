//! Strings in Unicode normalization form C.

mod prefix;
mod printable;
mod quoted;

use std::borrow::{Borrow, Cow};
use std::convert::Infallible;
use std::str::FromStr;

use ecow::EcoString;
use unicode_normalization::char::canonical_combining_class;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};
use unicode_segmentation::UnicodeSegmentation;

pub(crate) use prefix::safe_prefix;
pub use printable::is_printable;
pub use quoted::{Escaped, Quoted};

/// An immutable string in normalization form C. Clones share its bytes.
///
/// Strings are normalized when a `Str` is created, so HCL strings are equal if their bytes are. Up to 15 bytes need
/// no allocation.
///
/// # Examples
///
/// ```
/// use hcl2_value::Str;
///
/// assert_eq!(Str::from("e\u{301}"), Str::from("é"));
/// assert_eq!(Str::from("noël").grapheme_count(), 4);
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Str(EcoString);

impl Str {
    /// Returns the string slice.
    #[inline]
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the number of extended grapheme clusters.
    #[must_use]
    pub fn grapheme_count(&self) -> usize {
        if self.0.is_ascii() && !self.0.contains('\r') {
            return self.0.len();
        }
        self.graphemes().count()
    }

    /// Returns the extended grapheme clusters in order.
    pub fn graphemes(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.graphemes(true)
    }
}

/// Returns the position of `key` in sorted keys. If there are few, a linear search is faster than bisection, as most
/// keys already differ in length.
#[inline]
pub(crate) fn position_in(keys: &[Str], key: &str) -> Option<usize> {
    if keys.len() > 8 || key.len() > 16 {
        return position_of_any(keys, key);
    }
    let ends = ends(key.as_bytes());
    keys.iter()
        .position(|have| have.len() == key.len() && self::ends(have.as_bytes()) == ends)
        .or_else(|| position_of_normalized(keys, key))
}

/// Bisects any number of keys.
#[inline(never)]
fn position_of_any(keys: &[Str], key: &str) -> Option<usize> {
    let position = |key: &str| keys.binary_search_by(|have| have.as_str().cmp(key)).ok();
    position(key).or_else(|| position_of_normalized(keys, key))
}

/// Returns the position of the normalized form of a key that is not found as it is.
#[inline(never)]
fn position_of_normalized(keys: &[Str], key: &str) -> Option<usize> {
    if key.is_ascii() {
        return None;
    }
    let normalized = Str::from(key);
    (normalized.as_str() != key)
        .then(|| keys.binary_search(&normalized).ok())
        .flatten()
}

/// Returns the first and the last bytes of a string. Two strings of the same length, at most 16 bytes, are equal if
/// these are.
#[inline]
fn ends(text: &[u8]) -> (u64, u64) {
    if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        return (u64::from_le_bytes(*first), u64::from_le_bytes(*last));
    }
    if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        return (
            u32::from_le_bytes(*first).into(),
            u32::from_le_bytes(*last).into(),
        );
    }
    match text {
        [first, middle @ .., last] => {
            let middle = middle.first().copied().unwrap_or_default();
            (u64::from(*first) << 8 | u64::from(middle), u64::from(*last))
        }
        [only] => (u64::from(*only), 0),
        [] => (0, 0),
    }
}

/// Returns the string in normalization form C, or `None` if it already is in that form.
#[inline]
fn normalized(text: &str) -> Option<EcoString> {
    if text.is_ascii() {
        return None;
    }
    normalized_characters(text)
}

#[inline(never)]
fn normalize(text: EcoString) -> EcoString {
    normalized_characters(&text).unwrap_or(text)
}

fn normalized_characters(text: &str) -> Option<EcoString> {
    match is_nfc_quick(text.chars()) {
        IsNormalized::Yes => None,
        IsNormalized::No | IsNormalized::Maybe => Some(text.nfc().collect()),
    }
}

/// A builder of a [`Str`]. Each piece is normalized, and the whole string only if its pieces may combine.
///
/// # Examples
///
/// ```
/// use hcl2_value::StrBuilder;
///
/// let mut text = StrBuilder::with_capacity(8);
/// text.push_str("e");
/// text.push_str("\u{301}");
/// assert_eq!(text.as_str().len(), 3);
/// assert_eq!(text.build(), "é");
/// ```
#[derive(Clone, Debug, Default)]
pub struct StrBuilder {
    text: EcoString,
    /// Whether a piece may combine with the one before it, so that the whole string may need normalization.
    loose: bool,
}

impl StrBuilder {
    /// Creates an empty builder with a capacity in bytes. Up to 15 bytes need no allocation.
    #[inline]
    #[must_use]
    pub fn with_capacity(bytes: usize) -> Self {
        Self {
            text: EcoString::with_capacity(bytes),
            loose: false,
        }
    }

    /// Appends a piece.
    #[inline]
    pub fn push_str(&mut self, piece: &str) {
        if piece.is_ascii() {
            self.text.push_str(piece);
        } else {
            self.push_characters(piece);
        }
    }

    #[inline(never)]
    fn push_characters(&mut self, piece: &str) {
        self.loose |= joins(piece);
        match normalized_characters(piece) {
            Some(normalized) => self.text.push_str(&normalized),
            None => self.text.push_str(piece),
        }
    }

    /// Appends a string. This is faster than [`push_str`](Self::push_str), because the string is normalized.
    #[inline]
    pub fn push(&mut self, piece: &Str) {
        self.loose |= joins(piece);
        self.text.push_str(piece);
    }

    /// Reserves capacity for `bytes` more bytes.
    pub fn reserve(&mut self, bytes: usize) {
        self.text.reserve(bytes);
    }

    /// Returns the pieces so far, which may combine where they meet.
    #[inline]
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the string in normalization form C.
    #[inline]
    #[must_use]
    pub fn build(self) -> Str {
        if self.loose {
            return Str(normalize(self.text));
        }
        Str(self.text)
    }

    /// Passes the finished string to `wrap`. The result is written once. Wrapping the result of
    /// [`build`](Self::build) would move it again, and the move would wait for the last piece to be written.
    #[inline]
    pub(crate) fn build_into<T>(self, wrap: fn(Str) -> T) -> T {
        if self.loose {
            return self.normalize_into(wrap);
        }
        wrap(Str(self.text))
    }

    #[inline(never)]
    fn normalize_into<T>(self, wrap: fn(Str) -> T) -> T {
        wrap(Str(normalize(self.text)))
    }
}

/// Returns whether the first character of a string may combine with a character before it. ASCII characters never do.
#[inline]
fn joins(piece: &str) -> bool {
    piece.as_bytes().first().is_some_and(|byte| !byte.is_ascii()) && may_combine(piece)
}

#[inline(never)]
fn may_combine(piece: &str) -> bool {
    let first = piece.chars().next();
    first.is_some_and(|first| {
        canonical_combining_class(first) != 0 || is_nfc_quick(std::iter::once(first)) != IsNormalized::Yes
    })
}

impl From<&Str> for StrBuilder {
    /// Starts with a string, which is shared until a piece is appended.
    #[inline]
    fn from(text: &Str) -> Self {
        Self {
            text: text.0.clone(),
            loose: false,
        }
    }
}

impl From<&str> for Str {
    fn from(text: &str) -> Self {
        Self(normalized(text).unwrap_or_else(|| EcoString::from(text)))
    }
}

impl From<String> for Str {
    fn from(text: String) -> Self {
        Self(normalized(&text).unwrap_or_else(|| EcoString::from(text)))
    }
}

impl From<&String> for Str {
    fn from(text: &String) -> Self {
        Self::from(text.as_str())
    }
}

impl From<Cow<'_, str>> for Str {
    fn from(text: Cow<'_, str>) -> Self {
        match text {
            Cow::Borrowed(text) => Self::from(text),
            Cow::Owned(text) => Self::from(text),
        }
    }
}

impl From<Str> for String {
    fn from(text: Str) -> Self {
        text.0.into()
    }
}

impl FromStr for Str {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::from(text))
    }
}

impl<'a> FromIterator<&'a str> for Str {
    fn from_iter<I: IntoIterator<Item = &'a str>>(pieces: I) -> Self {
        let mut text = StrBuilder::default();
        text.extend(pieces);
        text.build()
    }
}

impl FromIterator<char> for Str {
    fn from_iter<I: IntoIterator<Item = char>>(characters: I) -> Self {
        Self::from(characters.into_iter().collect::<String>())
    }
}

impl<'a> Extend<&'a str> for StrBuilder {
    fn extend<I: IntoIterator<Item = &'a str>>(&mut self, pieces: I) {
        for piece in pieces {
            self.push_str(piece);
        }
    }
}

impl std::fmt::Write for StrBuilder {
    fn write_str(&mut self, piece: &str) -> std::fmt::Result {
        self.push_str(piece);
        Ok(())
    }
}

impl From<char> for Str {
    fn from(character: char) -> Self {
        Self::from(character.encode_utf8(&mut [0; 4]) as &str)
    }
}

impl std::ops::Deref for Str {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Str {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Str {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl PartialEq<str> for Str {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for Str {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

impl PartialEq<String> for Str {
    fn eq(&self, other: &String) -> bool {
        self.0 == *other.as_str()
    }
}

impl PartialEq<Str> for String {
    fn eq(&self, other: &Str) -> bool {
        other == self
    }
}

impl PartialEq<Str> for str {
    fn eq(&self, other: &Str) -> bool {
        other == self
    }
}

impl PartialEq<Str> for &str {
    fn eq(&self, other: &Str) -> bool {
        other == self
    }
}

impl std::fmt::Display for Str {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::fmt::Debug for Str {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Debug::fmt(self.as_str(), f)
    }
}
