//! Moving a block to another file of its module.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hcl2_diagnostics::Source;
use hcl2_native::edit::lines_of;
use hcl2_native::tree::{Node, TextRange};
use hcl2_project::{Files, MAX_FILE_BYTES};
use hcl2_terraform::table::FileKind;

use super::{Action, ActionKind, Selected};
use crate::format::Edit;
use crate::rename::FileEdits;

/// The files that modules usually have, by the blocks in them.
const USUAL: &[(&str, &str)] = &[
    ("variable", "variables"),
    ("output", "outputs"),
    ("locals", "locals"),
    ("provider", "providers"),
    ("terraform", "versions"),
    ("data", "data"),
    ("moved", "moved"),
    ("import", "imports"),
];

/// The characters of line endings.
const LINE_ENDS: [char; 2] = ['\r', '\n'];

/// The largest number of files that a block can be moved to.
const MAX_FILES: usize = 10;

/// Returns the actions that move the block whose header the range is in to another file, the usual one for its type first.
pub(super) fn actions(selected: Selected<'_>) -> Vec<Action> {
    let document = selected.document.path();
    let Some(FileKind::Module {
        is_override: false, ..
    }) = FileKind::of_path(document)
    else {
        return Vec::new();
    };
    let Some((block_type, range)) = block(selected) else {
        return Vec::new();
    };
    let targets = targets(selected, &block_type, document);
    let actions = targets
        .into_iter()
        .filter_map(|path| moved(selected, range, path));
    actions.collect()
}

/// Returns the type of the block whose header the range is in, and its lines.
fn block(selected: Selected<'_>) -> Option<(String, TextRange)> {
    let tree = selected.tree;
    let [id] = selected.blocks()[..] else { return None };
    let block = tree.block(id);
    let is_header = block.has_body && selected.range.start <= tree.node_range(Node::Body(block.body)).start;
    let lines = lines_of(tree, tree.block_range(id));
    // Nothing else is on the lines.
    let items = tree.items(tree.body(tree.root().body()?).items).iter();
    let others = items.filter(|item| {
        let range = selected.item_range(**item);
        range.start < lines.end && lines.start < range.end
    });
    let is_alone = others.count() == 1;
    (is_header && is_alone).then(|| (tree.str(block.block_type).to_owned(), lines))
}

/// Returns the files that a block can be moved to: the usual one for its type, then those beside its own.
fn targets(selected: Selected<'_>, block_type: &str, document: &Path) -> Vec<PathBuf> {
    let (Some(directory), Some(ending)) = (document.parent(), document.extension()) else {
        return Vec::new();
    };
    let usual = USUAL.iter().find(|(own, _)| *own == block_type);
    let usual = usual.map(|(_, name)| directory.join(name).with_extension(ending));
    let is_target = |path: &PathBuf| {
        let kind = FileKind::of_path(path);
        let is_of_module = matches!(
            kind,
            Some(FileKind::Module {
                is_override: false,
                ..
            })
        );
        is_of_module && path.extension() == Some(ending) && path != document
    };
    let mut others = selected.workspace.overlay().list(directory).unwrap_or_default();
    let named = |path: PathBuf| Some(directory.join(path.file_name()?));
    others = others.into_iter().filter_map(named).collect();
    others.sort();
    let mut all: Vec<PathBuf> = usual.into_iter().filter(is_target).collect();
    for other in others.into_iter().filter(is_target) {
        if !all.contains(&other) {
            all.push(other);
        }
    }
    all.truncate(MAX_FILES);
    all
}

/// Returns the action that moves lines of the document to the end of another file.
fn moved(selected: Selected<'_>, lines: TextRange, target: PathBuf) -> Option<Action> {
    let name = target.file_name()?.to_str()?.to_owned();
    let text = selected.document.text();
    let (_, newline, _) = selected.line(lines.start);
    let own = text.get(lines.start as usize..lines.end as usize)?;
    let block = format!("{}{newline}", own.trim_end_matches(LINE_ENDS));
    let before = text.get(..lines.start as usize)?.trim_end_matches(LINE_ENDS);
    let rest = text.get(lines.end as usize..)?.trim_start_matches(LINE_ENDS);
    // The blank line that separated the block from others goes with it.
    let (start, end) = match rest.is_empty() {
        true => (before.len() as u32, text.len() as u32),
        false => (lines.start, (text.len() - rest.len()) as u32),
    };
    let replaced = match rest.is_empty() && !before.is_empty() {
        true => newline.to_owned(),
        false => String::new(),
    };
    let removed = TextRange::new(start, end);
    let title = format!("Move to `{name}`");
    let mut action = selected.action(title, ActionKind::Move, vec![(removed, replaced)]);
    let source = match selected.workspace.document(&target) {
        Some(open) => Some(open.source().clone()),
        None => {
            let bytes = selected.workspace.overlay().read(&target, MAX_FILE_BYTES).ok();
            bytes.and_then(|bytes| Source::new(target.display().to_string(), bytes).ok())
        }
    };
    match source {
        Some(source) => {
            let existing = source.text()?;
            let separator = match existing {
                "" => String::new(),
                text if text.ends_with('\n') => newline.to_owned(),
                _ => newline.repeat(2),
            };
            let end = existing.len() as u32;
            let edit = Edit {
                span: source.span_of(end, end),
                text: format!("{separator}{block}"),
            };
            let edits = FileEdits {
                source,
                edits: vec![edit],
            };
            action.edits.insert(target, edits);
        }
        None => action.created = BTreeMap::from([(target, block)]),
    }
    Some(action)
}
