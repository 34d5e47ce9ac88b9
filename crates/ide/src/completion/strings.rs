//! What can be written in strings that are names: labels, sources of modules, and paths of files.

use std::path::{Path, PathBuf};

use hcl2_native::tree::Node;
use hcl2_project::{Files, PathKind};
use hcl2_terraform::{ResourceKind, labels_of};

use super::functions::local_names;
use super::{Completion, CompletionKind, Completions, Place, item};
use crate::body::body_at;
use crate::links::OF_FILES;

impl Place<'_> {
    /// Returns what the string may be that the place is in.
    pub(super) fn in_string(self, before: &str) -> Option<Completions> {
        let line = before.rfind('\n').map_or(before, |at| &before[at + 1..]);
        let quote = line.rfind('"')?;
        let (header, typed) = (line[..quote].trim(), &line[quote + 1..]);
        let words: Vec<&str> = header.split_whitespace().collect();
        let (items, start) = match words[..] {
            [kind @ ("resource" | "data" | "ephemeral")] => (self.types_of(kind), 0),
            ["provider"] => (self.providers(), 0),
            [block @ ("backend" | "provisioner")] if self.is_of_module() => {
                let labels = labels_of(block).into_iter();
                let items = labels.map(|label| item(label, CompletionKind::Value, block));
                (items.collect(), 0)
            }
            ["dynamic"] => (self.nested_blocks(), 0),
            ["source", "="] if self.is_in_call() => (self.directories(typed), segment(typed)),
            _ => {
                let call = header.strip_suffix('(')?;
                let name = call
                    .rsplit(|character: char| !character.is_alphanumeric() && character != '_')
                    .next()?;
                if !OF_FILES.contains(&name) {
                    return None;
                }
                (self.files_in(typed), segment(typed))
            }
        };
        let is_part = |character: char| !"\"/\n\r$%".contains(character);
        let after = &self.document.text()[before.len()..];
        let rest = after.trim_start_matches(is_part);
        let start = self.offset - (typed.len() - start) as u32;
        // The rest of a line without a closing quote is something else.
        let end = match rest.starts_with(['"', '/']) {
            true => self.offset + (after.len() - rest.len()) as u32,
            false => self.offset,
        };
        let span = |end| self.document.source().span_of(start, end);
        (!items.is_empty()).then(|| Completions {
            replaces: span(end),
            inserts: span(self.offset),
            items,
        })
    }

    /// Returns the types of blocks that the schema of the block around a dynamic block has.
    fn nested_blocks(self) -> Vec<Completion> {
        let enclosing = body_at(self.workspace, self.document, self.offset);
        let schema = enclosing.and_then(|enclosing| enclosing.schema);
        let blocks = schema.into_iter().flat_map(|schema| schema.blocks.keys());
        blocks
            .map(|name| item(name, CompletionKind::Block, "block"))
            .collect()
    }

    /// Returns whether the outermost block around the place calls a module.
    fn is_in_call(self) -> bool {
        let mut nodes = self.tree.nodes_at(self.offset).into_iter();
        nodes.any(|node| match node {
            Node::Block(id) => self.tree.str(self.tree.block(id).block_type) == "module",
            _ => false,
        })
    }

    /// Returns the types of a kind of resources in the schemas, and those that the module has.
    fn types_of(self, kind: &str) -> Vec<Completion> {
        let kinds = [ResourceKind::Managed, ResourceKind::Data, ResourceKind::Ephemeral];
        let Some(kind) = kinds.into_iter().find(|own| own.block_type() == kind) else {
            return Vec::new();
        };
        let schemas = self.workspace.schemas_of(self.document);
        let of_schemas = schemas.into_iter().flat_map(|schemas| {
            let providers = schemas
                .names()
                .filter_map(|name| Some((name, schemas.provider(name)?)));
            providers.flat_map(move |(name, provider)| provider.types(kind).map(move |ty| (ty, name)))
        });
        let mut types: Vec<(String, String)> = of_schemas
            .map(|(ty, name)| (ty.to_owned(), name.to_owned()))
            .collect();
        if kind == ResourceKind::Managed {
            types.push((
                "terraform_data".to_owned(),
                "terraform.io/builtin/terraform".to_owned(),
            ));
        }
        if let Some(module) = self.workspace.module_of(self.document) {
            let own = module.resources().iter().filter(|own| own.kind == kind);
            types.extend(own.map(|own| (own.ty.to_string(), String::new())));
        }
        types.sort();
        types.dedup_by(|later, first| later.0 == first.0);
        let items = types.iter();
        items
            .map(|(ty, provider)| item(ty, CompletionKind::ResourceType, provider.as_str()))
            .collect()
    }

    /// Returns the local names of the providers that the module requires or uses.
    fn providers(self) -> Vec<Completion> {
        let module = self.workspace.module_of(self.document);
        let names = local_names(self.workspace, self.document).into_iter();
        names
            .map(|name| {
                let required = module.and_then(|module| module.requirements.named(&name));
                let source = required.and_then(|own| own.source.clone()).unwrap_or_default();
                item(&name, CompletionKind::Module, source)
            })
            .collect()
    }

    /// Returns the parts of paths of directories that may follow.
    fn directories(self, typed: &str) -> Vec<Completion> {
        if !typed.contains('/') {
            let starts = ["./", "../"].into_iter();
            return starts
                .map(|start| item(start, CompletionKind::File, ""))
                .collect();
        }
        let is_local = typed.starts_with("./") || typed.starts_with("../");
        let mut items = if is_local { self.entries(typed) } else { Vec::new() };
        items.retain(|(_, kind)| *kind == PathKind::Directory);
        shown(items)
    }

    /// Returns the parts of paths of files that may follow.
    fn files_in(self, typed: &str) -> Vec<Completion> {
        let typed = typed.strip_prefix("${path.module}/").unwrap_or(typed);
        shown(self.entries(typed))
    }

    /// Returns what is in the directory of a path relative to the document, without hidden files.
    fn entries(self, typed: &str) -> Vec<(String, PathKind)> {
        let files = self.workspace.overlay();
        let directory = self.document.path().parent().unwrap_or(Path::new(""));
        let folder = typed.rfind('/').map_or("", |at| &typed[..=at]);
        let paths = files.list(&directory.join(folder)).unwrap_or_default();
        let named = |path: PathBuf| {
            let name = path.file_name()?.to_str()?.to_owned();
            let kind = files.kind(&path).filter(|_| !name.starts_with('.'))?;
            Some((name, kind))
        };
        let mut entries: Vec<(String, PathKind)> = paths.into_iter().filter_map(named).collect();
        entries.sort_by(|a, b| a.0.cmp(&b.0));
        entries
    }
}

/// Returns where the last part of a path starts.
fn segment(typed: &str) -> usize {
    typed.rfind('/').map_or(0, |at| at + 1)
}

fn shown(entries: Vec<(String, PathKind)>) -> Vec<Completion> {
    let items = entries.into_iter();
    items
        .map(|(name, kind)| {
            let detail = if kind == PathKind::Directory {
                "directory"
            } else {
                ""
            };
            item(&name, CompletionKind::File, detail)
        })
        .collect()
}
