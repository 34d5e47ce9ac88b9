//! Sources after the edits of renames and actions.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hcl2_diagnostics::Source;
use hcl2_ide::FileEdits;
use hcl2_native::edit::spliced;
use hcl2_native::tree::TextRange;

/// Returns the new text of each file by its path in the directory of all documents. Each must be parsed without errors.
pub(crate) fn applied(edits: &BTreeMap<PathBuf, FileEdits>) -> Vec<(String, String)> {
    let files = edits.iter().map(|(path, file)| {
        let splices = file.edits.iter().map(|edit| {
            let range = TextRange::new(edit.span.start, edit.span.end);
            (range, edit.text.as_str())
        });
        let text = String::from_utf8(spliced(file.source.bytes(), splices.collect())).expect("text");
        let source = Source::new("edited", text.as_str()).expect("a short text");
        let problems = hcl2_native::parse_file(&source).diagnostics;
        assert!(!problems.has_errors(), "{text}");
        let name = path
            .strip_prefix(Path::new(super::ROOT))
            .expect("a file of the workspace");
        (name.display().to_string(), text)
    });
    files.collect()
}
