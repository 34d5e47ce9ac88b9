//! Whether what may be written at a place leaves valid syntax there.

use std::ops::Range;

use hcl2_diagnostics::SourceMap;
use hcl2_native::parse_file;
use hcl2_native::tree::{File, Item};

/// The source around a name that may be replaced: the attribute or block of the file that the name is in.
pub(crate) struct Fitting<'t> {
    before: &'t str,
    after: &'t str,
    /// The number of syntax errors as it is.
    errors: usize,
}

impl<'t> Fitting<'t> {
    pub(crate) fn new(text: &'t str, tree: &File, name: Range<u32>) -> Self {
        let (name_start, name_end) = (name.start as usize, name.end as usize);
        // What is before the last item that ends before the name, and behind the first one that starts after it, stays.
        let (mut start, mut end) = (0, text.len());
        let items = tree.root().body().map(|body| tree.items(tree.body(body).items));
        for item in items.unwrap_or_default() {
            let (from, to) = match item {
                Item::Attribute(id) | Item::Duplicate(id) => {
                    let attribute = tree.attribute(*id);
                    (attribute.name.start, attribute.end)
                }
                Item::Block(id) => {
                    let block = tree.block(*id);
                    (block.block_type.start, block.close_brace.end)
                }
                Item::Error(_) => continue,
            };
            if (to as usize) < name_start {
                start = to as usize;
            } else if from as usize > name_end {
                end = end.min(from as usize);
            }
        }
        let mut fitting = Self {
            before: &text[start..name_start],
            after: &text[name_end..end],
            errors: 0,
        };
        fitting.errors = fitting.errors_with(&text[name_start..name_end]);
        fitting
    }

    /// Returns whether a text in the place of the name adds no syntax error.
    pub(crate) fn fits(&self, written: &str) -> bool {
        self.errors_with(written) <= self.errors
    }

    fn errors_with(&self, name: &str) -> usize {
        let text = [self.before, name, self.after].concat();
        let Ok(source) = SourceMap::new().add("completed", text) else {
            return usize::MAX;
        };
        let problems = parse_file(&source).diagnostics;
        problems.iter().filter(|problem| problem.is_error()).count()
    }
}
