//! Attributes that can be null, and collections.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt::Display;
use std::hash::{BuildHasher, Hash};
use std::str::FromStr;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::decode as codes};
use hcl2_model::{ExpressionRef, Quoted};
use hcl2_value::Value;

use super::{DecodeAttribute, Decoder, Definitions, Place, Reading};
use crate::schema::AttributeKind;

impl<T: DecodeAttribute> DecodeAttribute for Option<T> {
    fn kind(definitions: &mut Definitions) -> AttributeKind {
        T::kind(definitions)
    }

    fn is_optional() -> bool {
        true
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    fn is_sensitive() -> bool {
        T::is_sensitive()
    }

    fn reading() -> Reading {
        T::reading()
    }

    fn decode_expression(expression: &ExpressionRef, decoder: &mut Decoder<'_>) -> Option<Self> {
        nullable(expression, decoder)
    }

    fn decode_value(value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        if value.is_null() && !value.is_marked() {
            return Some(None);
        }
        T::decode_value(value, place, decoder).map(Some)
    }
}

fn is_written_null(expression: &ExpressionRef) -> bool {
    if expression.keyword().is_some_and(|keyword| keyword == "null") {
        return true;
    }
    let mut problems = Diagnostics::new();
    expression.variables().is_empty()
        && expression.functions().is_empty()
        && expression.evaluate(None).report_into(&mut problems).is_null()
        && !problems.has_errors()
}

/// Decodes an expression that can be null.
pub(super) fn nullable<T: DecodeAttribute>(
    expression: &ExpressionRef,
    decoder: &mut Decoder<'_>,
) -> Option<Option<T>> {
    let whole = match T::reading() {
        Reading::Value => false,
        Reading::Parts => expression.static_map().is_some() || expression.static_list().is_some(),
        Reading::Expression if is_written_null(expression) => return Some(None),
        Reading::Expression => true,
    };
    if whole {
        return T::decode_expression(expression, decoder).map(Some);
    }
    let value = decoder.evaluate(&**expression)?;
    <Option<T>>::decode_value(&value, &Place::whole(&**expression), decoder)
}

/// A boxed type is decoded like the type itself.
impl<T: DecodeAttribute> DecodeAttribute for Box<T> {
    fn kind(definitions: &mut Definitions) -> AttributeKind {
        T::kind(definitions)
    }

    fn is_optional() -> bool {
        T::is_optional()
    }

    fn absent() -> Option<Self> {
        T::absent().map(Self::new)
    }

    fn empty(decoder: &mut Decoder<'_>) -> Option<Self> {
        T::empty(decoder).map(Self::new)
    }

    fn is_sensitive() -> bool {
        T::is_sensitive()
    }

    fn reading() -> Reading {
        T::reading()
    }

    fn decode_expression(expression: &ExpressionRef, decoder: &mut Decoder<'_>) -> Option<Self> {
        T::decode_expression(expression, decoder).map(Self::new)
    }

    fn decode_value(value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        T::decode_value(value, place, decoder).map(Self::new)
    }
}

/// Decodes the elements of a list, set or tuple. All are decoded, so that the problems of all are found.
fn elements<C: DecodeAttribute, T: DecodeAttribute>(
    value: &Value,
    place: &Place<'_>,
    decoder: &mut Decoder<'_>,
) -> Option<Vec<T>> {
    let Some(items) = value.elements() else {
        return decoder.unfit::<C, _>(value, place);
    };
    let mut decoded = Vec::with_capacity(items.len());
    let mut failed = false;
    for (index, item) in items.iter().enumerate() {
        match T::decode_value(item, &place.element(index), decoder) {
            Some(element) => decoded.push(element),
            None => failed = true,
        }
    }
    (!failed).then_some(decoded)
}

/// Decodes the expressions in a list constructor; `None` if the elements are decoded from the value.
fn written_elements<T: DecodeAttribute>(
    expression: &ExpressionRef,
    decoder: &mut Decoder<'_>,
) -> Option<Option<Vec<T>>> {
    if T::reading() == Reading::Value {
        return None;
    }
    let Some(items) = expression.static_list() else {
        return not_written_out(T::reading(), "in brackets", expression, decoder);
    };
    let decoded: Vec<Option<T>> = items
        .iter()
        .map(|item| T::decode_expression(item, decoder))
        .collect();
    Some(decoded.into_iter().collect())
}

/// Reports a list or map that is not a constructor; `None` if it can be decoded from its value.
fn not_written_out<T>(
    reading: Reading,
    brackets: &str,
    expression: &ExpressionRef,
    decoder: &mut Decoder<'_>,
) -> Option<Option<T>> {
    if reading == Reading::Parts {
        return None;
    }
    decoder.error(
        codes::NOT_STATIC,
        "Not a static expression",
        format!("Expected the elements {brackets}: they are read without being evaluated."),
        expression.span(),
    );
    Some(None)
}

/// Parses the key of a map.
fn parsed_key<K: FromStr<Err: Display>>(
    key: &str,
    span: impl FnOnce() -> Span,
    decoder: &mut Decoder<'_>,
) -> Option<K> {
    match key.parse() {
        Ok(key) => Some(key),
        Err(error) => {
            let problem = Diagnostic::error(codes::INVALID_VALUE, "Invalid key")
                .with_message(format_args!("the key {} is invalid: {error}", Quoted(key)))
                .with_subject(span());
            decoder.report([problem]);
            None
        }
    }
}

/// Decodes the fields of a map or object.
fn fields<C: DecodeAttribute, K: FromStr<Err: Display>, T: DecodeAttribute>(
    value: &Value,
    place: &Place<'_>,
    decoder: &mut Decoder<'_>,
) -> Option<Vec<(K, T)>> {
    let Some(fields) = value.fields() else {
        return decoder.unfit::<C, _>(value, place);
    };
    let decoded: Vec<Option<(K, T)>> = fields
        .iter()
        .map(|(key, field)| {
            let place = place.key(key);
            let key = parsed_key(key, || place.key_span(), decoder);
            let field = T::decode_value(field, &place, decoder);
            Some((key?, field?))
        })
        .collect();
    decoded.into_iter().collect()
}

/// Decodes the expressions in an object constructor; `None` if the fields are decoded from the value.
fn written_fields<K: FromStr<Err: Display>, T: DecodeAttribute>(
    expression: &ExpressionRef,
    decoder: &mut Decoder<'_>,
) -> Option<Option<Vec<(K, T)>>> {
    if T::reading() == Reading::Value {
        return None;
    }
    let Some(items) = expression.static_map() else {
        return not_written_out(T::reading(), "in braces", expression, decoder);
    };
    let decoded: Vec<Option<(K, T)>> = items
        .iter()
        .map(|(key, value)| {
            let text = decoder.key_text(&**key);
            let key = text.and_then(|text| parsed_key(&text, || key.span(), decoder));
            let value = T::decode_expression(value, decoder);
            Some((key?, value?))
        })
        .collect();
    Some(decoded.into_iter().collect())
}

macro_rules! sequences {
    ($($kind:ident: $collection:ty, [$($generics:tt)*];)*) => {
        $(
            impl<$($generics)*> DecodeAttribute for $collection {
                fn kind(definitions: &mut Definitions) -> AttributeKind {
                    AttributeKind::$kind(Box::new(T::kind(definitions)))
                }

                fn reading() -> Reading {
                    T::reading()
                }

                fn decode_expression(expression: &ExpressionRef, decoder: &mut Decoder<'_>) -> Option<Self> {
                    if let Some(decoded) = written_elements(expression, decoder) {
                        return Some(decoded?.into_iter().collect());
                    }
                    let value = decoder.evaluate(&**expression)?;
                    Self::decode_value(&value, &Place::whole(&**expression), decoder)
                }

                fn decode_value(value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
                    Some(elements::<Self, T>(value, place, decoder)?.into_iter().collect())
                }
            }
        )*
    };
}

sequences! {
    List: Vec<T>, [T: DecodeAttribute];
    List: VecDeque<T>, [T: DecodeAttribute];
    Set: BTreeSet<T>, [T: DecodeAttribute + Ord];
    Set: HashSet<T, S>, [T: DecodeAttribute + Eq + Hash, S: BuildHasher + Default];
}

macro_rules! maps {
    ($($collection:ty, [$($generics:tt)*];)*) => {
        $(
            impl<$($generics)*> DecodeAttribute for $collection {
                fn kind(definitions: &mut Definitions) -> AttributeKind {
                    AttributeKind::Map(Box::new(T::kind(definitions)))
                }

                fn reading() -> Reading {
                    T::reading()
                }

                fn decode_expression(expression: &ExpressionRef, decoder: &mut Decoder<'_>) -> Option<Self> {
                    if let Some(decoded) = written_fields(expression, decoder) {
                        return Some(decoded?.into_iter().collect());
                    }
                    let value = decoder.evaluate(&**expression)?;
                    Self::decode_value(&value, &Place::whole(&**expression), decoder)
                }

                fn decode_value(value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
                    Some(fields::<Self, K, T>(value, place, decoder)?.into_iter().collect())
                }
            }
        )*
    };
}

maps! {
    BTreeMap<K, T>, [K: FromStr<Err: Display> + Ord, T: DecodeAttribute];
    HashMap<K, T, S>, [K: FromStr<Err: Display> + Eq + Hash, T: DecodeAttribute, S: BuildHasher + Default];
}

/// A list or tuple with exactly this number of elements.
impl<T: DecodeAttribute, const N: usize> DecodeAttribute for [T; N] {
    fn kind(definitions: &mut Definitions) -> AttributeKind {
        AttributeKind::Tuple(vec![T::kind(definitions); N])
    }

    fn decode_value(value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let decoded = elements::<Self, T>(value, place, decoder)?;
        let count = decoded.len();
        let array = decoded.try_into().ok();
        if array.is_none() {
            let detail = format!("Expected a list of {N} elements, found {count}.");
            decoder.error(codes::WRONG_TYPE, "Wrong type", detail, place.span());
        }
        array
    }
}

macro_rules! tuples {
    ($(($($item:ident $index:tt),+);)*) => {
        $(
            /// A list or tuple with exactly these elements.
            impl<$($item: DecodeAttribute),+> DecodeAttribute for ($($item,)+) {
                fn kind(definitions: &mut Definitions) -> AttributeKind {
                    AttributeKind::Tuple(vec![$($item::kind(definitions)),+])
                }

                fn decode_value(value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
                    let count = [$($index),+].len();
                    match value.elements() {
                        Some(items) if items.len() == count => {
                            let decoded = ($($item::decode_value(&items[$index], &place.element($index), decoder),)+);
                            Some(($(decoded.$index?,)+))
                        }
                        Some(items) => {
                            let detail = format!("Expected a list of {count} elements, found {}.", items.len());
                            decoder.error(codes::WRONG_TYPE, "Wrong type", detail, place.span());
                            None
                        }
                        None => decoder.unfit::<Self, Self>(value, place),
                    }
                }
            }
        )*
    };
}

tuples! {
    (A 0, B 1);
    (A 0, B 1, C 2);
    (A 0, B 1, C 2, D 3);
}
