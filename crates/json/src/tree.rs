//! The tree of a JSON text: spans only, in one flat vector.
//!
//! Nodes are in source order, each before its descendants: an object is followed by the name of its first property, that
//! property's value with its descendants, the second name, and so on. Each node knows the next one that is not its
//! descendant.

use std::borrow::Cow;

use hcl2_diagnostics::{Source, Span};
use hcl2_json_text::unescape;
use hcl2_model::Limits;
use hcl2_native::tree::PositionMap;

use crate::lexer::Quoted;

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// An object.
    Object,
    /// An array.
    Array,
    /// A string: a value, or the name of a property.
    String,
    /// A number.
    Number,
    /// `true`.
    True,
    /// `false`.
    False,
    /// `null`.
    Null,
    /// Something that is not JSON, or a missing name or value, which a diagnostic reports.
    Invalid,
}

/// The identity of a node in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The outermost value.
    pub const ROOT: Self = Self(0);

    pub(crate) const fn new(index: u32) -> Self {
        Self(index)
    }

    /// Returns the position of the node in source order, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node as it is stored: two offsets and an index, with flags in their highest bits, which sources of at most
/// [`Limits::MAX_SOURCE_BYTES`](crate::Limits::MAX_SOURCE_BYTES) leave free.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stored {
    start: u32,
    end: u32,
    next: u32,
}

/// In `start` of strings: whether they have escapes.
const ESCAPES: u32 = 1 << 31;
/// In `start` of strings: whether they may contain a template when decoded.
const TEMPLATE: u32 = 1 << 30;
/// In `end` of objects and arrays: whether they have their closing bracket.
const CLOSED: u32 = 1 << 31;
/// In `next`: the position of the kind.
const KIND_SHIFT: u32 = 29;
/// The kinds by number.
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
        "nodes stay small, as files have millions of them"
    );
    // At most one node per byte, and two at the end.
    assert!(Limits::MAX_SOURCE_BYTES + 2 < 1 << KIND_SHIFT);
    let mut index = 0;
    while index < KINDS.len() {
        assert!(KINDS[index] as usize == index);
        index += 1;
    }
};

impl Stored {
    /// Creates a node from `start` to `end`; `next` is the index of the first node behind its descendants.
    #[inline]
    pub(crate) const fn new(kind: NodeKind, start: u32, end: u32, next: u32) -> Self {
        let next = next | (kind as u32) << KIND_SHIFT;
        Self { start, end, next }
    }

    /// Creates a string.
    #[inline]
    pub(crate) const fn string(start: u32, end: u32, next: u32, quoted: Quoted) -> Self {
        let escapes = if quoted.escapes() { ESCAPES } else { 0 };
        let template = if quoted.template() { TEMPLATE } else { 0 };
        Self::new(NodeKind::String, start | escapes | template, end, next)
    }

    /// Ends an object or array; `closed` means that it has its closing bracket.
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

/// A parsed JSON text, with the position of everything in it.
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
    /// The strings that may contain a template, in order.
    templates: Vec<NodeId>,
}

impl Tree {
    /// Creates a tree from at least one node, whose `next` lead forward, and from the strings that may contain a
    /// template, in order.
    pub(crate) fn new(source: Source, nodes: Vec<Stored>, templates: Vec<NodeId>) -> Self {
        Self {
            source,
            nodes,
            templates,
        }
    }

    /// Returns the strings that may contain a template, in order.
    pub(crate) fn templates(&self) -> &[NodeId] {
        &self.templates
    }

    /// Returns the source of the tree.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Returns the outermost value.
    #[must_use]
    pub fn root(&self) -> Node<'_> {
        self.node(NodeId::ROOT)
    }

    /// Returns the node with this `id`. An `id` of another tree returns some node, or an invalid one past the last.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Node<'_> {
        Node { tree: self, id }
    }

    /// Returns all nodes in source order, each before its descendants.
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

    /// Returns the identity of the node in its tree.
    #[must_use]
    pub const fn id(self) -> NodeId {
        self.id
    }

    /// Returns the kind of the node.
    #[must_use]
    pub fn kind(self) -> NodeKind {
        self.stored().kind()
    }

    /// Returns the span of the node, brackets and quotes included.
    #[must_use]
    pub fn span(self) -> Span {
        let stored = self.stored();
        self.tree.source.span_of(stored.start(), stored.end())
    }

    /// Returns the span of the opening bracket of an object or array; the whole span of other nodes.
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

    /// Returns the span of the closing bracket; `None` if it is missing, and for nodes other than objects and arrays.
    #[must_use]
    pub fn close_span(self) -> Option<Span> {
        let stored = self.stored();
        let closed = matches!(stored.kind(), NodeKind::Object | NodeKind::Array) && stored.closed();
        closed.then(|| self.tree.source.span_of(stored.end() - 1, stored.end()))
    }

    /// Returns the span of the comma after the property or element that ends with this node, if there is one.
    #[must_use]
    pub fn comma_span(self) -> Option<Span> {
        self.mark_after(b',')
    }

    /// Returns the span of the colon after this property name, if there is one.
    #[must_use]
    pub fn colon_span(self) -> Option<Span> {
        self.mark_after(b':')
    }

    /// Returns the span of `mark` if only spaces separate it from the node.
    fn mark_after(self, mark: u8) -> Option<Span> {
        let end = self.stored().end();
        let rest = self.tree.source.bytes().get(end as usize..)?;
        let space = rest
            .iter()
            .position(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))?;
        let at = end + space as u32;
        (rest[space] == mark).then(|| self.tree.source.span_of(at, at + 1))
    }

    /// Returns the node as it is written; empty if it is not UTF-8.
    #[must_use]
    pub fn source_text(self) -> &'t str {
        std::str::from_utf8(self.source_bytes()).unwrap_or_default()
    }

    fn source_bytes(self) -> &'t [u8] {
        self.tree.source.slice(self.span())
    }

    /// Returns whether the node is a string that may contain a template when decoded. If not, the string evaluates to
    /// itself.
    #[must_use]
    pub fn may_be_template(self) -> bool {
        self.stored().template()
    }

    /// Returns the positions in [`Tree::templates`] of those in the node, itself included.
    pub(crate) fn template_range(self) -> std::ops::Range<usize> {
        let next = self.stored().next();
        let templates = &self.tree.templates;
        templates.partition_point(|id| *id < self.id)..templates.partition_point(|id| id.0 < next)
    }

    /// Returns a string decoded; without escapes, it is a slice of the source. `None` for other nodes.
    #[must_use]
    pub fn text(self) -> Option<Cow<'t, str>> {
        let stored = self.stored();
        match stored.kind() {
            NodeKind::String if !stored.escapes() => Some(String::from_utf8_lossy(self.content_bytes())),
            _ => self.decoded().map(|(text, _)| text),
        }
    }

    /// Returns a string decoded, and the map from its offsets to those of the file. `None` for other nodes.
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

    /// Returns whether the node is a string with escapes.
    pub(crate) fn has_escapes(self) -> bool {
        self.stored().escapes()
    }

    /// Returns the span between the quotes of a string.
    pub(crate) fn content_span(self) -> Span {
        let start = self.stored().start() + 1;
        self.tree
            .source
            .span_of(start, start + self.content_bytes().len() as u32)
    }

    /// Returns the bytes between the quotes of a string; the closing quote may be missing.
    fn content_bytes(self) -> &'t [u8] {
        let bytes = self.source_bytes();
        let bytes = bytes.strip_prefix(b"\"").unwrap_or(bytes);
        bytes.strip_suffix(b"\"").unwrap_or(bytes)
    }

    /// Returns the properties of an object in source order, duplicates included; none for other nodes.
    #[must_use]
    pub fn properties(self) -> Properties<'t> {
        Properties(self.held(NodeKind::Object))
    }

    /// Returns the value of the first property of an object with this name; `None` for other nodes.
    #[must_use]
    pub fn property(self, name: &str) -> Option<Self> {
        let mut properties = self.properties();
        let found = properties.find(|property| property.name.text().is_some_and(|text| text == name))?;
        Some(found.value)
    }

    /// Returns the elements of an array in order; none for other nodes.
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

/// The children of a node, in order.
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
    /// Its name: a string, or an invalid node.
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
