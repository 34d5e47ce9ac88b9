//! Debug output of values.

use std::fmt::{self, Debug};

use super::{Node, Repr, Value};

/// Maximum depth that is written out. Deeper parts are shown as `…`.
pub(super) const MAX_DEPTH: usize = 64;

/// Maximum number of parts that are written out. Parts may be shared, and the text repeats them.
pub(super) const MAX_PARTS: usize = 1 << 16;

impl Debug for Value {
    /// Writes the value as in an expression, with types where they are not obvious, and marks as `marked(…)`. Of a
    /// marked value, only the kind and the marks are written. Parts that are nested very deeply, or come after very
    /// many others, are not written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut left = MAX_PARTS;
        write(self, f, 0, &mut left)
    }
}

fn write(value: &Value, f: &mut fmt::Formatter<'_>, depth: usize, left: &mut usize) -> fmt::Result {
    if depth > MAX_DEPTH || *left == 0 {
        return f.write_str("…");
    }
    *left -= 1;
    match &value.0 {
        Repr::Number(number) => write!(f, "{number}"),
        Repr::Bool(truth) => write!(f, "{truth}"),
        Repr::String(text) => write!(f, "{text:?}"),
        Repr::Null(ty) => write!(f, "null({ty:.1000})"),
        Repr::Unknown(ty) => write!(f, "unknown({ty:.1000})"),
        Repr::Refined(refined) => write!(f, "unknown({:.1000}, {:?})", refined.ty, refined.refinement),
        Repr::Capsule(capsule) => write!(f, "{:?}", capsule.1),
        Repr::Marked(marked) => write!(
            f,
            "marked({}, {:?})",
            marked.value.ty().friendly_name(),
            marked.marks
        ),
        Repr::Tuple(node) => write_parts(node, f, ("[", "]"), depth, left),
        Repr::List(node) => write_parts(node, f, ("tolist([", "])"), depth, left),
        Repr::Set(node) => write_parts(node, f, ("toset([", "])"), depth, left),
        Repr::Map(node) => write_parts(node, f, ("tomap({", "})"), depth, left),
        Repr::Object(node) => write_parts(node, f, ("{", "}"), depth, left),
    }
}

fn write_parts(
    node: &Node,
    f: &mut fmt::Formatter<'_>,
    brackets: (&str, &str),
    depth: usize,
    left: &mut usize,
) -> fmt::Result {
    f.write_str(brackets.0)?;
    for (index, item) in node.in_order().iter().enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        if *left == 0 {
            f.write_str("…")?;
            break;
        }
        if let Some(key) = node.0.keys.get(index) {
            write!(f, "{key:?} = ")?;
        }
        write(item, f, depth + 1, left)?;
    }
    f.write_str(brackets.1)
}
