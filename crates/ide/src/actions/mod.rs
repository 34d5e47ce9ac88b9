//! Actions: changes of the configuration that an editor offers at a place, one file each.

mod convert;
mod declare;
mod extract;
mod inline;
mod missing;
mod module;
mod relocate;
mod sort;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hcl2_diagnostics::Span;
use hcl2_native::tree::{BlockId, File, Item, Node, TextRange};

use crate::document::Document;
use crate::format::Edit;
use crate::rename::FileEdits;
use crate::workspace::Workspace;

/// The kind of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// It adds what is missing.
    QuickFix,
    /// It moves an expression into a declaration.
    Extract,
    /// It replaces references by what they refer to.
    Inline,
    /// It moves a declaration to another file.
    Move,
    /// It writes the same in another order or syntax.
    Rewrite,
}

/// A change that an editor offers.
#[derive(Clone, Debug)]
pub struct Action {
    /// What it does, as an imperative.
    pub title: String,
    /// Its kind.
    pub kind: ActionKind,
    /// The edits, by path of the file.
    pub edits: BTreeMap<PathBuf, FileEdits>,
    /// The files to create, with their text.
    pub created: BTreeMap<PathBuf, String>,
    /// The files to delete.
    pub deleted: Vec<PathBuf>,
    /// Why it changes nothing, though it is for such a range.
    pub refused: Option<String>,
}

/// A range of a document in native syntax that an editor asks about.
#[derive(Clone, Copy)]
struct Selected<'w> {
    workspace: &'w Workspace,
    document: &'w Document,
    tree: &'w File,
    range: Span,
}

impl Workspace {
    /// Returns what can be done at a range of a document.
    #[must_use]
    pub fn actions(&self, path: &Path, range: Span) -> Vec<Action> {
        let Some(document) = self.document(path) else {
            return Vec::new();
        };
        let Some(tree) = document.tree() else {
            return convert::action(self, document).into_iter().collect();
        };
        let selected = Selected {
            workspace: self,
            document,
            tree,
            range,
        };
        let mut actions = Vec::new();
        actions.extend(declare::action(selected));
        actions.extend(missing::action(selected));
        actions.extend(inline::action(selected));
        actions.extend(extract::actions(selected));
        actions.extend(module::action(selected));
        actions.extend(sort::actions(selected));
        actions.extend(relocate::actions(selected));
        actions.extend(convert::action(self, document));
        actions
    }
}

impl Selected<'_> {
    /// Returns an action that makes edits of the document.
    fn action(self, title: String, kind: ActionKind, edits: Vec<(TextRange, String)>) -> Action {
        let source = self.document.source().clone();
        let edits = edits.into_iter().map(|(range, text)| Edit {
            span: source.span_of(range.start, range.end),
            text,
        });
        let mut edits: Vec<Edit> = edits.collect();
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        let path = self.document.path().to_owned();
        Action {
            title,
            kind,
            edits: BTreeMap::from([(path, FileEdits { source, edits })]),
            created: BTreeMap::new(),
            deleted: Vec::new(),
            refused: None,
        }
    }

    /// Returns the blocks around the start of the range, the innermost last.
    fn blocks(self) -> Vec<BlockId> {
        let nodes = self.tree.nodes_at(self.range.start).into_iter();
        let blocks = nodes.filter_map(|node| match node {
            Node::Block(block) => Some(block),
            _ => None,
        });
        blocks.collect()
    }

    /// Returns the item of the file that contains the start of the range.
    fn top(self) -> Option<TextRange> {
        let body = self.tree.root().body()?;
        let items = self.tree.items(self.tree.body(body).items);
        let mut ranges = items.iter().map(|item| self.item_range(*item));
        ranges.find(|range| range.start <= self.range.start && self.range.end <= range.end)
    }

    fn item_range(self, item: Item) -> TextRange {
        match item {
            Item::Attribute(id) | Item::Duplicate(id) => self.tree.attribute(id).range(),
            Item::Block(id) => self.tree.block_range(id),
            Item::Error(id) => self.tree.error(id),
        }
    }

    /// Returns the start of the line at an offset, and what it is indented by.
    fn line(self, offset: u32) -> (u32, &'static str, String) {
        let text = self.document.text();
        let before = text.get(..offset as usize).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let rest = text.get(start..).unwrap_or_default();
        let indent: String = rest
            .chars()
            .take_while(|char| matches!(char, ' ' | '\t'))
            .collect();
        let newline = if before.ends_with("\r\n") || text.contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        };
        (start as u32, newline, indent)
    }
}
