//! Moving blocks into a module of their own.
//!
//! [`crossing`] finds the references into and out of the blocks, [`providers`] the configurations that they need, and [`written`]
//! is the text of the files of the new module. [`verified`] refuses a module after which a check finds more than before.

mod crossing;
mod providers;
mod verified;
mod written;

use std::collections::BTreeMap;
use std::path::PathBuf;

use hcl2_diagnostics::Source;
use hcl2_native::edit::{lines_of, spliced};
use hcl2_native::tree::{BlockId, Item, TextRange};
use hcl2_project::Files;
use hcl2_terraform::Address;
use hcl2_terraform::table::{FileKind, roots};

use super::extract::free;
use super::{Action, ActionKind, Selected};
use crate::format::{Edit, format_source};
use crate::rename::FileEdits;
use crossing::Crossing;

/// The types of blocks with objects for which a module is made.
const OBJECTS: [&str; 4] = [roots::RESOURCE, roots::DATA, roots::EPHEMERAL, roots::MODULE];

/// The types of blocks that may come along.
const OTHERS: [&str; 2] = ["locals", roots::CHECK];

/// The names that say nothing about a resource.
const GENERIC: [&str; 4] = ["this", "main", "default", "example"];

/// The directory of the modules of a module.
const DIRECTORY: &str = "modules";

/// The length of files up to which the references in them are looked up each time the selection changes.
const MAX_BYTES: usize = 500_000;

/// Returns the action that moves the selected blocks into a new module, or says why it cannot.
pub(super) fn action(selected: Selected<'_>) -> Option<Action> {
    let blocks = blocks(selected)?;
    let name = name(selected, &blocks)?;
    let mut action = Action {
        title: format!("Extract to the module `{name}`"),
        kind: ActionKind::Extract,
        edits: BTreeMap::new(),
        created: BTreeMap::new(),
        deleted: Vec::new(),
        refused: None,
    };
    let extracted = movable(selected, &blocks).and_then(|()| extracted(selected, &blocks, &name));
    let extracted =
        extracted.and_then(
            |(edits, created)| match verified::problem(selected, &edits, &created) {
                Some(problem) => Err(problem),
                None => Ok((edits, created)),
            },
        );
    match extracted {
        Ok((edits, created)) => (action.edits, action.created) = (edits, created),
        Err(reason) => action.refused = Some(reason),
    }
    Some(action)
}

/// Returns the blocks that the range contains, if it is not within one and at least one has objects.
fn blocks(selected: Selected<'_>) -> Option<Vec<BlockId>> {
    let (tree, text) = (selected.tree, selected.document.text());
    let kind = FileKind::of_path(selected.document.path());
    let Some(FileKind::Module {
        is_override: false, ..
    }) = kind
    else {
        return None;
    };
    let written = text.get(selected.range.start as usize..selected.range.end as usize)?;
    let start = selected.range.start + (written.len() - written.trim_start().len()) as u32;
    let end = start + written.trim().len() as u32;
    if start >= end || text.len() > MAX_BYTES {
        return None;
    }
    let mut blocks = Vec::new();
    for item in tree.items(tree.body(tree.root().body()?).items) {
        let range = selected.item_range(*item);
        if range.end <= start || end <= range.start {
            continue;
        }
        let Item::Block(block) = item else { return None };
        if range.start < start || end < range.end {
            return None;
        }
        blocks.push(*block);
    }
    let mut types = blocks.iter().map(|block| tree.str(tree.block(*block).block_type));
    types.any(|ty| OBJECTS.contains(&ty)).then_some(blocks)
}

/// Fails for blocks that must stay in their module.
fn movable(selected: Selected<'_>, blocks: &[BlockId]) -> Result<(), String> {
    let mut types = blocks
        .iter()
        .map(|block| selected.tree.str(selected.tree.block(*block).block_type));
    match types.find(|ty| !OBJECTS.contains(ty) && !OTHERS.contains(ty)) {
        Some(ty) => Err(format!(
            "A block `{ty}` must stay in its module. Select resources, data sources, module calls, checks and locals alone."
        )),
        None => Ok(()),
    }
}

/// Returns the name of the new module: that of its first object.
fn name(selected: Selected<'_>, blocks: &[BlockId]) -> Option<String> {
    let tree = selected.tree;
    let mut labels = blocks.iter().filter_map(|block| {
        let block = tree.block(*block);
        let labels = tree.labels(block.labels);
        let labels: Vec<&str> = labels.iter().map(|label| tree.text(label.text)).collect();
        OBJECTS.contains(&tree.str(block.block_type)).then_some(labels)
    });
    let base = match labels.next()?[..] {
        [ty, name] if GENERIC.contains(&name) => short(ty).to_owned(),
        [.., name] => name.to_owned(),
        [] => return None,
    };
    let module = selected.workspace.module_of(selected.document)?;
    let directory = selected.document.path().parent()?.join(DIRECTORY);
    let is_taken = |name: &str| {
        let directory = directory.join(name);
        let mut open = selected.workspace.paths();
        module.calls.named(name).is_some()
            || selected.workspace.overlay().kind(&directory).is_some()
            || open.any(|path| path.starts_with(&directory))
    };
    let name = free(&base, is_taken);
    Address::Module(base.as_str().into())
        .accepts(&name)
        .then_some(name)
}

/// Returns the type of a resource without the name of its provider.
fn short(ty: &str) -> &str {
    ty.split_once('_').map_or(ty, |(_, rest)| rest)
}

type Changes = (BTreeMap<PathBuf, FileEdits>, BTreeMap<PathBuf, String>);

/// Returns the edits of existing files, and the new files.
fn extracted(selected: Selected<'_>, blocks: &[BlockId], name: &str) -> Result<Changes, String> {
    let (tree, document) = (selected.tree, selected.document);
    let crossing = Crossing::of(selected, blocks, name)?;
    let needed = providers::needed(selected, blocks, &crossing);
    let lines: Vec<TextRange> = blocks
        .iter()
        .map(|block| lines_of(tree, tree.block_range(*block)))
        .collect();
    let call = written::call(name, &crossing, &needed);
    let mut own: Vec<(TextRange, String)> = Vec::new();
    for (number, range) in lines.iter().enumerate() {
        own.push(match number {
            0 => (*range, call.clone()),
            // The blank lines before a block go with it.
            _ => {
                let before = document.text().get(..range.start as usize).unwrap_or_default();
                let kept = before.trim_end().len();
                let end_of_line = before[kept..].find('\n').map_or(kept, |at| kept + at + 1);
                (TextRange::new(end_of_line as u32, range.end), String::new())
            }
        });
    }
    let edits = own.into_iter().map(|(range, text)| Edit {
        span: document.source().span_of(range.start, range.end),
        text,
    });
    let mut edits_of_own: Vec<Edit> = edits.collect();
    let mut edits = crossing.outside.clone();
    if let Some(file) = edits.remove(document.path()) {
        edits_of_own.extend(file.edits);
    }
    edits_of_own.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let own = FileEdits {
        source: document.source().clone(),
        edits: edits_of_own,
    };
    edits.insert(document.path().to_owned(), own);

    let main = lines.iter().map(|range| {
        let inside = crossing.inside.iter();
        let inside = inside.filter(|(edit, _)| range.start <= edit.start && edit.end <= range.end);
        let moved = |(edit, text): &(TextRange, String)| {
            (
                TextRange::new(edit.start - range.start, edit.end - range.start),
                text.clone(),
            )
        };
        let text = spliced(tree.slice(*range), inside.map(moved).collect());
        String::from_utf8_lossy(&text).trim().to_owned()
    });
    let main = main.collect::<Vec<_>>().join("\n\n");
    let files = [
        ("main", main),
        ("variables", written::variables(&crossing)),
        ("outputs", written::outputs(&crossing)),
        ("versions", written::versions(selected, &needed)),
    ];
    let directory = document.path().parent().unwrap_or(document.path());
    let directory = directory.join(DIRECTORY).join(name);
    let ending = document.path().extension().unwrap_or_default();
    let style = selected.workspace.style_of(document);
    let mut created = BTreeMap::new();
    for (file, text) in files.into_iter().filter(|(_, text)| !text.is_empty()) {
        let path = directory.join(file).with_extension(ending);
        let source = Source::new(path.display().to_string(), format!("{text}\n"));
        let source = source.map_err(|error| error.to_string())?;
        let text = format_source(&source, document.syntax(), style)
            .map_err(|_| "The new files would have syntax errors.".to_owned())?;
        created.insert(path, String::from_utf8_lossy(&text).into_owned());
    }
    Ok((edits, created))
}
