//! Many edits of one file, in time linear in their number.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::address::AddressStep;
use super::{Address, EditError, Editor, Fragment, NewItem};
use crate::rewrite::{Line, Lines, Splice};
use crate::tree::{BlockId, BodyId, ExprId, Item, Node, TextRange};

/// Edits of a file, each of what the ones before it left.
///
/// An [`Editor`] parses its source after each edit. A batch makes edits of different parts together, and parses the source
/// only when an edit may concern what an earlier one changed. The result is the same.
///
/// # Examples
///
/// ```
/// use hcl2_native::edit::{Batch, Editor, Fragment};
///
/// let mut editor = Editor::parse("a = 1\nb = 2\nc = 3\n")?;
/// let mut batch = Batch::new(&mut editor);
/// batch.set(&"a".parse()?, &Fragment::expression("5")?)?;
/// batch.remove(&"b".parse()?)?;
/// batch.edit(|editor| editor.rename(&"c".parse()?, "d"))?;
/// batch.finish()?;
/// assert_eq!(editor.text(), "a = 5\nd = 3\n");
/// # Ok::<(), hcl2_native::edit::EditError>(())
/// ```
#[derive(Debug)]
pub struct Batch<'e> {
    editor: &'e mut Editor,
    round: Round,
}

/// Edits that are made together, and what was found in the tree for them.
#[derive(Debug, Default)]
struct Round {
    edits: Vec<Edit>,
    splices: Vec<Splice>,
    /// The ends of the replaced ranges, by their starts.
    replaced: BTreeMap<u32, u32>,
    /// The places where attributes are added, and these by their bodies.
    places: BTreeMap<u32, BodyId>,
    added: HashSet<(BodyId, String)>,
    /// The ends of the removed lines that follow each other, by the first of them.
    gone: BTreeMap<usize, usize>,
    lines: Option<Arc<Lines>>,
    items: HashMap<BodyId, HashMap<String, Vec<Node>>>,
    parts: HashMap<ExprId, Parts>,
    /// The line from which on a body has no attributes, if attributes can be added to it line by line.
    ends: HashMap<BodyId, Option<(u32, String)>>,
}

/// An edit that can be made again.
#[derive(Clone, Debug)]
enum Edit {
    Set(Address, Fragment),
    Remove(Address),
}

/// The parts of a list, an object or a call, and those with a key by it.
#[derive(Debug)]
struct Parts {
    nodes: Vec<Node>,
    by_key: HashMap<String, Vec<usize>>,
}

/// A part, with the number of labels of a block that an address names.
#[derive(Clone, Copy)]
struct Place {
    node: Node,
    labels: usize,
}

impl<'e> Batch<'e> {
    /// Starts a batch. Nothing is certain to be changed before it is [finished](Self::finish).
    pub fn new(editor: &'e mut Editor) -> Self {
        Self {
            editor,
            round: Round::default(),
        }
    }

    /// Sets a value as [`Editor::set`] does.
    ///
    /// # Errors
    ///
    /// Those of [`Editor::set`], for this edit or one before it.
    pub fn set(&mut self, address: &Address, value: &Fragment) -> Result<(), EditError> {
        self.try_twice(Edit::Set(address.clone(), value.clone()))
    }

    /// Sets a value as [`Editor::create`] does.
    ///
    /// # Errors
    ///
    /// Those of [`Editor::create`], for this edit or one before it.
    pub fn create(&mut self, address: &Address, value: &Fragment) -> Result<(), EditError> {
        let edit = Edit::Set(address.clone(), value.clone());
        if self.plain(address).is_some_and(|found| !found.is_empty()) && self.add(&edit) {
            self.round.edits.push(edit);
            return Ok(());
        }
        self.edit(|editor| editor.create(address, value))
    }

    /// Removes what [`Editor::remove`] does.
    ///
    /// # Errors
    ///
    /// Those of [`Editor::remove`], for this edit or one before it.
    pub fn remove(&mut self, address: &Address) -> Result<(), EditError> {
        self.try_twice(Edit::Remove(address.clone()))
    }

    /// Makes any other edit.
    ///
    /// # Errors
    ///
    /// Those of the edit, or of one before it.
    pub fn edit(&mut self, edit: impl FnOnce(&mut Editor) -> Result<(), EditError>) -> Result<(), EditError> {
        self.flush()?;
        edit(self.editor)
    }

    /// Makes the edits that are not made yet.
    ///
    /// # Errors
    ///
    /// Those of the edits. The ones before the first that fails are made.
    pub fn finish(mut self) -> Result<(), EditError> {
        self.flush()
    }

    fn try_twice(&mut self, edit: Edit) -> Result<(), EditError> {
        if !self.add(&edit) {
            self.flush()?;
            if !self.add(&edit) {
                self.round = Round::default();
                return edit.make(self.editor);
            }
        }
        self.round.edits.push(edit);
        Ok(())
    }

    /// Makes the edits of the round.
    fn flush(&mut self) -> Result<(), EditError> {
        let Round { edits, splices, .. } = std::mem::take(&mut self.round);
        if splices.is_empty() || self.editor.splice(splices).is_ok() {
            return Ok(());
        }
        // One of them fails; the editor says which.
        edits.iter().try_for_each(|edit| edit.make(self.editor))
    }

    /// Adds an edit to the round if that cannot make a difference.
    fn add(&mut self, edit: &Edit) -> bool {
        match edit {
            Edit::Set(address, value) => self.add_set(address, value),
            Edit::Remove(address) => self.add_removal(address),
        }
    }

    fn add_set(&mut self, address: &Address, value: &Fragment) -> bool {
        let Some(found) = self.plain(address) else {
            return false;
        };
        if found.is_empty() {
            return self.add_attribute(address, value).is_some();
        }
        let values: Option<Vec<ExprId>> = found.iter().map(|node| self.editor.value_of(*node)).collect();
        let Some(values) = values else { return false };
        let ranges: Vec<TextRange> = values
            .iter()
            .map(|value| self.editor.file.expr_range(*value))
            .collect();
        if ranges.iter().any(|range| self.round.touches(*range)) {
            return false;
        }
        for range in ranges {
            let text = self.editor.with_line_endings(value.as_str().to_owned());
            self.round.replace(range, text);
        }
        true
    }

    /// Adds an attribute behind the others of its body, on a line of its own.
    fn add_attribute(&mut self, address: &Address, value: &Fragment) -> Option<()> {
        let (parent, AddressStep::Name(name)) = address.split_last()? else {
            return None;
        };
        let parents = self.plain(&parent)?;
        let [node @ (Node::Body(_) | Node::Block(_))] = parents.as_slice() else {
            return None;
        };
        let (node, name) = (*node, name.clone());
        let slot = self.editor.body_at(node)?.0;
        if self.round.added.contains(&(slot, name.clone())) {
            return None;
        }
        let item = NewItem::attribute(&name, value).ok()?;
        if !self.round.ends.contains_key(&slot) {
            let end = self.end_of_attributes(node);
            self.round.ends.insert(slot, end);
        }
        let (at, indentation) = self.round.ends.get(&slot)?.clone()?;
        if self.round.touches_replaced(TextRange::empty(at)) {
            return None;
        }
        let text = super::fragment::indented(&item.text, &indentation);
        self.round.added.insert((slot, name));
        self.round.places.insert(at, slot);
        let text = self.editor.with_line_endings(text);
        self.round.splices.push((TextRange::empty(at), text));
        Some(())
    }

    /// Returns where attributes are added to a body, and with which indentation, if they need nothing besides.
    fn end_of_attributes(&mut self, node: Node) -> Option<(u32, String)> {
        const NAME: &str = "x = 1\n";
        let slot = self.editor.after_last_attribute(node)?;
        let lines = self.lines();
        let item = NewItem {
            text: NAME.to_owned(),
            is_block: false,
        };
        let mut splices = self.editor.insertion_in(&lines, &slot, &item);
        let (range, text) = splices.pop()?;
        let text = text.replace("\r\n", "\n");
        let indentation = text.strip_suffix(NAME)?;
        let is_plain =
            splices.is_empty() && range.is_empty() && indentation.trim_matches([' ', '\t']).is_empty();
        is_plain.then(|| (range.start, indentation.to_owned()))
    }

    fn add_removal(&mut self, address: &Address) -> bool {
        let has_position = address
            .steps()
            .iter()
            .any(|step| matches!(step, AddressStep::Index(_)));
        if has_position {
            return false;
        }
        let Some(found) = self.plain(address) else {
            return false;
        };
        let [node @ (Node::Attribute(_) | Node::Block(_))] = found.as_slice() else {
            return false;
        };
        let range = self.editor.file.node_range(*node);
        let lines = self.lines();
        if !self.editor.stands_alone(&lines, range, &[]) {
            return false;
        }
        let mut removed = vec![lines.belonging_to(range)];
        let own = removed[0].clone();
        let (before, after) = (self.round.before(own.start), self.round.after(own.end));
        let closes = |line: Line| {
            let text = self.editor.file.str(line.range);
            text.trim_start().starts_with('}')
        };
        let ends = lines
            .get(after)
            .is_none_or(|line| line.is_blank() || closes(line));
        if lines.is_blank_before(before) && ends {
            removed.push(before - 1..before);
        } else if before == 0 && lines.get(after).is_some_and(Line::is_blank) {
            removed.push(after..after + 1);
        }
        let near = TextRange::new(
            lines.range(&(before.saturating_sub(1)..before)).start,
            lines.range(&(after..after + 1)).end,
        );
        let ranges: Vec<TextRange> = removed.iter().map(|own| lines.range(own)).collect();
        let is_apart = |range: &TextRange| !self.round.overlaps(*range);
        if self.round.places.range(near.start..=near.end).next().is_some() || !ranges.iter().all(is_apart) {
            return false;
        }
        for (lines, range) in removed.into_iter().zip(ranges) {
            self.round.remove_lines(lines);
            self.round.replace(range, String::new());
        }
        true
    }

    fn lines(&mut self) -> Arc<Lines> {
        let file = &self.editor.file;
        Arc::clone(self.round.lines.get_or_insert_with(|| Arc::new(Lines::of(file))))
    }

    /// Returns what an address selects, unless it has other steps than names and positions.
    fn plain(&mut self, address: &Address) -> Option<Vec<Node>> {
        let mut places = vec![Place {
            node: self.editor.file.root_node(),
            labels: 0,
        }];
        for step in address.steps() {
            places = match step {
                AddressStep::Name(name) => {
                    let mut found = Vec::new();
                    for place in places {
                        self.named(place, name, &mut found);
                    }
                    found
                }
                AddressStep::Index(index) => {
                    let are_blocks = places.iter().all(|place| matches!(place.node, Node::Block(_)));
                    match places.as_slice() {
                        // Positions count what is left.
                        _ if are_blocks && !(self.round.gone.is_empty() && self.round.places.is_empty()) => {
                            return None;
                        }
                        [] => Vec::new(),
                        [place] if !are_blocks => self.at(place.node, *index).into_iter().collect(),
                        [first, ..] if are_blocks && self.are_neighbours(first, &places) => {
                            places.get(*index).copied().into_iter().collect()
                        }
                        _ => return None,
                    }
                }
                _ => return None,
            };
        }
        Some(places.into_iter().map(|place| place.node).collect())
    }

    /// Returns whether blocks are those of one body, as far as names tell: those of the root.
    fn are_neighbours(&mut self, first: &Place, places: &[Place]) -> bool {
        let Node::Block(block) = first.node else {
            return false;
        };
        let Node::Body(root) = self.editor.file.root_node() else {
            return false;
        };
        let block_type = self
            .editor
            .file
            .str(self.editor.file.block(block).block_type)
            .to_owned();
        let of_root = self.items(root).get(&block_type).map_or(0, Vec::len);
        first.labels == 0 && of_root == places.len()
    }

    /// Adds the parts of a place with a name.
    fn named(&mut self, place: Place, name: &str, found: &mut Vec<Place>) {
        let mut items = |batch: &mut Self, body: BodyId| {
            let items = batch.items(body).get(name).into_iter().flatten();
            found.extend(items.map(|node| Place {
                node: *node,
                labels: 0,
            }));
        };
        match place.node {
            Node::Body(body) => items(self, body),
            Node::Block(block) => match self.label(block, place.labels) {
                Some(label) if label == name => found.push(Place {
                    labels: place.labels + 1,
                    ..place
                }),
                Some(_) => {}
                None => {
                    if let Some((body, _)) = self.editor.body_at(place.node) {
                        items(self, body);
                    }
                }
            },
            node => {
                let Some(parts) = self.parts(node) else { return };
                let with_key = parts.by_key.get(name).into_iter().flatten();
                found.extend(with_key.filter_map(|index| {
                    let node = *parts.nodes.get(*index)?;
                    Some(Place { node, labels: 0 })
                }));
            }
        }
    }

    fn at(&mut self, node: Node, index: usize) -> Option<Place> {
        let node = *self.parts(node)?.nodes.get(index)?;
        Some(Place { node, labels: 0 })
    }

    fn label(&self, block: BlockId, index: usize) -> Option<&str> {
        let labels = self.editor.file.labels(self.editor.file.block(block).labels);
        labels.get(index).map(|label| self.editor.file.text(label.text))
    }

    /// Returns the attributes and blocks of a body by their names.
    fn items(&mut self, body: BodyId) -> &HashMap<String, Vec<Node>> {
        let file = &self.editor.file;
        self.round.items.entry(body).or_insert_with(|| {
            let mut named: HashMap<String, Vec<Node>> = HashMap::new();
            for item in file.items(file.body(body).items) {
                let (node, name) = match *item {
                    Item::Attribute(attribute) => {
                        (Node::Attribute(attribute), file.attribute(attribute).name)
                    }
                    Item::Block(block) => (Node::Block(block), file.block(block).block_type),
                    Item::Duplicate(_) | Item::Error(_) => continue,
                };
                named.entry(file.str(name).to_owned()).or_default().push(node);
            }
            named
        })
    }

    /// Returns the parts of the value of a node.
    fn parts(&mut self, node: Node) -> Option<&Parts> {
        let editor = &*self.editor;
        let expr = editor.unwrapped(editor.value_of(node)?);
        Some(self.round.parts.entry(expr).or_insert_with(|| {
            let is_part = |node: &Node| matches!(node, Node::Expr(_) | Node::ObjectItem(_) | Node::Part(_));
            let children = editor.file.children(Node::Expr(expr));
            let nodes: Vec<Node> = children.into_iter().filter(is_part).collect();
            let mut by_key: HashMap<String, Vec<usize>> = HashMap::new();
            for (index, node) in nodes.iter().enumerate() {
                if let Node::ObjectItem(item) = node
                    && let Some(key) = editor.key_of(*item)
                {
                    by_key.entry(key).or_default().push(index);
                }
            }
            Parts { nodes, by_key }
        }))
    }
}

impl Round {
    fn replace(&mut self, range: TextRange, text: String) {
        let end = self.replaced.entry(range.start).or_default();
        *end = range.end.max(*end);
        self.splices.push((range, text));
    }

    /// Returns whether a range meets or touches one that is replaced, or a place where an attribute is added.
    fn touches(&self, range: TextRange) -> bool {
        self.touches_replaced(range) || self.places.range(range.start..=range.end).next().is_some()
    }

    fn touches_replaced(&self, range: TextRange) -> bool {
        let before = self.replaced.range(..=range.end).next_back();
        before.is_some_and(|(_, end)| *end >= range.start)
    }

    /// Returns whether a range has bytes that are replaced, or a place within.
    fn overlaps(&self, range: TextRange) -> bool {
        let before = self.replaced.range(..range.end).next_back();
        before.is_some_and(|(_, end)| *end > range.start)
    }

    /// Returns the first of the removed lines that end before a line, or else the line.
    fn before(&self, line: usize) -> usize {
        let last = self.gone.range(..line).next_back();
        last.filter(|(_, end)| **end == line)
            .map_or(line, |(start, _)| *start)
    }

    /// Returns the line behind the removed lines that begin with a line, or else the line.
    fn after(&self, line: usize) -> usize {
        self.gone.get(&line).copied().unwrap_or(line)
    }

    fn remove_lines(&mut self, lines: std::ops::Range<usize>) {
        let (start, end) = (self.before(lines.start), self.after(lines.end));
        self.gone.remove(&lines.end);
        self.gone.insert(start, end);
    }
}

impl Edit {
    fn make(&self, editor: &mut Editor) -> Result<(), EditError> {
        match self {
            Self::Set(address, value) => editor.set(address, value),
            Self::Remove(address) => editor.remove(address),
        }
    }
}
