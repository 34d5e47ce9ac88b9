//! A tree as a table of numbers, which JavaScript reads without a call for each node.
//!
//! A row has five numbers: the kind, the byte offsets of its start and end, the number of rows of the node and all nodes in it,
//! and a detail that depends on the kind. Rows are in the order in which their nodes begin.

use hcl2::native::tree::{Expr, ExprId, File, Label, Node, Part, Step, Text, TextRange};

/// A tree as a table.
pub(crate) struct Table {
    /// The rows, one after the other.
    pub(crate) rows: Vec<u32>,
    /// The content of literals that are not slices of the source.
    pub(crate) strings: Vec<String>,
}

/// The numbers of a row.
const WIDTH: usize = 5;

/// The kinds of nodes, which `lib/tree.js` has too.
#[derive(Clone, Copy)]
enum Kind {
    Body,
    /// With the end of the name.
    Attribute,
    /// With the end of the type.
    Block,
    /// With its content.
    Label,
    ObjectItem,
    /// A selection of an attribute, an index or a splat.
    Step,
    /// A literal part of a template, with its content.
    Literal,
    Interpolation,
    If,
    /// A `for` in a template.
    ForDirective,
    Variable,
    Error,
    Number,
    /// With 1 for true.
    Bool,
    Null,
    /// With its content.
    String,
    Template,
    TemplateWrap,
    /// With the end of the variable's name.
    Traversal,
    Postfix,
    Parens,
    Unary,
    /// With the offset of the operator.
    Binary,
    Conditional,
    Tuple,
    Object,
    /// With 1 if it makes an object.
    For,
    /// With the end of the name.
    Call,
}

impl Table {
    /// Makes the table of a tree.
    pub(crate) fn new(file: &File) -> Self {
        /// A file has about one node for this many bytes.
        const BYTES_OF_A_NODE: usize = 8;
        let mut table = Self {
            rows: Vec::with_capacity(file.bytes().len() / BYTES_OF_A_NODE * WIDTH),
            strings: Vec::new(),
        };
        let mut open = Vec::new();
        for event in file.walk(file.root_node()) {
            match event {
                hcl2::native::tree::Event::Enter(node) => {
                    open.push(table.rows.len());
                    table.push(file, node);
                }
                hcl2::native::tree::Event::Leave(_) => {
                    if let Some(start) = open.pop() {
                        let count = (table.rows.len() - start) / WIDTH;
                        table.rows[start + 3] = count as u32;
                    }
                }
            }
        }
        table
    }

    fn push(&mut self, file: &File, node: Node) {
        let range = file.node_range(node);
        let (kind, detail) = match node {
            Node::Body(_) => (Kind::Body, 0),
            Node::Attribute(id) => (Kind::Attribute, file.attribute(id).name.end),
            Node::Block(id) => (Kind::Block, file.block(id).block_type.end),
            Node::Label(Label { text, .. }) => (Kind::Label, self.content(file, range, text)),
            Node::Expr(id) => self.expression(file, id, range),
            Node::ObjectItem(_) => (Kind::ObjectItem, 0),
            Node::Step(step) => (Kind::Step, step_number(step)),
            Node::Part(part) => match part {
                Part::Literal { text, .. } => (Kind::Literal, self.string(file.text(text))),
                Part::Interpolation { .. } => (Kind::Interpolation, 0),
                Part::If(_) => (Kind::If, 0),
                Part::For(_) => (Kind::ForDirective, 0),
                Part::Error(_) => (Kind::Error, 0),
            },
            Node::Variable(_) => (Kind::Variable, 0),
            Node::Error(_) => (Kind::Error, 0),
        };
        self.rows.extend([kind as u32, range.start, range.end, 1, detail]);
    }

    fn expression(&mut self, file: &File, id: ExprId, range: TextRange) -> (Kind, u32) {
        match file.expr(id) {
            Expr::Error => (Kind::Error, 0),
            Expr::Number => (Kind::Number, 0),
            Expr::Bool(truth) => (Kind::Bool, truth.into()),
            Expr::Null => (Kind::Null, 0),
            Expr::String { text } => (Kind::String, self.content(file, range, text)),
            Expr::Template { .. } => (Kind::Template, 0),
            Expr::TemplateWrap { .. } => (Kind::TemplateWrap, 0),
            Expr::Traversal { root_end, .. } => (Kind::Traversal, root_end),
            Expr::Postfix { .. } => (Kind::Postfix, 0),
            Expr::Parens { .. } => (Kind::Parens, 0),
            Expr::Unary { .. } => (Kind::Unary, 0),
            Expr::Binary { at, .. } => (Kind::Binary, at),
            Expr::Conditional(_) => (Kind::Conditional, 0),
            Expr::Tuple { .. } => (Kind::Tuple, 0),
            Expr::Object { .. } => (Kind::Object, 0),
            Expr::For(id) => (Kind::For, file.for_expr(id).object.into()),
            Expr::Call(id) => (Kind::Call, file.call(id).name_range.end),
        }
    }

    /// Returns 0 if the content of a literal is what its quotes enclose, or 1 if it is all of it, or else the number of a
    /// string.
    fn content(&mut self, file: &File, range: TextRange, text: Text) -> u32 {
        let (written, content) = (file.str(range), file.text(text));
        let quoted = written.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        if quoted == Some(content) {
            0
        } else if written == content {
            1
        } else {
            self.string(content)
        }
    }

    /// Adds a string, and returns its number, from 2.
    fn string(&mut self, content: &str) -> u32 {
        self.strings.push(content.to_owned());
        self.strings.len() as u32 + 1
    }
}

fn step_number(step: Step) -> u32 {
    match step {
        Step::Attribute { .. } => 0,
        Step::LegacyIndex { .. } => 1,
        Step::Index { .. } => 2,
        Step::AttributeSplat { .. } => 3,
        Step::FullSplat { .. } => 4,
        Step::Missing { .. } => 5,
    }
}
