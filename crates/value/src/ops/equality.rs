//! The equality of the language.

use std::sync::Arc;

use super::unknown_result;
use crate::shared::EqualPairs;
use crate::value::{Repr, canonical_cmp};
use crate::{Type, Value};

/// The result of comparing two values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Equal,
    Different,
    Open,
}

impl From<bool> for Answer {
    fn from(equal: bool) -> Self {
        if equal { Self::Equal } else { Self::Different }
    }
}

impl Value {
    /// Returns whether the values are equal and of the same type. Nulls of any types are equal. If a value is
    /// unknown, the result is unknown, unless the refinement rules equality out. The result has the marks of all parts.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::{Type, Value};
    ///
    /// assert_eq!(Value::from(1).equals(&Value::from("1")), Value::from(false));
    /// assert_eq!(Value::null(Type::STRING).equals(&Value::null(Type::NUMBER)), Value::from(true));
    /// let url = Value::unknown(Type::STRING).refine().string_prefix("https://")?.build();
    /// assert_eq!(url.equals(&Value::from("ftp://x")), Value::from(false));
    /// # Ok::<(), hcl2_value::RefinementError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn equals(&self, other: &Self) -> Self {
        match self.equals_primitive(other) {
            Some(equal) => Self::from(equal),
            None => self.equals_any(other),
        }
    }

    /// Returns whether two known, unmarked values of primitive types are equal.
    #[inline]
    fn equals_primitive(&self, other: &Self) -> Option<bool> {
        match (&self.0, &other.0) {
            (Repr::Number(a), Repr::Number(b)) => Some(a == b),
            (Repr::Bool(a), Repr::Bool(b)) => Some(a == b),
            (Repr::String(a), Repr::String(b)) => Some(a == b),
            (
                Repr::Number(_) | Repr::Bool(_) | Repr::String(_),
                Repr::Number(_) | Repr::Bool(_) | Repr::String(_),
            ) => Some(false),
            _ => None,
        }
    }

    #[inline(never)]
    fn equals_any(&self, other: &Self) -> Self {
        if self.contains_marked() || other.contains_marked() {
            let one_is_null = self.is_null() != other.is_null();
            let ((a, a_marks), (b, b_marks)) = (self.unmark_deep(), other.unmark_deep());
            let marks = if one_is_null {
                self.marks().union(&other.marks())
            } else {
                a_marks.union(&b_marks)
            };
            return a.equals(&b).with_marks(&marks);
        }
        match compare(self, other) {
            Answer::Equal => Self::from(true),
            Answer::Different => Self::from(false),
            Answer::Open => unknown_result(Type::BOOL),
        }
    }

    /// Returns the opposite of [`equals`](Self::equals).
    #[inline]
    #[must_use]
    pub fn not_equals(&self, other: &Self) -> Self {
        match self.equals_primitive(other) {
            Some(equal) => Self::from(!equal),
            None => self.differs_from_any(other),
        }
    }

    #[inline(never)]
    fn differs_from_any(&self, other: &Self) -> Self {
        let equal = self.equals_any(other);
        match equal.bare().as_bool() {
            Some(truth) => Self::from(!truth).with_marks(&equal.marks()),
            None => equal,
        }
    }

    /// Returns whether the refinement of this unknown value rules out a known value.
    fn excludes(&self, known: &Self) -> bool {
        let Some(refinement) = self.refinement() else {
            return false;
        };
        if known.is_null() {
            return refinement.is_not_null();
        }
        if !known.ty().matches(self.ty()) {
            return refinement.is_not_null();
        }
        if let Some(text) = known.as_str() {
            return !text.starts_with(refinement.prefix());
        }
        if let Some(number) = known.as_number() {
            let below = |bound: &crate::Bound| {
                *number < bound.number || (*number == bound.number && !bound.inclusive)
            };
            let above = |bound: &crate::Bound| {
                *number > bound.number || (*number == bound.number && !bound.inclusive)
            };
            return refinement.lower().is_some_and(below) || refinement.upper().is_some_and(above);
        }
        known.length_bounds().is_some_and(|(least, most)| {
            most.is_some_and(|most| most < refinement.length_min())
                || refinement.length_max().is_some_and(|max| least > max)
        })
    }
}

/// Compares unmarked values without recursion, part by part, until two parts differ or the answer is open.
fn compare(a: &Value, b: &Value) -> Answer {
    let mut pending = vec![(a, b)];
    let mut equal = EqualPairs::default();
    // Parts of values of one wholly known type also have one type, so types are compared only once.
    let mut typed = false;
    while let Some((a, b)) = pending.pop() {
        let answer = compare_here(a, b, typed, &mut pending, &mut equal);
        typed = true;
        if answer != Answer::Equal {
            return answer;
        }
    }
    Answer::Equal
}

/// Compares two values without their parts, which are added to `pending` if they matter. With `typed` the types are
/// known to be equal.
fn compare_here<'a>(
    a: &'a Value,
    b: &'a Value,
    typed: bool,
    pending: &mut Vec<(&'a Value, &'a Value)>,
    equal: &mut EqualPairs,
) -> Answer {
    if (a.is_null() && b.is_definitely_not_null()) || (b.is_null() && a.is_definitely_not_null()) {
        return Answer::Different;
    }
    match (a.is_known(), b.is_known()) {
        (true, false) => return compare_unknown(b, a),
        (false, true) => return compare_unknown(a, b),
        (false, false) => return Answer::Open,
        (true, true) => {}
    }
    // A known value beside a null is null too, as any other value has been found to differ.
    if a.is_null() {
        return Answer::Equal;
    }
    if !typed && (!a.has_wholly_known_type() || !b.has_wholly_known_type()) {
        let could_agree = a.ty().matches(b.ty()) || b.ty().matches(a.ty());
        return if could_agree {
            Answer::Open
        } else {
            Answer::Different
        };
    }
    if !typed && a.ty() != b.ty() {
        return Answer::Different;
    }
    match (&a.0, &b.0) {
        (Repr::Set(x), Repr::Set(y)) => {
            // Elements with unknown parts may turn out to be equal to others, and their order has no meaning.
            if !a.is_wholly_known() || !b.is_wholly_known() {
                return Answer::Open;
            }
            Answer::from(x.0.items.len() == y.0.items.len() && canonical_cmp(a, b).is_eq())
        }
        (Repr::Capsule(x), Repr::Capsule(y)) => Answer::from(x.1 == y.1),
        (
            Repr::List(x) | Repr::Map(x) | Repr::Tuple(x) | Repr::Object(x),
            Repr::List(y) | Repr::Map(y) | Repr::Tuple(y) | Repr::Object(y),
        ) => {
            if x.0.items.len() != y.0.items.len() || x.0.keys != y.0.keys {
                return Answer::Different;
            }
            if Arc::ptr_eq(&x.0, &y.0) {
                return if x.0.wholly_known {
                    Answer::Equal
                } else {
                    Answer::Open
                };
            }
            if equal.is_new(&x.0, &y.0, x.0.items.len()) {
                pending.extend(x.0.items.iter().zip(&y.0.items).rev());
            }
            Answer::Equal
        }
        _ => Answer::from(a == b),
    }
}

/// Compares an unknown value with a known one.
fn compare_unknown(unknown: &Value, known: &Value) -> Answer {
    if unknown.excludes(known) {
        return Answer::Different;
    }
    if known.is_null() || unknown.ty().has_dynamic() || known.ty() == unknown.ty() {
        Answer::Open
    } else {
        Answer::Different
    }
}
