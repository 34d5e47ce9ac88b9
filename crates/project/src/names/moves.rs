//! The `moved` blocks of a rename, with which the objects in the state stay.

use std::path::Path;
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, Outcome, Source, Span};
use hcl2_model::{BodySchema, Syntax};
use hcl2_native::parse_file;
use hcl2_native::tree::{Item, Root};
use hcl2_terraform::{Address, MentionRole, ModuleFile, ResourceKind, WrittenMove};

use super::table::NamedFile;
use super::{NamePlace, Names, ObjectAt, Renaming};
use crate::facts::ANY;
use crate::store::is_of_module;

/// What a rename does to the `moved` blocks of a module.
#[derive(Debug, Default)]
pub(super) struct Moving {
    /// The addresses before and after; `None` if nothing moves.
    addresses: Option<(Address, Address)>,
    /// Whether a block is added.
    is_new: bool,
    /// The addresses in blocks that change, with what replaces them.
    changes: Vec<(Arc<NamedFile>, Span, String)>,
}

impl Moving {
    /// Returns whether a place is an address in a block that changes.
    pub(super) fn explains(&self, place: &NamePlace) -> bool {
        self.changes
            .iter()
            .any(|(file, span, _)| file.path == place.path && span.encloses(place.span))
    }
}

impl Names {
    /// Plans the moves of a rename. A chain of moves from the new address to the old one is reversed, since moves in a circle
    /// are invalid; what moved to the new address before the chain moves to the old one, which then follows it.
    pub(super) fn moving(&mut self, directory: &Path, old: &Address, new: &Address) -> Moving {
        if matches!(
            old,
            Address::Resource(ResourceKind::Data | ResourceKind::Ephemeral, ..)
        ) {
            return Moving::default();
        }
        let mut moves: Vec<(Arc<NamedFile>, WrittenMove)> = Vec::new();
        for path in self
            .files_in(directory)
            .into_iter()
            .filter(|path| is_of_module(path, ANY))
        {
            if let Some(file) = self.file(&path) {
                let own = file.mentions().moves.iter().cloned();
                moves.extend(own.map(|moved| (Arc::clone(&file), moved)));
            }
        }
        let mut moving = Moving {
            addresses: Some((old.clone(), new.clone())),
            ..Moving::default()
        };
        let chain = chain(&moves, new, old);
        let is_known = moves.iter().any(|(_, own)| own.from == *old && own.to == *new);
        moving.is_new = chain.is_empty() && !is_known;
        for (number, (file, own)) in moves.iter().enumerate() {
            let mut change = |span: Span, by: Span| {
                let text = String::from_utf8_lossy(file.source.slice(by)).into_owned();
                moving.changes.push((Arc::clone(file), span, text));
            };
            if chain.contains(&number) {
                change(own.from_span, own.to_span);
                change(own.to_span, own.from_span);
            } else if own.to == *new && !chain.is_empty() {
                let (last, of_old) = &moves[chain[chain.len() - 1]];
                let text = String::from_utf8_lossy(last.source.slice(of_old.to_span)).into_owned();
                moving.changes.push((Arc::clone(file), own.to_span, text));
            } else if is_known && own.from == *old && own.to == *new {
                // The block stays as it is.
                change(own.to_span, own.to_span);
            }
        }
        moving
    }

    /// Adds the moves of a rename to its edits.
    pub(super) fn add_moves(
        &mut self,
        moving: Moving,
        object: &ObjectAt,
        new: &str,
        places: &[NamePlace],
        renaming: &mut Renaming,
    ) {
        for (file, span, text) in &moving.changes {
            if file.source.slice(*span) != text.as_bytes() {
                renaming.edit(&file.path, &file.source, *span, text.as_str());
            }
        }
        let Some((old, _)) = moving.addresses.filter(|_| moving.is_new) else {
            return;
        };
        let declared = places.iter().filter(|place| {
            let file = self.file(&place.path);
            let is_override = file.is_some_and(|file| {
                matches!(
                    file.kind,
                    hcl2_terraform::table::FileKind::Module {
                        is_override: true,
                        ..
                    }
                )
            });
            place.role == MentionRole::Declaration
                && place.path.parent() == Some(&object.directory)
                && !is_override
        });
        // A file of OpenTofu replaces the one of the same name, and both declare the object.
        let declared: Vec<&NamePlace> = declared.collect();
        for place in declared {
            let block = block(&old, &old.with_name(new), &place.source, place.span);
            if let Some((at, text)) = block {
                renaming.edit(&place.path, &place.source, at, text);
            }
        }
    }
}

/// Returns the numbers of the moves that lead from one address to another.
fn chain(moves: &[(Arc<NamedFile>, WrittenMove)], from: &Address, to: &Address) -> Vec<usize> {
    let mut chain = Vec::new();
    let mut at = from;
    while at != to && chain.len() <= moves.len() {
        let next = moves.iter().position(|(_, own)| own.from == *at);
        let Some(next) = next else { return Vec::new() };
        chain.push(next);
        at = &moves[next].1.to;
    }
    if at == to { chain } else { Vec::new() }
}

/// Returns where a block for a move is inserted into the file that declares the object, and its text.
fn block(old: &Address, new: &Address, source: &Source, declared: Span) -> Option<(Span, String)> {
    match Syntax::from_path(source.name()) {
        Syntax::Native => native_block(old, new, source, declared),
        Syntax::Json => json_block(old, new, source),
    }
}

fn native_block(old: &Address, new: &Address, source: &Source, declared: Span) -> Option<(Span, String)> {
    let file = parse_file(source).value;
    let Root::Body(body) = file.root() else {
        return None;
    };
    let items = file.items(file.body(body).items);
    let end = items.iter().find_map(|item| match item {
        Item::Block(block) => {
            let range = file.block_range(*block);
            (range.start <= declared.start && declared.end <= range.end).then_some(range.end)
        }
        _ => None,
    })?;
    let bytes = source.bytes();
    // A comment after the block belongs to it.
    let rest = bytes.get(end as usize..)?;
    let line = rest.iter().position(|byte| *byte == b'\n');
    let line_end = match line {
        Some(length) => {
            let length = if length > 0 && rest[length - 1] == b'\r' {
                length - 1
            } else {
                length
            };
            end as usize + length
        }
        None => bytes.len(),
    };
    let newline = if line.is_some_and(|length| length > 0 && rest[length - 1] == b'\r') {
        "\r\n"
    } else {
        "\n"
    };
    let mut text =
        format!("{newline}{newline}moved {{{newline}  from = {old}{newline}  to   = {new}{newline}}}");
    let next = line.and_then(|line| rest.get(line + 1..)).unwrap_or_default();
    // Another item is apart from the block.
    if line.is_none() || !matches!(next.first(), None | Some(b'\n' | b'\r' | b'}')) {
        text.push_str(newline);
    }
    let at = line_end as u32;
    Some((source.span_of(at, at), text))
}

fn json_block(old: &Address, new: &Address, source: &Source) -> Option<(Span, String)> {
    let parsed: Outcome<ModuleFile> = ModuleFile::parse(source, ANY);
    let mut ignored = Diagnostics::new();
    let schema = BodySchema::new().optional("moved");
    let content = parsed
        .value
        .body()
        .partial_content(&schema)
        .report_into(&mut ignored);
    let attributes = parsed.value.body().attributes().report_into(&mut ignored);
    let text = source.text()?;
    let indented = |offset: u32| {
        let before = &text[..offset as usize];
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        let indent = before.get(line..)?;
        let is_alone = indent.chars().all(char::is_whitespace) && line > 0;
        is_alone.then(|| indent.to_owned())
    };
    let pair = format!("\"from\": \"{old}\", \"to\": \"{new}\"");
    let moved = content
        .content
        .attributes
        .get("moved")
        .map(|moved| moved.expression.clone());
    if let Some(moved) = moved {
        let span = moved.span();
        return match moved.static_list() {
            Some(elements) => match elements.last() {
                Some(last) => {
                    let end = last.span().end;
                    let separator = match indented(last.span().start) {
                        Some(indent) => format!(",\n{indent}"),
                        None => ", ".to_owned(),
                    };
                    Some((source.span_of(end, end), format!("{separator}{{ {pair} }}")))
                }
                None => Some((span, format!("[{{ {pair} }}]"))),
            },
            None => {
                let own = String::from_utf8_lossy(source.slice(span)).into_owned();
                Some((span, format!("[{own}, {{ {pair} }}]")))
            }
        };
    }
    let last = attributes.iter().max_by_key(|attribute| attribute.span.end)?;
    let end = last.span.end;
    let separator = match indented(last.name_span.start) {
        Some(indent) => format!(",\n{indent}"),
        None => ", ".to_owned(),
    };
    Some((
        source.span_of(end, end),
        format!("{separator}\"moved\": [{{ {pair} }}]"),
    ))
}
