//! What the parser makes of a text: a tree, or nothing.

use hcl2_diagnostics::Source;

use crate::lexer::Quoted;
use crate::tree::{NodeId, NodeKind, Stored, Tree};

/// Receives the nodes of a text in order; offsets are in bytes from 0.
pub(super) trait Output {
    /// Takes a node that holds no others and is not a string.
    fn leaf(&mut self, kind: NodeKind, start: u32, end: u32);

    /// Takes a string.
    fn string(&mut self, start: u32, end: u32, quoted: Quoted);

    /// Takes the start of an object or array, which holds all nodes up to the matching [`close`](Self::close).
    fn open(&mut self, kind: NodeKind, start: u32);

    /// Takes the end of the innermost object or array, whose closing bracket is there or not.
    fn close(&mut self, end: u32, closed: bool);
}

/// Makes nothing: the problems are all that matters.
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

/// About how many bytes of a text there are for each node.
const BYTES_A_NODE: usize = 16;

/// Makes a tree.
pub(super) struct TreeBuilder {
    nodes: Vec<Stored>,
    /// The strings that may hold a template.
    templates: Vec<NodeId>,
    /// The objects and arrays that are not closed yet, as indices of nodes.
    open: Vec<u32>,
}

impl TreeBuilder {
    /// Makes room for the nodes of a text of `bytes` bytes.
    pub(super) fn new(bytes: usize) -> Self {
        Self {
            nodes: Vec::with_capacity(bytes / BYTES_A_NODE),
            templates: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Returns the tree; where there are no nodes, its root is invalid.
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
