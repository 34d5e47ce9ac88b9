//! What a file in JSON syntax is made of, for batches of edits.

use hcl2_json::{Node, NodeKind};
use hcl2_native::edit::{Bounds, EditError, Editable, Leaf, Part, Parts, PartsKind};
use hcl2_native::tree::TextRange;

use super::{JsonEditor, parsed};

impl Editable for JsonEditor {
    fn with_text(&self, text: String) -> Result<Self, EditError> {
        let tree = parsed(self.tree.source().name(), text)?;
        let bounds = Bounds::default();
        Ok(Self { tree, bounds })
    }

    fn text(&self) -> &str {
        self.text()
    }

    fn outline(&self) -> Option<Parts> {
        parts(self.tree.root()).filter(|parts| !parts.parts.is_empty())
    }

    fn style(&self) -> u8 {
        u8::from(self.is_compact()) | u8::from(self.has_lines()) << 1
    }

    fn bounds(&mut self) -> &mut Bounds {
        &mut self.bounds
    }
}

/// Returns the parts of an object or an array. The recursion is as deep as the parser allows.
fn parts(node: Node<'_>) -> Option<Parts> {
    let (open, close) = (node.open_span().end, node.close_span()?.start);
    let (mut parts, mut cut) = (Vec::new(), open);
    let mut add = |name: Option<Node<'_>>, value: Node<'_>| {
        let start = name.unwrap_or(value).span().start;
        let end = value.span().end;
        let inner = self::parts(value);
        let leaf = Leaf {
            range: TextRange::new(value.span().start, end),
            stand_in: "0",
        };
        parts.push(Part {
            names: name.and_then(Node::text).map(String::from).into_iter().collect(),
            range: TextRange::new(start, end),
            cut,
            is_attribute: false,
            leaf: inner.is_none().then_some(leaf),
            inner,
        });
        cut = value.comma_span().map_or(end, |comma| comma.end);
    };
    node.properties()
        .for_each(|property| add(Some(property.name), property.value));
    node.elements().for_each(|element| add(None, element));
    let kind = match node.kind() {
        NodeKind::Object => PartsKind::Properties,
        _ => PartsKind::Elements,
    };
    Some(Parts {
        kind,
        open,
        close,
        parts,
    })
}
