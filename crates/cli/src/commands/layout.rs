//! The layout of files that commands change.

use hcl2::Syntax;
use hcl2::diagnostics::{Source, SourceMap};
use hcl2::native::Style;
use hcl2_ide::format_source;

/// Returns the new content of a file, in the layout of `hcl2 fmt` if the old content is in it.
pub(super) fn kept(before: &Source, after: Vec<u8>, syntax: Syntax, style: Style) -> Vec<u8> {
    let is_formatted = || match format_source(before, syntax, style) {
        Ok(text) => text == before.bytes(),
        // What can be read of a file with errors may be in it.
        Err(_) => syntax == Syntax::Native && style.format(before.bytes()) == before.bytes(),
    };
    if after == before.bytes() || !is_formatted() {
        return after;
    }
    let changed = SourceMap::new().add(before.name(), after.clone()).ok();
    let formatted = changed.and_then(|changed| format_source(&changed, syntax, style).ok());
    formatted.unwrap_or(after)
}
