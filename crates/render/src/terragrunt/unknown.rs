//! Why values are unknown.

use std::ops::ControlFlow;

use hcl2_diagnostics::Span;
use hcl2_value::{Mark, Type, Value, ValueKind, Visit};

/// Why a value is unknown: a mark of unknown values, which their results keep.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Reason {
    /// A clause without a full stop.
    pub(super) text: String,
    pub(super) place: Option<Span>,
}

/// The reason of values that an error leaves unknown, which needs no note beside the error.
pub(super) const AN_ERROR: &str = "its expression has an error";

/// Returns an unknown value with a reason.
pub(super) fn unknown(ty: Type, text: impl Into<String>, place: Option<Span>) -> Value {
    let text = text.into();
    Value::unknown(ty).with_mark(Mark::new(Reason { text, place }))
}

/// Returns the first reason among the marks of a value.
pub(super) fn reason_of(value: &Value) -> Option<Reason> {
    let marks = value.marks();
    let mut reasons = marks.iter().filter_map(Mark::downcast_ref::<Reason>);
    reasons.next().cloned()
}

/// Returns the value without reasons.
pub(super) fn without_reasons(value: &Value) -> Value {
    if !value.contains_marked() {
        return value.clone();
    }
    let (plain, marked) = value.unmark_deep_with_paths();
    let others = marked.into_iter().filter_map(|(path, marks)| {
        let others = marks
            .iter()
            .filter(|mark| mark.downcast_ref::<Reason>().is_none());
        let others: hcl2_value::Marks = others.cloned().collect();
        (!others.is_empty()).then_some((path, others))
    });
    plain.with_path_marks(&others.collect::<Vec<_>>())
}

/// Gives each unknown part of a value that has no reason this one.
pub(super) fn explained(value: Value, text: &str, place: Span) -> Value {
    if value.is_wholly_known() {
        return value;
    }
    let mut paths = Vec::new();
    let _ = value.walk::<()>(|path, part| {
        let is_unknown = match part.kind() {
            ValueKind::Marked(inner, _) => !inner.is_known(),
            _ => !part.is_known(),
        };
        if !is_unknown {
            return ControlFlow::Continue(Visit::Into);
        }
        if reason_of(part).is_none() {
            let text = text.to_owned();
            let place = Some(place);
            paths.push((
                path.clone(),
                hcl2_value::Marks::from(Mark::new(Reason { text, place })),
            ));
        }
        ControlFlow::Continue(Visit::Past)
    });
    value.with_path_marks(&paths)
}
