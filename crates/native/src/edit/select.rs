//! Selecting parts of a file by their address.

use std::collections::{HashMap, HashSet};
use std::mem::{Discriminant, discriminant};
use std::sync::Arc;

use hcl2_diagnostics::{Outcome, SourceMap};

use super::address::Condition;
use super::{Address, AddressStep, EditError, Editor, IntoAddress};
use crate::eval::NativeExpression;
use crate::parser::parse_expression;
use crate::tree::{BlockId, BodyId, Expr, ExprId, File, Item, Node, ObjectItem, Part, TextRange};

/// A part of a file that an address selects.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// The part, in the tree that is current until the next edit.
    pub node: Node,
    /// The address of this part alone: without `*`, with all labels of a block.
    pub address: Address,
}

/// A selection by the steps so far.
#[derive(Clone, Copy)]
struct Place {
    node: Node,
    /// The number of labels of the block that the steps name.
    labels: usize,
    /// Whether a position follows those labels, so that the next step leads into the block.
    is_counted: bool,
    /// The body of the block or attribute.
    parent: Option<BodyId>,
    /// The last step to it, among the steps of the search.
    last: Option<usize>,
}

/// The search for the parts that an address selects.
struct Search<'e> {
    editor: &'e Editor,
    /// Steps to places, each behind the one that precedes it. Places share them: one of a thousand labels has a thousand
    /// steps, as have those below it.
    steps: Vec<(Option<usize>, AddressStep)>,
}

/// What distinguishes places: the kind and the range of the node, and the labels that the steps name.
type Identity = (Discriminant<Node>, u32, u32, usize);

/// The positions of blocks among those of their body that their type and labels select.
type Ordinals = HashMap<BlockId, usize>;

impl Editor {
    /// Returns the parts that an address selects, in source order.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::Editor;
    ///
    /// let editor = Editor::parse("server \"a\" {\n  port = 80\n}\nserver \"b\" {\n  port = 81\n}\n")?;
    /// let ports = editor.select(&"server.*.port".parse()?);
    /// let ports: Vec<_> = ports.iter().map(|port| (port.address.to_string(), editor.source_of(port.node))).collect();
    /// assert_eq!(ports, [("server.a.port".to_owned(), "80"), ("server.b.port".to_owned(), "81")]);
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    #[must_use]
    pub fn select(&self, address: &Address) -> Vec<Selection> {
        let (search, places) = self.search(address);
        let mut ordinals = HashMap::new();
        places
            .into_iter()
            .map(|place| Selection {
                address: search.concrete(&place, &mut ordinals),
                node: place.node,
            })
            .collect()
    }

    /// Returns the parts that an address selects, each with the position of the last label that it names.
    pub(super) fn select_named(&self, address: &Address) -> Vec<(Node, Option<usize>)> {
        let (_, places) = self.search(address);
        let places = places.into_iter();
        places
            .map(|place| (place.node, place.labels.checked_sub(1)))
            .collect()
    }

    /// Searches for the places that an address leads to, in source order.
    fn search(&self, address: &Address) -> (Search<'_>, Vec<Place>) {
        let mut search = Search {
            editor: self,
            steps: Vec::new(),
        };
        let mut places = vec![Place {
            node: self.file.root_node(),
            labels: 0,
            is_counted: false,
            parent: None,
            last: None,
        }];
        for step in address.steps() {
            places = search.step(&places, step);
        }
        places.sort_by_key(|place| self.file.node_range(place.node).start);
        // Labels are steps of their own, so that a block may have been found by each of them.
        places.dedup_by(|place, before| place.node == before.node);
        (search, places)
    }

    /// Returns the source of the first value that an address selects, or of the first block; `None` if it selects nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::Editor;
    ///
    /// let editor: Editor = "server \"a\" {\n  port = 80\n}\n".parse()?;
    /// assert_eq!(editor.get("server.a.port"), Some("80"));
    /// assert_eq!(editor.get("server.b.port"), None);
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    pub fn get(&self, address: impl IntoAddress) -> Option<&str> {
        let found = self.select(&address.into_address().ok()?);
        let node = found.first()?.node;
        Some(match self.value_of(node) {
            Some(value) => self.file.str(self.file.expr_range(value)),
            None => self.source_of(node),
        })
    }

    /// Returns the error for an address that selects nothing.
    pub(super) fn not_found(&self, address: &Address) -> EditError {
        EditError::not_found(address, &|address| {
            let found = self.select(address).into_iter();
            found.map(|found| found.address).collect()
        })
    }

    /// Returns the first part that an address selects.
    pub(super) fn only(&self, address: &Address) -> Result<Selection, EditError> {
        self.select(address)
            .into_iter()
            .next()
            .ok_or_else(|| self.not_found(address))
    }

    /// Returns whether a node has a value: that of a constant expression, or what is written the same.
    fn equals(&self, node: Node, expression: &str) -> bool {
        let constant = |file: &Arc<File>, id: ExprId| {
            let Outcome { value, diagnostics } = NativeExpression::new(Arc::clone(file), id).evaluate(None);
            diagnostics.is_empty().then_some(value)
        };
        let found = self.value_of(node).and_then(|id| constant(&self.file, id));
        let source = SourceMap::new().add("condition", expression);
        let file = source.ok().map(|source| parse_expression(&source).value);
        let wanted = file.and_then(|file| constant(&file, file.root().expr()?));
        match (found, wanted) {
            (Some(found), Some(wanted)) => found == wanted,
            (None, None) => self.source_of(node) == expression,
            _ => false,
        }
    }

    /// Returns an expression without the parentheses around it.
    pub(super) fn unwrapped(&self, mut expr: ExprId) -> ExprId {
        while let Expr::Parens { inner } = self.file.expr(expr) {
            expr = inner;
        }
        expr
    }

    /// Returns the key of an object item if it is known without evaluation.
    pub(super) fn key_of(&self, item: ObjectItem) -> Option<String> {
        let file = &self.file;
        match file.expr(item.key) {
            Expr::Traversal { steps, .. } if file.steps(steps).is_empty() => {
                Some(file.str(file.expr_range(item.key)).to_owned())
            }
            Expr::String { text } => Some(file.text(text).to_owned()),
            Expr::Number | Expr::Bool(_) | Expr::Null => Some(file.str(file.expr_range(item.key)).to_owned()),
            _ => None,
        }
    }

    /// Returns the position of each block of a body among those that its type and labels select, if it is not the only one:
    /// they also select blocks with further labels.
    fn ordinals(&self, body: BodyId) -> Ordinals {
        let file = &self.file;
        // A tree of types and labels: the children by their parent and name, and the number of blocks below each node.
        let mut children: HashMap<(usize, &str), usize> = HashMap::new();
        let mut counts = vec![0];
        let mut places: Vec<(BlockId, usize, usize)> = Vec::new();
        for item in file.items(file.body(body).items) {
            if let Item::Block(block) = *item {
                let block_type = file.str(file.block(block).block_type);
                let mut node = 0;
                for name in std::iter::once(block_type).chain(self.labels_of(block)) {
                    let next = counts.len();
                    node = *children.entry((node, name)).or_insert(next);
                    if node == next {
                        counts.push(0);
                    }
                    counts[node] += 1;
                }
                places.push((block, node, counts[node] - 1));
            }
        }
        places
            .into_iter()
            .filter(|(_, node, _)| counts[*node] > 1)
            .map(|(block, _, position)| (block, position))
            .collect()
    }

    /// Returns the labels of a block.
    pub(super) fn labels_of(&self, block: BlockId) -> Vec<&str> {
        let labels = self.file.labels(self.file.block(block).labels);
        labels.iter().map(|label| self.file.text(label.text)).collect()
    }

    /// Returns the expression of a node: the value of an attribute or an object item, or the interpolated expression.
    /// Returns `None` for blocks and bodies.
    #[must_use]
    pub fn value_of(&self, node: Node) -> Option<ExprId> {
        match node {
            Node::Attribute(attribute) => Some(self.file.attribute(attribute).value),
            Node::ObjectItem(item) => Some(item.value),
            Node::Expr(expr) | Node::Part(Part::Interpolation { expr, .. }) => Some(expr),
            _ => None,
        }
    }

    /// Returns the source of a node, or of its value for an attribute, an object item or an interpolation.
    #[must_use]
    pub fn source_of(&self, node: Node) -> &str {
        self.file.str(self.source_range(node))
    }

    /// Returns the range that [`source_of`](Self::source_of) returns the source of.
    #[must_use]
    pub fn source_range(&self, node: Node) -> TextRange {
        self.value_of(node)
            .map_or_else(|| self.file.node_range(node), |value| self.file.expr_range(value))
    }
}

impl Search<'_> {
    /// Adds a step that leads on from a place, and returns it as the last one of another place.
    fn then(&mut self, place: &Place, step: AddressStep) -> Option<usize> {
        self.steps.push((place.last, step));
        Some(self.steps.len() - 1)
    }

    /// Returns the steps to a place.
    fn address(&self, place: &Place) -> Address {
        let mut steps = Vec::new();
        let mut next = place.last;
        while let Some((before, step)) = next.map(|index| &self.steps[index]) {
            steps.push(step.clone());
            next = *before;
        }
        steps.reverse();
        Address::new(steps)
    }

    fn step(&mut self, places: &[Place], step: &AddressStep) -> Vec<Place> {
        let mut found = Vec::new();
        match step {
            AddressStep::AnyDepth => {
                let mut seen = HashSet::new();
                for place in places {
                    self.descend(*place, &mut seen, &mut found);
                }
                return found;
            }
            AddressStep::Where(condition) => {
                // A block may have been found by each of its labels.
                let mut known = None;
                for place in places {
                    let meets = match known {
                        Some((node, meets)) if node == place.node => meets,
                        _ => self.meets(place, condition),
                    };
                    known = Some((place.node, meets));
                    found.extend(meets.then_some(*place));
                }
                return found;
            }
            _ => {}
        }
        // Blocks are counted among those of their body that the preceding steps select.
        let mut counted: Option<(BodyId, usize)> = None;
        for place in places {
            let counts = matches!(place.node, Node::Block(_))
                .then_some(place.parent)
                .flatten();
            match (step, counts) {
                (AddressStep::Index(wanted), Some(parent)) => {
                    let position = match counted {
                        Some((body, position)) if body == parent => position + 1,
                        _ => 0,
                    };
                    counted = Some((parent, position));
                    if position == *wanted {
                        found.push(Place {
                            is_counted: true,
                            last: self.then(place, step.clone()),
                            ..*place
                        });
                    }
                }
                _ => self.step_into(place, step, &mut found),
            }
        }
        found
    }

    /// Adds a place and everything in it, but not the parts of other expressions than tuples and objects. What was `seen`
    /// in another place is added once.
    fn descend(&mut self, place: Place, seen: &mut HashSet<Identity>, found: &mut Vec<Place>) {
        let editor = self.editor;
        let is_other = |expr| {
            let expr = editor.file.expr(editor.unwrapped(expr));
            !matches!(expr, Expr::Tuple { .. } | Expr::Object { .. })
        };
        let mut rest = vec![place];
        while let Some(place) = rest.pop() {
            let TextRange { start, end } = editor.file.node_range(place.node);
            if !seen.insert((discriminant(&place.node), start, end, place.labels)) {
                continue;
            }
            found.push(place);
            if editor.value_of(place.node).is_some_and(is_other) {
                continue;
            }
            let above = rest.len();
            self.step_into(&place, &AddressStep::Any, &mut rest);
            rest[above..].reverse();
        }
    }

    /// Returns whether a place meets a condition. A block meets it by its body, whatever its labels.
    fn meets(&mut self, place: &Place, condition: &Condition) -> bool {
        let labels = match place.node {
            Node::Block(block) => self.editor.file.block(block).labels.len(),
            _ => 0,
        };
        let mut parts = vec![Place { labels, ..*place }];
        for step in condition.address.steps() {
            parts = self.step(&parts, step);
        }
        match &condition.compared {
            None => !parts.is_empty(),
            Some((is_equal, value)) => {
                parts.iter().any(|part| self.editor.equals(part.node, value)) == *is_equal
            }
        }
    }

    fn step_into(&mut self, place: &Place, step: &AddressStep, found: &mut Vec<Place>) {
        let file = &self.editor.file;
        match place.node {
            Node::Body(body) => self.items_named(body, place, step, found),
            Node::Block(block) => match file.labels(file.block(block).labels).get(place.labels) {
                Some(label) if !place.is_counted => {
                    let text = file.text(label.text);
                    if step.fits(text) {
                        found.push(Place {
                            labels: place.labels + 1,
                            last: self.then(place, AddressStep::Name(text.to_owned())),
                            ..*place
                        });
                    }
                }
                _ if file.block(block).has_body => {
                    self.items_named(file.block(block).body, place, step, found)
                }
                _ => {}
            },
            Node::Attribute(attribute) => {
                self.parts_named(file.attribute(attribute).value, place, step, found)
            }
            Node::ObjectItem(item) => self.parts_named(item.value, place, step, found),
            Node::Expr(expr) => self.parts_named(expr, place, step, found),
            Node::Part(Part::Interpolation { expr, .. }) => self.parts_named(expr, place, step, found),
            Node::Part(_) | Node::Label(_) | Node::Step(_) | Node::Variable(_) | Node::Error(_) => {}
        }
    }

    fn items_named(&mut self, body: BodyId, place: &Place, step: &AddressStep, found: &mut Vec<Place>) {
        let file = &self.editor.file;
        for item in file.items(file.body(body).items) {
            let (node, name) = match *item {
                Item::Attribute(attribute) => (Node::Attribute(attribute), file.attribute(attribute).name),
                Item::Block(block) => (Node::Block(block), file.block(block).block_type),
                Item::Duplicate(_) | Item::Error(_) => continue,
            };
            let name = file.str(name);
            if step.fits(name) {
                found.push(Place {
                    node,
                    labels: 0,
                    is_counted: false,
                    parent: Some(body),
                    last: self.then(place, AddressStep::Name(name.to_owned())),
                });
            }
        }
    }

    fn parts_named(&mut self, expr: ExprId, place: &Place, step: &AddressStep, found: &mut Vec<Place>) {
        let editor = self.editor;
        let is_part = |node: &Node| matches!(node, Node::Expr(_) | Node::ObjectItem(_) | Node::Part(_));
        let parts = editor.file.children(Node::Expr(editor.unwrapped(expr)));
        for (position, node) in parts.into_iter().filter(is_part).enumerate() {
            let key = match node {
                Node::ObjectItem(item) => editor.key_of(item),
                _ => None,
            };
            let wanted = match (step, &key) {
                (AddressStep::Index(wanted), _) => *wanted == position,
                (AddressStep::Any, _) => true,
                (step, Some(key)) => step.fits(key),
                _ => false,
            };
            if wanted {
                let step = key.map_or(AddressStep::Index(position), AddressStep::Name);
                found.push(Place {
                    node,
                    labels: 0,
                    is_counted: false,
                    parent: None,
                    last: self.then(place, step),
                });
            }
        }
    }

    /// Returns the address of one place alone. `ordinals` has those of the bodies of earlier places.
    fn concrete(&self, place: &Place, ordinals: &mut HashMap<BodyId, Ordinals>) -> Address {
        let Node::Block(block) = place.node else {
            return self.address(place);
        };
        let mut address = self.address(place);
        if let Some(AddressStep::Index(_)) = address.steps.last() {
            address.steps.pop();
        }
        let labels = self.editor.labels_of(block);
        let labels = labels.iter().skip(place.labels);
        address
            .steps
            .extend(labels.map(|label| AddressStep::Name((*label).to_owned())));
        if let Some(parent) = place.parent {
            let ordinals = ordinals
                .entry(parent)
                .or_insert_with(|| self.editor.ordinals(parent));
            address
                .steps
                .extend(ordinals.get(&block).copied().map(AddressStep::Index));
        }
        address
    }
}
