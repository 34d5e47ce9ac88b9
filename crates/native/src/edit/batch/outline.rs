//! What a file is made of, as far as a batch needs it.

use super::super::Editor;
use crate::lexer::TokenKind;
use crate::tree::{BodyId, Expr, ExprId, Item, Node, TextRange};

/// The items of a body, the properties of an object, or the elements of a list.
#[derive(Clone, Debug)]
pub struct Parts {
    /// What holds the parts.
    pub kind: PartsKind,
    /// The offset after the opening bracket.
    pub open: u32,
    /// The offset of the closing bracket.
    pub close: u32,
    /// The parts in source order.
    pub parts: Vec<Part>,
}

/// What holds parts: how the steps of an address lead to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartsKind {
    /// A body in native syntax: by the names of attributes, and the types and labels of blocks.
    Body,
    /// An object in native syntax: by keys and positions.
    Object,
    /// A list in native syntax: by positions.
    List,
    /// An object in JSON syntax: by names. Position 0 is the object itself.
    Properties,
    /// An array in JSON syntax: by positions, or by the names of the properties of its elements.
    Elements,
}

/// A part of a body, an object or a list.
#[derive(Clone, Debug)]
pub struct Part {
    /// The name, or the type and the first labels.
    pub names: Vec<String>,
    /// The range of the part.
    pub range: TextRange,
    /// Where the source can be cut before the part: after the line or the comma of the part before it.
    pub cut: u32,
    /// Whether it is an attribute of a body.
    pub is_attribute: bool,
    /// The parts of its value or its body.
    pub inner: Option<Parts>,
    /// What edits of other parts may leave out.
    pub leaf: Option<Leaf>,
}

/// The source of a value without parts, or of a part without parts after its first name.
#[derive(Clone, Copy, Debug)]
pub struct Leaf {
    /// The range.
    pub range: TextRange,
    /// Other source with the same layout.
    pub stand_in: &'static str,
}

/// A block with more names has only the first ones, and no parts.
const MAX_NAMES: usize = 8;

/// A block with a longer label has only the names before it, and no parts.
const MAX_LABEL_BYTES: usize = 256;

impl Editor {
    /// Returns the parts of the body of the file.
    pub(in super::super) fn parts(&self) -> Option<Parts> {
        let root = self.file.root().body()?;
        self.body_parts(root, 0, self.file.range().end)
            .filter(|parts| !parts.parts.is_empty())
    }

    fn body_parts(&self, body: BodyId, open: u32, close: u32) -> Option<Parts> {
        let file = &self.file;
        let mut parts = Vec::new();
        let mut cut = open;
        for item in file.items(file.body(body).items) {
            let (range, names, inner, leaf) = match *item {
                Item::Attribute(id) => {
                    let attribute = file.attribute(id);
                    let names = vec![file.str(attribute.name).to_owned()];
                    let inner = self.value_parts(attribute.value);
                    (attribute.range(), names, inner, self.leaf_of(attribute.value))
                }
                Item::Block(id) => {
                    let block = file.block(id);
                    let mut names: Vec<String> =
                        file.item_names(*item).into_iter().map(str::to_owned).collect();
                    let range = file.block_range(id);
                    let is_long = |name: &String| name.len() > MAX_LABEL_BYTES;
                    let long = names.iter().skip(1).position(is_long).map(|label| label + 1);
                    let count = long.unwrap_or(names.len()).min(MAX_NAMES);
                    if count < names.len() {
                        names.truncate(count);
                        let rest = TextRange::new(block.block_type.end, range.end);
                        (range, names, None, self.leaf(rest, [" {}", " {\n}"]))
                    } else {
                        let inner =
                            self.body_parts(block.body, block.open_brace.end, block.close_brace.start);
                        (range, names, inner, None)
                    }
                }
                Item::Duplicate(_) | Item::Error(_) => return None,
            };
            parts.push(Part {
                names,
                range,
                cut,
                is_attribute: matches!(item, Item::Attribute(_)),
                leaf: leaf.filter(|_| inner.is_none()),
                inner,
            });
            cut = self.line_end(range.end)?.min(close);
        }
        Some(Parts {
            kind: PartsKind::Body,
            open,
            close,
            parts,
        })
    }

    /// Returns the parts of a list or an object that is a value.
    fn value_parts(&self, value: ExprId) -> Option<Parts> {
        let file = &self.file;
        let expr = self.unwrapped(value);
        let kind = match file.expr(expr) {
            Expr::Tuple { .. } => PartsKind::List,
            Expr::Object { .. } => PartsKind::Object,
            _ => return None,
        };
        let range = file.expr_range(expr);
        let (open, close) = (range.start + 1, range.end - 1);
        let mut parts = Vec::new();
        let mut cut = open;
        for node in file.children(Node::Expr(expr)) {
            let (names, value) = match node {
                Node::ObjectItem(item) => (self.key_of(item).into_iter().collect(), item.value),
                Node::Expr(element) => (Vec::new(), element),
                _ => return None,
            };
            let range = file.node_range(node);
            let inner = self.value_parts(value);
            parts.push(Part {
                names,
                range,
                cut,
                is_attribute: false,
                leaf: self.leaf_of(value).filter(|_| inner.is_none()),
                inner,
            });
            cut = self.separator_end(range.end, kind)?.min(close);
        }
        Some(Parts {
            kind,
            open,
            close,
            parts,
        })
    }

    /// Returns a value that may be left out.
    fn leaf_of(&self, value: ExprId) -> Option<Leaf> {
        let range = self.file.expr_range(value);
        let is_heredoc = self.file.str(range).starts_with("<<");
        self.leaf(range, ["0", if is_heredoc { "<<E\nE" } else { "[\n]" }])
    }

    /// Returns what may be left out, with its stand-in on one line and that on several, unless a comment follows it in its
    /// line, whose column depends on its width.
    fn leaf(&self, range: TextRange, [line, lines]: [&'static str; 2]) -> Option<Leaf> {
        let tokens = self.file.tokens();
        let mut index = tokens.index_at(range.end);
        while tokens
            .get(index)
            .is_some_and(|token| matches!(token.kind, TokenKind::Space | TokenKind::Comma))
        {
            index += 1;
        }
        if tokens
            .get(index)
            .is_some_and(|token| token.kind == TokenKind::Comment)
        {
            return None;
        }
        let has_lines = self.file.str(range).contains('\n');
        Some(Leaf {
            range,
            stand_in: if has_lines { lines } else { line },
        })
    }

    /// Returns the end of the line with the end of an item; the end of a block on one line is followed by its brace.
    fn line_end(&self, end: u32) -> Option<u32> {
        let tokens = self.file.tokens();
        let mut index = tokens.index_at(end);
        loop {
            let token = tokens.get(index)?;
            match token.kind {
                TokenKind::Comment if self.file.str(token.range).ends_with('\n') => {
                    return Some(token.range.end);
                }
                TokenKind::Space | TokenKind::Comment => index += 1,
                TokenKind::Newline => return Some(token.range.end),
                _ => return Some(token.range.start),
            }
        }
    }

    /// Returns the offset after the separator behind an element or an item: a comma or, in objects, a line ending. What
    /// remains of the line belongs to the separator. The last part may have none.
    fn separator_end(&self, end: u32, kind: PartsKind) -> Option<u32> {
        let tokens = self.file.tokens();
        let mut index = tokens.index_at(end);
        let mut has_comma = false;
        loop {
            let token = tokens.get(index)?;
            let ends_line = match token.kind {
                TokenKind::Newline => true,
                TokenKind::Comment => self.file.str(token.range).ends_with('\n'),
                TokenKind::Space => false,
                TokenKind::Comma if !has_comma => {
                    has_comma = true;
                    false
                }
                _ => return Some(token.range.start),
            };
            if ends_line && (has_comma || kind == PartsKind::Object) {
                return Some(token.range.end);
            }
            index += 1;
        }
    }
}
