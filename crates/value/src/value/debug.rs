//! Debug output of values.

use std::fmt::{self, Debug};

use super::{Repr, Value};

/// Maximum depth that is written out. Deeper parts are shown as `…`.
const MAX_DEPTH: usize = 64;

impl Debug for Value {
    /// Writes the value as in an expression, types where they are not obvious, and marks as `marked(…)`. The content
    /// of a marked value is not written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self, f, 0)
    }
}

fn write(value: &Value, f: &mut fmt::Formatter<'_>, depth: usize) -> fmt::Result {
    if depth > MAX_DEPTH {
        return f.write_str("…");
    }
    match &value.0 {
        Repr::Number(number) => write!(f, "{number}"),
        Repr::Bool(truth) => write!(f, "{truth}"),
        Repr::String(text) => write!(f, "{text:?}"),
        Repr::Null(ty) => write!(f, "null({ty})"),
        Repr::Unknown(ty) => write!(f, "unknown({ty})"),
        Repr::Refined(refined) => write!(f, "unknown({}, {:?})", refined.ty, refined.refinement),
        Repr::Capsule(capsule) => write!(f, "{:?}", capsule.1),
        Repr::Marked(marked) => write!(f, "marked({}, {:?})", marked.value.ty(), marked.marks),
        Repr::Tuple(node) => write_items(f, "[", &node.0.items, "]", depth),
        Repr::List(node) => write_items(f, "tolist([", &node.0.items, "])", depth),
        Repr::Set(node) => write_items(f, "toset([", &node.0.items, "])", depth),
        Repr::Map(_) | Repr::Object(_) => {
            let is_map = matches!(value.0, Repr::Map(_));
            f.write_str(if is_map { "tomap({" } else { "{" })?;
            for (index, (key, item)) in value
                .fields()
                .into_iter()
                .flat_map(super::Fields::iter)
                .enumerate()
            {
                if index > 0 {
                    f.write_str(", ")?;
                }
                write!(f, "{key:?} = ")?;
                write(item, f, depth + 1)?;
            }
            f.write_str(if is_map { "})" } else { "}" })
        }
    }
}

fn write_items(
    f: &mut fmt::Formatter<'_>,
    open: &str,
    items: &[Value],
    close: &str,
    depth: usize,
) -> fmt::Result {
    f.write_str(open)?;
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        write(item, f, depth + 1)?;
    }
    f.write_str(close)
}
