//! Types that labels are decoded to.

use hcl2_model::{Label, Name};
use hcl2_value::Str;

use super::{Decoder, Spanned};

/// A Rust type that the label of a block can be decoded to: a string, or an enum without fields that derives `Decode`.
///
/// # Examples
///
/// ```
/// #[derive(hcl2_derive::Decode)]
/// #[hcl(crate = hcl2_decode)]
/// struct Rule {
///     #[hcl(label)]
///     action: Action,
///     #[hcl(label)]
///     name: String,
///     port: u16,
/// }
///
/// #[derive(hcl2_derive::Decode)]
/// #[hcl(crate = hcl2_decode)]
/// enum Action {
///     Allow,
///     Deny,
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from a label",
    label = "not the type of a label",
    note = "use `String`, `Name`, `Spanned<String>`, or an enum without fields that has `#[derive(hcl2::Decode)]`"
)]
pub trait DecodeLabel: Sized {
    /// Decodes a label; `None` after reporting why it cannot be decoded.
    fn decode_label(label: &Label, decoder: &mut Decoder<'_>) -> Option<Self>;
}

impl DecodeLabel for String {
    fn decode_label(label: &Label, _decoder: &mut Decoder<'_>) -> Option<Self> {
        Some(label.text.to_string())
    }
}

impl DecodeLabel for Name {
    fn decode_label(label: &Label, _decoder: &mut Decoder<'_>) -> Option<Self> {
        Some(label.text.clone())
    }
}

impl DecodeLabel for Str {
    fn decode_label(label: &Label, _decoder: &mut Decoder<'_>) -> Option<Self> {
        Some(Self::from(label.text.as_str()))
    }
}

impl<T: DecodeLabel> DecodeLabel for Spanned<T> {
    fn decode_label(label: &Label, decoder: &mut Decoder<'_>) -> Option<Self> {
        let value = T::decode_label(label, decoder)?;
        Some(decoder.spanned(value, label.span))
    }
}
