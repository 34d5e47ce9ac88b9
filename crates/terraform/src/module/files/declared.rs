//! What the files of another product's language declare together.

use std::collections::{BTreeSet, HashMap};

use hcl2_diagnostics::Span;
use hcl2_model::{Block, BodyContent, Name};

use super::super::ModuleFile;
use super::with_arguments;
use crate::table::{Bare, COMPUTED_NAME, Language, Pack, Rest, Root};

/// What the files of a language declare.
pub(super) struct Declared<'p> {
    pub(super) pack: &'p Pack,
    /// The blocks of all files, and the arguments beside them.
    pub(super) contents: Vec<BodyContent>,
    /// The names of everything in the files.
    written: BTreeSet<Name>,
}

impl<'p> Declared<'p> {
    pub(super) fn of(files: impl Iterator<Item = &'p ModuleFile> + Clone, pack: &'p Pack) -> Self {
        let schema = pack.body.schema(Language::default());
        let content = |file: &ModuleFile| {
            if pack.body.rest == Rest::Nothing {
                return file.body.content(&schema).value;
            }
            file.body.content(&with_arguments(&file.body, &schema)).value
        };
        let mut written = BTreeSet::new();
        for file in files.clone() {
            let schema = file.body.implied_schema();
            written.extend(schema.attributes.into_iter().map(|own| own.name));
            written.extend(schema.blocks.into_iter().map(|own| own.block_type));
        }
        Self {
            pack,
            contents: files.map(content).collect(),
            written,
        }
    }

    /// Returns the blocks of some types.
    pub(super) fn blocks(&self, types: &[&str]) -> impl Iterator<Item = &Block> {
        let all = self.contents.iter().flat_map(|content| &content.blocks);
        all.filter(move |block| types.contains(&block.block_type.as_str()))
    }

    /// Returns the first blocks of each type with each list of labels.
    pub(super) fn firsts(&self) -> HashMap<(&Name, Vec<&Name>), Span> {
        let mut firsts = HashMap::new();
        for block in self.contents.iter().flat_map(|content| &content.blocks) {
            let labels = block.labels.iter().map(|label| &label.text).collect();
            let first: &mut Span = firsts
                .entry((&block.block_type, labels))
                .or_insert(block.header_span);
            if block.header_span.source < first.source {
                *first = block.header_span;
            }
        }
        firsts
    }

    /// Returns the names of blocks of some types: their labels with dots between them. `None` if some are computed.
    pub(super) fn labels(&self, types: &[&str]) -> Option<BTreeSet<String>> {
        let name = |block: &Block| {
            let computed = block.body.attributes().value.get(COMPUTED_NAME).is_some();
            let labels: Vec<&str> = block.labels.iter().map(|label| label.text.as_str()).collect();
            (!computed || self.pack.bare.is_none()).then(|| labels.join("."))
        };
        self.blocks(types).map(name).collect()
    }

    /// Returns the paths of the objects after a root; `None` if other files may declare more.
    pub(super) fn objects(&self, root: &Root) -> Option<BTreeSet<String>> {
        if root.included_by.is_some_and(|block| self.written.contains(block)) {
            return None;
        }
        let mut paths = self.labels(root.labelled)?;
        for block in self.blocks(root.containing) {
            let attributes = block.body.attributes().value;
            paths.extend(
                attributes
                    .iter()
                    .map(|attribute| attribute.name.as_str().to_owned()),
            );
        }
        Some(paths)
    }

    /// Returns the names of variables that stand alone.
    pub(super) fn variables(&self, bare: &Bare) -> BTreeSet<String> {
        let labelled = self.labels(&[bare.variable]).unwrap_or_default();
        let arguments = self.contents.iter().flat_map(|content| content.attributes.iter());
        let arguments = arguments.map(|argument| argument.name.as_str().to_owned());
        let built_in = bare.variables.iter().map(|name| (*name).to_owned());
        labelled.into_iter().chain(arguments).chain(built_in).collect()
    }
}
