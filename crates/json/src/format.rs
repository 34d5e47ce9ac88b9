//! Canonical layout of JSON.

use crate::tree::{Elements, Node, NodeKind, Properties, Tree};

/// Spaces per nesting level.
const INDENTATION: usize = 2;

/// Formats a JSON text in the canonical layout: two spaces per level, each property and element on its own line, one line
/// ending at the end. Names, strings and numbers stay as they are written; order and duplicates stay too.
///
/// The tree should have no errors: what is not JSON is omitted.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_json::{format_tree, parse_tree};
///
/// let source = SourceMap::new().add("main.tf.json", r#"{"b":1.50,"a":[],"b":["\u0061",{}]}"#)?;
/// let tree = parse_tree(&source).value;
/// let expected = "{\n  \"b\": 1.50,\n  \"a\": [],\n  \"b\": [\n    \"\\u0061\",\n    {}\n  ]\n}\n";
/// assert_eq!(format_tree(&tree), expected.as_bytes());
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[must_use]
pub fn format_tree(tree: &Tree) -> Vec<u8> {
    let source = tree.source();
    let mut out = Vec::with_capacity(source.bytes().len() * 2);
    let mark = "\u{FEFF}".as_bytes();
    if source.bytes().starts_with(mark) {
        out.extend_from_slice(mark);
    }
    // The open objects and arrays, so that depth costs no stack.
    let mut open: Vec<Rest<'_>> = Vec::new();
    write(&mut out, tree.root(), &mut open);
    while let Some(rest) = open.last_mut() {
        let next = rest.next();
        let (first, close) = (rest.is_first(), rest.closing());
        if let Some((name, value)) = next {
            if !first {
                out.push(b',');
            }
            new_line(&mut out, open.len());
            if let Some(name) = name {
                out.extend_from_slice(name.source_text().as_bytes());
                out.extend_from_slice(b": ");
            }
            write(&mut out, value, &mut open);
        } else {
            open.pop();
            new_line(&mut out, open.len());
            out.push(close);
        }
    }
    out.push(b'\n');
    out
}

/// The rest of an object or array to write, and the number of parts written.
enum Rest<'t> {
    Object(Properties<'t>, usize),
    Array(Elements<'t>, usize),
}

impl<'t> Rest<'t> {
    /// Returns the next value, with its name.
    fn next(&mut self) -> Option<(Option<Node<'t>>, Node<'t>)> {
        match self {
            Self::Object(rest, written) => {
                *written += 1;
                rest.next().map(|property| (Some(property.name), property.value))
            }
            Self::Array(rest, written) => {
                *written += 1;
                rest.next().map(|element| (None, element))
            }
        }
    }

    /// Returns whether the last returned value was the first.
    fn is_first(&self) -> bool {
        let (Self::Object(_, written) | Self::Array(_, written)) = self;
        *written == 1
    }

    fn closing(&self) -> u8 {
        match self {
            Self::Object(..) => b'}',
            Self::Array(..) => b']',
        }
    }
}

fn new_line(out: &mut Vec<u8>, depth: usize) {
    out.push(b'\n');
    out.resize(out.len() + depth * INDENTATION, b' ');
}

/// Writes a value, or opens one that has parts.
fn write<'t>(out: &mut Vec<u8>, node: Node<'t>, open: &mut Vec<Rest<'t>>) {
    match node.kind() {
        NodeKind::Object if node.properties().next().is_none() => out.extend_from_slice(b"{}"),
        NodeKind::Array if node.elements().next().is_none() => out.extend_from_slice(b"[]"),
        NodeKind::Object => {
            out.push(b'{');
            open.push(Rest::Object(node.properties(), 0));
        }
        NodeKind::Array => {
            out.push(b'[');
            open.push(Rest::Array(node.elements(), 0));
        }
        _ => out.extend_from_slice(node.source_text().as_bytes()),
    }
}
