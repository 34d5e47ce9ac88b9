//! The declarations in the folders of an editor.

use crate::navigation::Location;
use crate::workspace::Workspace;

/// The largest number of declarations that a search returns.
const MAX_FOUND: usize = 1_000;

/// A declaration in a file of a folder.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// The address, such as `var.size` or `aws_instance.web`.
    pub name: String,
    /// The type of the block that it is in.
    pub block_type: String,
    /// Its header.
    pub location: Location,
}

impl Workspace {
    /// Returns the declarations in the folders whose names have the characters of a query in this order; the best ones first.
    #[must_use]
    pub fn declarations(&self, query: &str) -> Vec<Declaration> {
        let query = query.to_lowercase();
        self.indexed(|files| {
            let declared = files.values().flat_map(|file| {
                file.declarations
                    .iter()
                    .map(move |declaration| (&file.source, declaration))
            });
            let mut found: Vec<_> = declared
                .filter_map(|(source, declaration)| {
                    let rank = rank(&query, &declaration.0.to_lowercase())?;
                    Some((rank, &declaration.0, source, declaration))
                })
                .collect();
            found.sort_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)));
            found.truncate(MAX_FOUND);
            let found = found
                .into_iter()
                .map(|(_, _, source, (name, block_type, span))| Declaration {
                    name: name.clone(),
                    block_type: block_type.clone(),
                    location: Location {
                        source: source.clone(),
                        span: *span,
                    },
                });
            found.collect()
        })
    }
}

/// Returns how badly a name fits a query: `None` if it lacks its characters.
fn rank(query: &str, name: &str) -> Option<u8> {
    if name == query || name.split('.').any(|part| part == query) {
        return Some(0);
    }
    if name.contains(query) {
        return Some(1);
    }
    let mut characters = name.chars();
    let is_within = query
        .chars()
        .all(|wanted| characters.any(|character| character == wanted));
    is_within.then_some(2)
}
