//! The tree of a JSON text: spans only, one flat vector.
//!
//! Nodes lie in the order of the text, each before what it holds: an object is followed by its first property's
//! name, that property's value with all it holds, the second name, and so on. Each node knows where the next one
//! that is not inside of it lies.

use std::borrow::Cow;

use hcl2_diagnostics::{Source, Span};
use hcl2_json_text::unescape;
use hcl2_model::Limits;
use hcl2_native::tree::PositionMap;

use crate::lexer::Quoted;

/// What a node of the tree is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// An object.
    Object,
    /// An array.
    Array,
    /// A string, as a value or as a property's name.
    String,
    /// A number.
    Number,
    /// `true`.
    True,
    /// `false`.
    False,
    /// `null`.
    Null,
    /// Something that is no JSON, or nothing where something is due; there is a diagnostic for it.
    Invalid,
}

/// The place of a node in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The outermost value.
    pub const ROOT: Self = Self(0);

    pub(crate) const fn new(index: u32) -> Self {
        Self(index)
    }

    /// The position of the node in the order of the text, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node as it is stored: two offsets and an index, and in their highest bits, which texts of at most
/// [`Limits::MAX_SOURCE_BYTES`](crate::Limits::MAX_SOURCE_BYTES) leave free, what else is to be known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stored {
    start: u32,
    end: u32,
    next: u32,
}

/// In `start`, of strings: there are escapes.
const ESCAPES: u32 = 1 << 31;
/// In `start`, of strings: decoded, they may hold a template.
const TEMPLATE: u32 = 1 << 30;
/// In `end`, of objects and arrays: the closing bracket is there.
const CLOSED: u32 = 1 << 31;
/// In `next`: where the kind starts.
const KIND_SHIFT: u32 = 29;
/// The kinds by their number.
const KINDS: [NodeKind; 8] = [
    NodeKind::Object,
    NodeKind::Array,
    NodeKind::String,
    NodeKind::Number,
    NodeKind::True,
    NodeKind::False,
    NodeKind::Null,
    NodeKind::Invalid,
];

const _: () = {
    assert!(
        size_of::<Stored>() == 12,
        "nodes stay small: there are millions of them"
    );
    // There is at most one node for each byte, and two at the end.
    assert!(Limits::MAX_SOURCE_BYTES + 2 < 1 << KIND_SHIFT);
    let mut index = 0;
    while index < KINDS.len() {
        assert!(KINDS[index] as usize == index);
        index += 1;
    }
};

impl Stored {
    /// A node from `start` to `end`, in bytes from 0; `next` is the index of the first node that is not inside of it.
    #[inline]
    pub(crate) const fn new(kind: NodeKind, start: u32, end: u32, next: u32) -> Self {
        let next = next | (kind as u32) << KIND_SHIFT;
        Self { start, end, next }
    }

    /// A string.
    #[inline]
    pub(crate) const fn string(start: u32, end: u32, next: u32, quoted: Quoted) -> Self {
        let escapes = if quoted.escapes() { ESCAPES } else { 0 };
        let template = if quoted.template() { TEMPLATE } else { 0 };
        Self::new(NodeKind::String, start | escapes | template, end, next)
    }

    /// Ends an object or array, which has its closing bracket or not.
    pub(crate) const fn close(&mut self, end: u32, next: u32, closed: bool) {
        *self = Self::new(self.kind(), self.start, end, next);
        if closed {
            self.end |= CLOSED;
        }
    }

    pub(crate) const fn start(self) -> u32 {
        self.start & !(ESCAPES | TEMPLATE)
    }

    pub(crate) const fn end(self) -> u32 {
        self.end & !CLOSED
    }

    pub(crate) const fn kind(self) -> NodeKind {
        KINDS[(self.next >> KIND_SHIFT) as usize]
    }

    pub(crate) const fn next(self) -> u32 {
        self.next & !(u32::MAX << KIND_SHIFT)
    }

    pub(crate) const fn escapes(self) -> bool {
        self.start & ESCAPES != 0
    }

    const fn template(self) -> bool {
        self.start & TEMPLATE != 0
    }

    const fn closed(self) -> bool {
        self.end & CLOSED != 0
    }
}

/// A parsed JSON text with the position of everything in it.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_json::{parse_tree, NodeKind};
///
/// let mut sources = SourceMap::new();
/// let source = sources.add("app.json", r#"{"port": 8080, "port": 8081}"#)?;
/// let tree = parse_tree(&source).into_result().unwrap();
///
/// let ports: Vec<_> = tree.root().properties().map(|property| property.value.source_text()).collect();
/// assert_eq!(ports, ["8080", "8081"]);
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tree {
    source: Source,
    nodes: Vec<Stored>,
    /// The strings that may hold a template, in order.
    templates: Vec<NodeId>,
}

impl Tree {
    /// Makes a tree; there is at least one node, `next` of each leads forward, and `templates` lists those that may
    /// hold one in order.
    pub(crate) fn new(source: Source, nodes: Vec<Stored>, templates: Vec<NodeId>) -> Self {
        Self {
            source,
            nodes,
            templates,
        }
    }

    /// The strings that may hold a template, in order.
    pub(crate) fn templates(&self) -> &[NodeId] {
        &self.templates
    }

    /// The source that the tree is of.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The outermost value.
    #[must_use]
    pub fn root(&self) -> Node<'_> {
        self.node(NodeId::ROOT)
    }

    /// The node that `id` names; an `id` of another tree gives some node or, past the last, an invalid one.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Node<'_> {
        Node { tree: self, id }
    }

    /// Every node in the order of the text, outer ones before what they hold.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        (0..self.nodes.len() as u32).map(|index| self.node(NodeId(index)))
    }
}

/// A node of a [`Tree`]: a value, or the name of a property.
#[derive(Clone, Copy)]
pub struct Node<'t> {
    tree: &'t Tree,
    id: NodeId,
}

impl<'t> Node<'t> {
    fn stored(self) -> Stored {
        let end = self.tree.source.bytes().len() as u32;
        let nowhere = Stored::new(NodeKind::Invalid, end, end, self.tree.nodes.len() as u32);
        self.tree.nodes.get(self.id.index()).copied().unwrap_or(nowhere)
    }

    /// The node's place in its tree.
    #[must_use]
    pub const fn id(self) -> NodeId {
        self.id
    }

    /// What the node is.
    #[must_use]
    pub fn kind(self) -> NodeKind {
        self.stored().kind()
    }

    /// Where the node is, brackets and quotes included.
    #[must_use]
    pub fn span(self) -> Span {
        let stored = self.stored();
        self.tree.source.span_of(stored.start(), stored.end())
    }

    /// Where the opening bracket of an object or array is; the whole span of other nodes.
    #[must_use]
    pub fn open_span(self) -> Span {
        let stored = self.stored();
        match stored.kind() {
            NodeKind::Object | NodeKind::Array => {
                self.tree.source.span_of(stored.start(), stored.start() + 1)
            }
            _ => self.span(),
        }
    }

    /// Where the closing bracket is; `None` where it is missing and for nodes that are not objects or arrays.
    #[must_use]
    pub fn close_span(self) -> Option<Span> {
        let stored = self.stored();
        let closed = matches!(stored.kind(), NodeKind::Object | NodeKind::Array) && stored.closed();
        closed.then(|| self.tree.source.span_of(stored.end() - 1, stored.end()))
    }

    /// Where the comma after the property or element that ends with this node is, if there is one.
    #[must_use]
    pub fn comma_span(self) -> Option<Span> {
        self.mark_after(b',')
    }

    /// Where the colon after this property name is, if there is one.
    #[must_use]
    pub fn colon_span(self) -> Option<Span> {
        self.mark_after(b':')
    }

    /// The place of `mark` where nothing but space stands between the node and it.
    fn mark_after(self, mark: u8) -> Option<Span> {
        let end = self.stored().end();
        let rest = self.tree.source.bytes().get(end as usize..)?;
        let space = rest
            .iter()
            .position(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))?;
        let at = end + space as u32;
        (rest[space] == mark).then(|| self.tree.source.span_of(at, at + 1))
    }

    /// The node as it is written; empty where that is not UTF-8.
    #[must_use]
    pub fn source_text(self) -> &'t str {
        std::str::from_utf8(self.source_bytes()).unwrap_or_default()
    }

    fn source_bytes(self) -> &'t [u8] {
        self.tree.source.slice(self.span())
    }

    /// Whether the node is a string that, decoded, may hold a template; where it is not, evaluating the text as a
    /// template gives the text.
    #[must_use]
    pub fn may_be_template(self) -> bool {
        self.stored().template()
    }

    /// The positions in [`Tree::templates`] of those in the node, itself included.
    pub(crate) fn template_range(self) -> std::ops::Range<usize> {
        let next = self.stored().next();
        let templates = &self.tree.templates;
        templates.partition_point(|id| *id < self.id)..templates.partition_point(|id| id.0 < next)
    }

    /// The text of a string, decoded; without escapes, a slice of the source. `None` for other nodes.
    #[must_use]
    pub fn text(self) -> Option<Cow<'t, str>> {
        let stored = self.stored();
        match stored.kind() {
            NodeKind::String if !stored.escapes() => Some(String::from_utf8_lossy(self.content_bytes())),
            _ => self.decoded().map(|(text, _)| text),
        }
    }

    /// The text of a string, decoded, and the way from its offsets to the file's. `None` for other nodes.
    #[must_use]
    pub fn decoded(self) -> Option<(Cow<'t, str>, PositionMap)> {
        let stored = self.stored();
        (stored.kind() == NodeKind::String).then(|| {
            let start = stored.start() + 1;
            let mut map = PositionMap::starting_at(start);
            let text = unescape(self.content_bytes(), |decoded, encoded| {
                map.resume(decoded as u32, start + encoded as u32);
            });
            (text, map)
        })
    }

    /// Whether the node is a string with escapes.
    pub(crate) fn has_escapes(self) -> bool {
        self.stored().escapes()
    }

    /// Where the text between the quotes of a string is.
    pub(crate) fn content_span(self) -> Span {
        let start = self.stored().start() + 1;
        self.tree
            .source
            .span_of(start, start + self.content_bytes().len() as u32)
    }

    /// The bytes between the quotes of a string; the closing one may be missing.
    fn content_bytes(self) -> &'t [u8] {
        let bytes = self.source_bytes();
        let bytes = bytes.strip_prefix(b"\"").unwrap_or(bytes);
        bytes.strip_suffix(b"\"").unwrap_or(bytes)
    }

    /// The properties of an object in the order of the text, duplicates included; none for other nodes.
    #[must_use]
    pub fn properties(self) -> Properties<'t> {
        Properties(self.held(NodeKind::Object))
    }

    /// The elements of an array in order; none for other nodes.
    #[must_use]
    pub fn elements(self) -> Elements<'t> {
        Elements(self.held(NodeKind::Array))
    }

    fn held(self, kind: NodeKind) -> Held<'t> {
        let stored = self.stored();
        let next = self.id.0 + 1;
        Held {
            tree: self.tree,
            next,
            end: if stored.kind() == kind {
                stored.next()
            } else {
                next
            },
        }
    }
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.tree, other.tree) && self.id == other.id
    }
}

impl Eq for Node<'_> {}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Node")
            .field("kind", &self.kind())
            .field("span", &self.span())
            .finish_non_exhaustive()
    }
}

/// The nodes directly inside of one, in order.
#[derive(Clone, Debug)]
struct Held<'t> {
    tree: &'t Tree,
    next: u32,
    end: u32,
}

impl<'t> Iterator for Held<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.next >= self.end {
            return None;
        }
        let node = self.tree.node(NodeId(self.next));
        self.next = node.stored().next();
        Some(node)
    }
}

/// A property of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Property<'t> {
    /// Its name: a string, or invalid where what stands there is none.
    pub name: Node<'t>,
    /// Its value.
    pub value: Node<'t>,
}

/// The properties of an object; see [`Node::properties`].
#[derive(Clone, Debug)]
pub struct Properties<'t>(Held<'t>);

impl<'t> Iterator for Properties<'t> {
    type Item = Property<'t>;

    fn next(&mut self) -> Option<Self::Item> {
        let name = self.0.next()?;
        let value = self.0.next()?;
        Some(Property { name, value })
    }
}

/// The elements of an array; see [`Node::elements`].
#[derive(Clone, Debug)]
pub struct Elements<'t>(Held<'t>);

impl<'t> Iterator for Elements<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()
    }
}
