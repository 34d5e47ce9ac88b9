//! The output of the parser: a tree, or nothing.

use hcl2_diagnostics::Source;

use crate::lexer::Quoted;
use crate::tree::{NodeId, NodeKind, Stored, Tree};

/// Receives the nodes in source order, with byte offsets.
pub(super) trait Output {
    /// Takes a node without children that is not a string.
    fn leaf(&mut self, kind: NodeKind, start: u32, end: u32);

    /// Takes a string.
    fn string(&mut self, start: u32, end: u32, quoted: Quoted);

    /// Takes the start of an object or array, which contains all nodes up to the matching [`close`](Self::close).
    fn open(&mut self, kind: NodeKind, start: u32);

    /// Takes the end of the innermost object or array; `closed` means that it has its closing bracket.
    fn close(&mut self, end: u32, closed: bool);
}

/// Builds nothing: only the problems matter.
pub(super) struct Nothing;

impl Output for Nothing {
    #[inline]
    fn leaf(&mut self, _: NodeKind, _: u32, _: u32) {}

    #[inline]
    fn string(&mut self, _: u32, _: u32, _: Quoted) {}

    #[inline]
    fn open(&mut self, _: NodeKind, _: u32) {}

    #[inline]
    fn close(&mut self, _: u32, _: bool) {}
}

/// The usual number of bytes per node.
const BYTES_A_NODE: usize = 16;

/// Builds a tree.
pub(super) struct TreeBuilder {
    nodes: Vec<Stored>,
    /// The strings that may contain a template.
    templates: Vec<NodeId>,
    /// The node indices of the open objects and arrays.
    open: Vec<u32>,
}

impl TreeBuilder {
    /// Creates a builder for a source of `bytes` bytes.
    pub(super) fn new(bytes: usize) -> Self {
        Self {
            nodes: Vec::with_capacity(bytes / BYTES_A_NODE),
            templates: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Returns the tree; without nodes, its root is invalid.
    pub(super) fn build(mut self, source: &Source) -> Tree {
        if self.nodes.is_empty() {
            self.leaf(NodeKind::Invalid, 0, 0);
        }
        Tree::new(source.clone(), self.nodes, self.templates)
    }

    fn next(&self) -> u32 {
        self.nodes.len() as u32 + 1
    }
}

impl Output for TreeBuilder {
    #[inline]
    fn leaf(&mut self, kind: NodeKind, start: u32, end: u32) {
        self.nodes.push(Stored::new(kind, start, end, self.next()));
    }

    #[inline]
    fn string(&mut self, start: u32, end: u32, quoted: Quoted) {
        if quoted.template() {
            self.templates.push(NodeId::new(self.nodes.len() as u32));
        }
        self.nodes.push(Stored::string(start, end, self.next(), quoted));
    }

    #[inline]
    fn open(&mut self, kind: NodeKind, start: u32) {
        self.open.push(self.nodes.len() as u32);
        self.leaf(kind, start, start + 1);
    }

    #[inline]
    fn close(&mut self, end: u32, closed: bool) {
        let next = self.nodes.len() as u32;
        let open = self.open.pop();
        if let Some(node) = open.and_then(|index| self.nodes.get_mut(index as usize)) {
            node.close(end, next, closed);
        }
    }
}
