//! Editing files in JSON syntax: changes that leave every other byte as it is.

mod blocks;
mod change;
mod layout;
mod outline;
mod references;
mod select;

use hcl2_diagnostics::{Diagnostics, Error, Source};
use hcl2_json::{Node, NodeId, Tree, parse_tree};
use hcl2_native::edit::{Address, AddressStep, Bounds, EditError};
use hcl2_native::tree::TextRange;

/// A file in JSON syntax under edit, by the addresses of [`edit`](crate::edit).
///
/// Properties are what names lead to: those of objects, and of the objects in an array, as several blocks of one type are
/// written. A position selects an element of an array; where one block is written without an array, it is at position 0.
/// A condition applies to blocks by their bodies, below as many labels as it takes to find what it is about.
///
/// An edit changes the source and parses it again. If the result has errors, the edit fails and changes nothing.
///
/// # Examples
///
/// ```
/// use hcl2::edit::JsonEditor;
/// use hcl2::edit::Fragment;
///
/// let mut editor = JsonEditor::parse("{\n  \"server\": {\n    \"web\": { \"port\": 80 }\n  }\n}\n")?;
/// editor.set("server.web.port", Fragment::expression("base + 80")?)?;
/// editor.define("server.web.name", "w")?;
/// assert_eq!(
///     editor.text(),
///     "{\n  \"server\": {\n    \"web\": { \"port\": \"${base + 80}\", \"name\": \"w\" }\n  }\n}\n"
/// );
/// # Ok::<(), hcl2::edit::EditError>(())
/// ```
#[derive(Clone, Debug)]
pub struct JsonEditor {
    tree: Tree,
    bounds: Bounds,
}

/// A part of a file in JSON syntax that an address selects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonSelection {
    /// The value, in the tree that is current until the next edit.
    pub node: NodeId,
    /// The name of the property with this value.
    pub name: Option<NodeId>,
    /// The address of this part alone: without `*`.
    pub address: Address,
    /// The object or array that holds it, and its position there.
    within: Option<(NodeId, usize)>,
    /// The outermost array that the last names led through.
    through: Option<NodeId>,
}

impl JsonEditor {
    /// Parses a source.
    ///
    /// # Errors
    ///
    /// [`EditError::Fragment`] with the problems of the source, whose codes are those of `hcl2::json` and `hcl2::source`.
    pub fn parse(text: impl Into<Vec<u8>>) -> Result<Self, EditError> {
        Self::named("document", text)
    }

    /// Parses a source; `name` appears in messages.
    ///
    /// # Errors
    ///
    /// Those of [`parse`](Self::parse).
    pub fn named(name: &str, text: impl Into<Vec<u8>>) -> Result<Self, EditError> {
        let source = source(name, text.into())?;
        Self::from_source(&source)
    }

    /// Creates an editor of a source.
    ///
    /// # Errors
    ///
    /// Those of [`parse`](Self::parse).
    pub fn from_source(source: &Source) -> Result<Self, EditError> {
        let wrong = |diagnostics: Diagnostics| EditError::Fragment {
            expected: "a file without errors",
            problems: Error::new(diagnostics).with_sources(source.clone()),
        };
        source
            .require_text()
            .map_err(|problem| wrong((*problem).into()))?;
        let tree = parse_tree(source).into_result().map_err(wrong)?;
        let bounds = Bounds::default();
        Ok(Self { tree, bounds })
    }

    /// Returns the source in its current state.
    #[must_use]
    pub fn text(&self) -> &str {
        self.tree.source().text().unwrap_or_default()
    }

    /// Returns the tree in its current state.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Returns the first part that an address selects.
    fn only(&self, address: &Address) -> Result<JsonSelection, EditError> {
        let found = self.select(address).into_iter().next();
        found.ok_or_else(|| self.not_found(address))
    }

    /// Returns the error for an address that selects nothing.
    fn not_found(&self, address: &Address) -> EditError {
        EditError::not_found(address, &|address| {
            let found = self.select(address).into_iter();
            found.map(|found| found.address).collect()
        })
    }

    fn node(&self, selection: &JsonSelection) -> Node<'_> {
        self.tree.node(selection.node)
    }

    /// Replaces a range of the source, unless the result would have errors.
    fn splice(&mut self, range: std::ops::Range<u32>, text: &str) -> Result<(), EditError> {
        self.splice_all([(range, text.to_owned())])
    }

    /// Replaces ranges of the source in their order, unless the result would have errors.
    fn splice_all(
        &mut self,
        splices: impl IntoIterator<Item = (std::ops::Range<u32>, String)>,
    ) -> Result<(), EditError> {
        let before = self.text();
        let (mut changed, mut end) = (String::with_capacity(before.len()), 0);
        let mut lengths = Vec::new();
        for (range, text) in splices {
            lengths.push((TextRange::new(range.start, range.end), text.len()));
            changed += before.get(end..range.start as usize).unwrap_or_default();
            changed += &text;
            end = range.end as usize;
        }
        changed += before.get(end..).unwrap_or_default();
        self.tree = parsed(self.tree.source().name(), changed)?;
        self.bounds.follow(&lengths);
        Ok(())
    }
}

/// Parses a source that must have no errors.
fn parsed(name: &str, text: String) -> Result<Tree, EditError> {
    let source = source(name, text.into_bytes())?;
    let parsed = parse_tree(&source).into_result();
    parsed.map_err(|diagnostics| EditError::Broken(Error::new(diagnostics).with_sources(source)))
}

fn source(name: &str, text: Vec<u8>) -> Result<Source, EditError> {
    Source::new(name, text).map_err(|_| EditError::Fragment {
        expected: "a source of at most 4 GiB",
        problems: Error::new(Diagnostics::new()),
    })
}

/// Returns the address of a property, or of an element, in what is at `address`.
fn part(address: &Address, name: Option<&str>, position: usize) -> Address {
    address.then(match name {
        Some(name) => AddressStep::Name(name.to_owned()),
        None => AddressStep::Index(position),
    })
}
