//! The references into and out of blocks that become a module.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_diagnostics::{Source, Span};
use hcl2_model::TraversalStep;
use hcl2_native::parse_file;
use hcl2_native::tree::{BlockId, Expr, File, Item, Node, TextRange};
use hcl2_project::{Files, MAX_FILE_BYTES};
use hcl2_terraform::table::{FileKind, roots};
use hcl2_terraform::{Address, Mention, MentionRole, Mentioned, Mentions, ModuleFile, ResourceKind};

use super::super::extract::free;
use super::{GENERIC, Selected, short};
use crate::format::Edit;
use crate::rename::FileEdits;

/// The settings of a variable that count in the new module, too.
const SETTINGS: [&str; 4] = ["description", "type", "sensitive", "ephemeral"];

/// The steps from the directory of the new module to that of the old one.
const BACK: &str = "../../";

/// A variable of the new module.
pub(super) struct Input {
    pub(super) name: String,
    /// What the call passes.
    pub(super) value: String,
    /// The arguments of the declaration.
    pub(super) settings: Vec<String>,
}

/// An output of the new module.
pub(super) struct Output {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) is_ephemeral: bool,
}

/// The references into and out of blocks.
pub(super) struct Crossing {
    pub(super) inputs: Vec<Input>,
    pub(super) outputs: Vec<Output>,
    /// The objects of the state in the blocks.
    pub(super) moved: Vec<Address>,
    /// The configurations of providers with an alias that the blocks use: the local name and the alias.
    pub(super) aliases: BTreeSet<(String, String)>,
    /// The edits of the blocks.
    pub(super) inside: Vec<(TextRange, String)>,
    /// The edits of references elsewhere, by path.
    pub(super) outside: BTreeMap<PathBuf, FileEdits>,
}

/// A file of the module.
struct Part {
    path: PathBuf,
    source: Source,
    tree: Option<Arc<File>>,
    mentions: Mentions,
}

/// A reference to an object.
struct Reference {
    range: TextRange,
    /// The attribute that is selected from the object.
    attribute: Option<String>,
}

impl Crossing {
    /// Finds the references, or says why blocks cannot become a module of a name.
    pub(super) fn of(selected: Selected<'_>, blocks: &[BlockId], name: &str) -> Result<Self, String> {
        let parts = parts(selected)?;
        let ranges: Vec<TextRange> = blocks.iter().map(|id| selected.tree.block_range(*id)).collect();
        let is_own = |part: &Part, span: Span| {
            let mut ranges = ranges.iter();
            part.path == selected.document.path()
                && ranges.any(|range| range.start <= span.start && span.end <= range.end)
        };
        let mentions = || {
            let all = parts.iter();
            all.flat_map(|part| part.mentions.all.iter().map(move |mention| (part, mention)))
        };
        let declared = mentions().filter(|(part, mention)| {
            mention.role == MentionRole::Declaration && mention.calls.is_empty() && is_own(part, mention.span)
        });
        let declared: BTreeSet<&Mentioned> = declared.map(|(_, mention)| &mention.object).collect();
        let mut crossing = Self {
            inputs: Vec::new(),
            outputs: Vec::new(),
            moved: Vec::new(),
            aliases: BTreeSet::new(),
            inside: sources(selected, blocks),
            outside: BTreeMap::new(),
        };
        for (part, mention) in mentions() {
            if !mention.calls.is_empty() || mention.tested.is_some() {
                continue;
            }
            let is_declared = declared.contains(&mention.object);
            match (is_own(part, mention.span), is_declared) {
                (true, true) => crossing.add_moved(mention),
                (true, false) => crossing.add_input(part, mention, &parts)?,
                (false, true) => crossing.add_output(part, mention, name)?,
                (false, false) => {}
            }
        }
        crossing.add_paths(selected, blocks);
        Ok(crossing)
    }

    fn add_moved(&mut self, mention: &Mention) {
        let Mentioned::Object(address) = &mention.object else {
            return;
        };
        let is_of_state = matches!(
            address,
            Address::Resource(ResourceKind::Managed, ..) | Address::Module(_)
        );
        if mention.role == MentionRole::Declaration && is_of_state {
            self.moved.push(address.clone());
        }
    }

    /// Adds a reference from a block to something outside of all.
    fn add_input(&mut self, part: &Part, mention: &Mention, parts: &[Part]) -> Result<(), String> {
        let address = match &mention.object {
            Mentioned::Object(address) => address,
            Mentioned::Named(named) => return Err(format!("`{named}` cannot be passed to a module.")),
            Mentioned::Run(_) => return Ok(()),
        };
        if let Address::Provider(name, Some(alias)) = address {
            self.aliases.insert((name.to_string(), alias.to_string()));
            return Ok(());
        }
        let reference = reference(part, mention, address)?;
        let argument = argument_of(part, reference.range.start);
        match (argument.as_deref(), address) {
            (Some("replace_triggered_by"), _) => {
                return Err(format!(
                    "`replace_triggered_by` refers to `{address}`, which would be in another module. Select it, too."
                ));
            }
            (Some("depends_on"), Address::Module(_)) => {
                return Err(format!(
                    "`depends_on` refers to all of `{address}`, which cannot be passed to a module. Select it, too."
                ));
            }
            _ => {}
        }
        let value = reference.value(address);
        let known = self.inputs.iter().find(|input| input.value == value);
        let name = match known {
            Some(known) => known.name.clone(),
            None => {
                let base = named(address, reference.attribute.as_deref());
                let variable = Address::Variable(base.as_str().into());
                let is_taken = |name: &str| {
                    !variable.accepts(name) || self.inputs.iter().any(|input| input.name == name)
                };
                let name = free(&base, is_taken);
                let settings = match address {
                    Address::Variable(_) => settings_of(parts, &mention.object),
                    Address::Resource(ResourceKind::Ephemeral, ..) => vec!["ephemeral = true".to_owned()],
                    _ => Vec::new(),
                };
                self.inputs.push(Input {
                    name: name.clone(),
                    value,
                    settings,
                });
                name
            }
        };
        let inside = format!("{}.{name}", roots::VARIABLE);
        if !self.inside.iter().any(|(range, _)| *range == reference.range) {
            self.inside.push((reference.range, inside));
        }
        Ok(())
    }

    /// Adds a reference from elsewhere to something in the blocks.
    fn add_output(&mut self, part: &Part, mention: &Mention, module: &str) -> Result<(), String> {
        let Mentioned::Object(address) = &mention.object else {
            return Ok(());
        };
        let file = shown(&part.path);
        match mention.role {
            // A chain of moves goes on from the address before.
            MentionRole::Move => return Ok(()),
            MentionRole::Declaration | MentionRole::Value => {
                return Err(format!(
                    "{file} overrides `{address}`, which would be in another module."
                ));
            }
            MentionRole::Reference | MentionRole::Whole => {}
        }
        let Some(tree) = &part.tree else {
            return Err(format!(
                "{file}, in JSON, refers to `{address}`. Convert it first, or change it by hand."
            ));
        };
        if matches!(FileKind::of_path(&part.path), Some(FileKind::Tests { .. })) {
            return Err(format!(
                "{file} refers to `{address}`, which tests cannot see in another module."
            ));
        }
        let reference = reference(part, mention, address)?;
        let span = |range: TextRange| part.source.span_of(range.start, range.end);
        let (mut range, argument) = (reference.range, argument_of(part, reference.range.start));
        let text = if block_of(tree, range.start) == Some("import") && argument.as_deref() == Some("to") {
            range = TextRange::empty(range.start);
            format!("{}.{module}.", roots::MODULE)
        } else {
            match (argument.as_deref(), address) {
                (Some("replace_triggered_by"), _) => {
                    return Err(format!(
                        "`replace_triggered_by` in {file} refers to `{address}`. Select the block with it, too."
                    ));
                }
                (Some("depends_on"), Address::Module(_)) => {
                    return Err(format!(
                        "`depends_on` in {file} refers to all of `{address}`. Select the block with it, too."
                    ));
                }
                _ => {}
            }
            let output = self.output(address, &reference);
            format!("{}.{module}.{output}", roots::MODULE)
        };
        let edits = self
            .outside
            .entry(part.path.clone())
            .or_insert_with(|| FileEdits {
                source: part.source.clone(),
                edits: Vec::new(),
            });
        let edit = Edit {
            span: span(range),
            text,
        };
        if !edits.edits.contains(&edit) {
            edits.edits.push(edit);
            edits.edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        }
        Ok(())
    }

    /// Returns the name of the output for a reference.
    fn output(&mut self, address: &Address, reference: &Reference) -> String {
        let value = reference.value(address);
        if let Some(known) = self.outputs.iter().find(|output| output.value == value) {
            return known.name.clone();
        }
        let base = named(address, reference.attribute.as_deref());
        let name = free(&base, |name| {
            self.outputs.iter().any(|output| output.name == name)
        });
        self.outputs.push(Output {
            name: name.clone(),
            value,
            is_ephemeral: matches!(address, Address::Resource(ResourceKind::Ephemeral, ..)),
        });
        name
    }

    /// Passes the path of the module, which would be another one.
    fn add_paths(&mut self, selected: Selected<'_>, blocks: &[BlockId]) {
        let (of_module, ..) = roots::PATHS;
        let value = format!("{}.{of_module}", roots::PATH);
        let mut name = None;
        for block in blocks {
            for path in selected.tree.variables(Node::Block(*block)) {
                let [
                    TraversalStep::Root { name: root, span },
                    TraversalStep::Attribute { name: own, span: end },
                    ..,
                ] = path.steps()
                else {
                    continue;
                };
                if *root != *roots::PATH || *own != *of_module {
                    continue;
                }
                let name = name.get_or_insert_with(|| {
                    let base = format!("{}_{of_module}", roots::PATH);
                    free(&base, |name| self.inputs.iter().any(|input| input.name == name))
                });
                let text = format!("{}.{name}", roots::VARIABLE);
                self.inside.push((TextRange::new(span.start, end.end), text));
            }
        }
        self.inputs.extend(name.map(|name| Input {
            name,
            value,
            settings: vec!["type = string".to_owned()],
        }));
    }
}

impl Reference {
    /// Returns the value of the reference as an expression.
    fn value(&self, address: &Address) -> String {
        match &self.attribute {
            Some(attribute) => format!("{address}.{attribute}"),
            None => address.to_string(),
        }
    }
}

/// Returns the files of the module and its tests.
fn parts(selected: Selected<'_>) -> Result<Vec<Part>, String> {
    let (workspace, document) = (selected.workspace, selected.document);
    let directory = document.path().parent().unwrap_or(document.path());
    let files = workspace.overlay();
    let mut paths = Vec::new();
    for directory in [directory.to_owned(), directory.join("tests")] {
        let listed = files.list(&directory).unwrap_or_default();
        // The names of open documents are those of the editor.
        paths.extend(
            listed
                .iter()
                .filter_map(|path| Some(directory.join(path.file_name()?))),
        );
    }
    paths.sort();
    paths.retain(|path| {
        let kind = FileKind::of_path(path);
        matches!(kind, Some(FileKind::Module { .. } | FileKind::Tests { .. })) && files.is_file(path)
    });
    let mut parts = Vec::new();
    for path in paths {
        let source = match workspace.document(&path) {
            Some(open) => open.source().clone(),
            None => {
                let bytes = files.read(&path, MAX_FILE_BYTES);
                let bytes = bytes.map_err(|error| format!("{} cannot be read: {error}.", shown(&path)))?;
                Source::new(path.display().to_string(), bytes).map_err(|error| error.to_string())?
            }
        };
        let parsed = ModuleFile::parse(&source, workspace.language_of(document));
        if parsed.has_errors() {
            return Err(format!("{} has syntax errors. Fix them first.", shown(&path)));
        }
        let is_native = path.extension().is_none_or(|ending| ending != "json");
        parts.push(Part {
            tree: is_native.then(|| parse_file(&source).value),
            mentions: parsed.value.mentions(),
            path,
            source,
        });
    }
    Ok(parts)
}

/// Returns the name of a file for messages.
fn shown(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    format!("`{}`", name.to_string_lossy())
}

/// Returns the reference to an object whose name is at a place.
fn reference(part: &Part, mention: &Mention, address: &Address) -> Result<Reference, String> {
    let unusual = || {
        let file = shown(&part.path);
        format!("{file} refers to `{address}` in an unusual way. Write `{address}` there first.")
    };
    let text = part.source.text().ok_or_else(unusual)?;
    let written = address.to_string();
    let end = mention.span.end as usize;
    let start = end.checked_sub(written.len()).ok_or_else(unusual)?;
    let before = text.get(..start).ok_or_else(unusual)?;
    let is_part = |char: char| char.is_alphanumeric() || matches!(char, '_' | '-' | '.');
    if text.get(start..end) != Some(&written) || before.ends_with(is_part) {
        return Err(unusual());
    }
    let has_attributes = matches!(address, Address::Resource(..) | Address::Module(_));
    let rest = text[end..].strip_prefix('.').filter(|_| has_attributes);
    let attribute = rest.map(|rest| {
        let is_end = |char: char| !(char.is_alphanumeric() || matches!(char, '_' | '-'));
        &rest[..rest.find(is_end).unwrap_or(rest.len())]
    });
    let is_name = |name: &&str| name.starts_with(|char: char| char.is_alphabetic() || char == '_');
    let attribute = attribute.filter(is_name);
    let end = end + attribute.map_or(0, |attribute| attribute.len() + 1);
    Ok(Reference {
        range: TextRange::new(start as u32, end as u32),
        attribute: attribute.map(str::to_owned),
    })
}

/// Returns the name of the outermost argument at an offset of a file in native syntax.
fn argument_of(part: &Part, offset: u32) -> Option<String> {
    let tree = part.tree.as_ref()?;
    tree.nodes_at(offset).iter().find_map(|node| match node {
        Node::Attribute(id) => Some(tree.str(tree.attribute(*id).name).to_owned()),
        _ => None,
    })
}

/// Returns the type of the block of the file at an offset.
fn block_of(tree: &File, offset: u32) -> Option<&str> {
    tree.nodes_at(offset).iter().find_map(|node| match node {
        Node::Block(id) => Some(tree.str(tree.block(*id).block_type)),
        _ => None,
    })
}

/// Returns a name for what a reference stands for.
fn named(address: &Address, attribute: Option<&str>) -> String {
    let object = match address {
        Address::Resource(_, ty, name) if GENERIC.contains(&name.as_str()) => short(ty).to_owned(),
        Address::Resource(_, ty, name) => format!("{}_{name}", short(ty)),
        _ => address.name().unwrap_or_default().to_owned(),
    };
    match attribute {
        Some(attribute) => format!("{object}_{attribute}"),
        None => object,
    }
}

/// Returns the arguments in the declaration of a variable that count in the new module, too.
fn settings_of(parts: &[Part], variable: &Mentioned) -> Vec<String> {
    let declared = parts.iter().find_map(|part| {
        let mut mentions = part.mentions.all.iter();
        let mention = mentions
            .find(|mention| mention.role == MentionRole::Declaration && mention.object == *variable)?;
        Some((part.tree.as_ref()?, mention.span))
    });
    let Some((tree, span)) = declared else {
        return Vec::new();
    };
    let block = tree.nodes_at(span.start).into_iter().find_map(|node| match node {
        Node::Block(block) => Some(block),
        _ => None,
    });
    let items = block.map_or(&[][..], |block| {
        tree.items(tree.body(tree.block(block).body).items)
    });
    let settings = items.iter().filter_map(|item| match item {
        Item::Attribute(id) if SETTINGS.contains(&tree.str(tree.attribute(*id).name)) => {
            Some(tree.str(tree.attribute(*id).range()).to_owned())
        }
        _ => None,
    });
    settings.collect()
}

/// Returns the edits of the paths of modules that are called from the blocks.
fn sources(selected: Selected<'_>, blocks: &[BlockId]) -> Vec<(TextRange, String)> {
    let tree = selected.tree;
    let calls = blocks
        .iter()
        .filter(|block| tree.str(tree.block(**block).block_type) == roots::MODULE);
    let arguments = calls.flat_map(|block| tree.items(tree.body(tree.block(*block).body).items));
    let sources = arguments.filter_map(|item| {
        let Item::Attribute(id) = item else { return None };
        let attribute = tree.attribute(*id);
        let Expr::String { text } = tree.expr(attribute.value) else {
            return None;
        };
        let path = tree.text(text);
        let is_local = path.starts_with("./") || path.starts_with("../");
        let path = path.strip_prefix("./").unwrap_or(path);
        let is_source = tree.str(attribute.name) == "source" && is_local;
        let edit = (tree.expr_range(attribute.value), format!("\"{BACK}{path}\""));
        is_source.then_some(edit)
    });
    sources.collect()
}
