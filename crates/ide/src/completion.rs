//! What can be written at an offset.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use hcl2_diagnostics::Span;
use hcl2_model::Name;
use hcl2_native::lexer::{TokenKind, is_identifier};
use hcl2_native::tree::{Expr, File, Node, Part, Variable};
use hcl2_terraform::table::VARIABLE_DEFINITIONS;
use hcl2_terraform::{Address, Module, Output, ProviderSchemas, ResourceKind};
use hcl2_value::{Type, TypeKind};
use hcl2_wire::schema::Presence;

use crate::body::{Enclosing, body_at};
use crate::document::Document;
use crate::fitting::Fitting;
use crate::functions;
use crate::hover::describe_variable;
use crate::workspace::Workspace;

/// What can be written at an offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completions {
    /// The range to replace: the name around the offset.
    pub replaces: Span,
    /// The part of it before the offset, for editors that keep the rest.
    pub inserts: Span,
    /// The names that fit, whatever was typed of them.
    pub items: Vec<Completion>,
}

/// Something that can be written at an offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The name to show.
    pub label: String,
    /// The kind.
    pub kind: CompletionKind,
    /// A few words beside the name.
    pub detail: Option<String>,
    /// A description, as Markdown.
    pub documentation: Option<String>,
    /// The text to insert.
    pub text: String,
    /// `text` with placeholders, in the snippet syntax of the Language Server Protocol, for editors that know it.
    pub snippet: Option<String>,
    /// What to sort by instead of the label.
    pub sort_key: Option<String>,
}

/// The kind of a [`Completion`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CompletionKind {
    /// An argument of a block.
    Argument,
    /// A block.
    Block,
    /// A field of an object.
    Field,
    /// A function.
    Function,
    /// A keyword.
    Keyword,
    /// A module call, or a root that references start with.
    Module,
    /// A resource.
    Resource,
    /// A type of resources.
    ResourceType,
    /// An input variable, local value, or variable of a `for` expression.
    Variable,
}

impl Workspace {
    /// Returns what can be written at an offset; `None` in comments, literal text and JSON.
    #[must_use]
    pub fn completions(&self, path: &Path, offset: u32) -> Option<Completions> {
        let document = self.document(path)?;
        let tree = document.tree()?;
        let before = document.before(offset);
        let offset = before.len() as u32;
        if is_in_text(tree, offset) {
            return None;
        }
        let is_part = |character: char| character.is_alphanumeric() || "_-.".contains(character);
        let path = before.trim_end_matches(is_part).len();
        let path = &before[path..];
        let (heads, name) = path
            .rsplit_once('.')
            .map_or((None, path), |(heads, name)| (Some(heads), name));
        let is_name = |character: char| is_part(character) && character != '.';
        let after = &document.text()[before.len()..];
        let rest = after.trim_start_matches(is_name);
        let start = offset - name.len() as u32;
        let end = offset + (after.len() - rest.len()) as u32;
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let starts_line = before[line_start..].trim_start() == path;
        let mut items = match heads {
            None if starts_line && is_in_body(tree, offset) => {
                body_at(self, document, offset).map_or_else(Vec::new, |enclosing| {
                    let mut items = enclosing.completions(self, document);
                    items.sort_by(|a, b| (&a.sort_key, &a.label).cmp(&(&b.sort_key, &b.label)));
                    items
                })
            }
            None => names(self, document, tree, offset),
            Some(heads) => selections(self, document, heads),
        };
        let fitting = Fitting::new(document.text(), tree, start..end);
        // What is written alike fits alike.
        let mut known = HashMap::new();
        items.retain_mut(|item| {
            item.go_on_with(rest);
            let written = item.written();
            let alike = (item.kind, written == item.label);
            *known.entry(alike).or_insert_with(|| fitting.fits(&written))
        });
        let span = |end| document.source().span_of(start, end);
        Some(Completions {
            replaces: span(end),
            inserts: span(offset),
            items,
        })
    }
}

impl Completion {
    /// Returns what is written with values and labels in the places that are left to be filled.
    fn written(&self) -> String {
        match &self.snippet {
            Some(snippet) => {
                // Each placeholder is `${1:text}`.
                let mut parts = snippet.split("${");
                let mut written = parts.next().unwrap_or_default().to_owned();
                for part in parts {
                    let (placeholder, rest) = part.split_once('}').unwrap_or((part, ""));
                    written.push_str(placeholder.split_once(':').map_or("", |(_, text)| text));
                    written.push_str(rest);
                }
                written.replace("$0", "")
            }
            None if self.text.ends_with("= ") => format!("{}null", self.text),
            None => self.text.clone(),
        }
    }

    /// Leaves out what the text behind the name has already.
    fn go_on_with(&mut self, rest: &str) {
        let goes_on = match self.kind {
            CompletionKind::Function => rest.starts_with('('),
            _ => {
                let line = rest.lines().next().unwrap_or_default().trim_start();
                !(line.is_empty() || line.starts_with(['#', '}']) || line.starts_with("//"))
            }
        };
        if goes_on {
            self.text.clone_from(&self.label);
            self.snippet = None;
        }
    }
}

/// Returns whether an offset is in a comment or in the literal text of a template.
fn is_in_text(tree: &File, offset: u32) -> bool {
    let tokens = tree.tokens();
    let Some(token) = offset
        .checked_sub(1)
        .and_then(|before| tokens.get(tokens.index_at(before)))
    else {
        return false;
    };
    let at_end = token.range.end == offset;
    match token.kind {
        TokenKind::Comment => !(at_end && tree.slice(token.range).ends_with(b"\n")),
        TokenKind::QuotedLiteral | TokenKind::StringLiteral | TokenKind::OpenQuote => true,
        _ => false,
    }
}

/// Returns whether an attribute or block may start at an offset.
fn is_in_body(tree: &File, offset: u32) -> bool {
    match tree.nodes_at(offset).last() {
        Some(Node::Body(_) | Node::Block(_) | Node::Error(_)) => true,
        Some(Node::Attribute(id)) => offset <= tree.attribute(*id).name.end,
        _ => false,
    }
}

fn item(label: &str, kind: CompletionKind, detail: impl Into<String>) -> Completion {
    Completion {
        label: label.to_owned(),
        kind,
        detail: Some(detail.into()).filter(|detail| !detail.is_empty()),
        documentation: None,
        text: label.to_owned(),
        snippet: None,
        sort_key: None,
    }
}

impl Enclosing<'_> {
    /// Returns the arguments that are not set yet, and the blocks.
    fn completions(&self, workspace: &Workspace, document: &Document) -> Vec<Completion> {
        let mut arguments: BTreeMap<String, Completion> = BTreeMap::new();
        let mut add = |name: &str, ty: String, required: bool| {
            if !self.present.iter().any(|present| present == name) {
                let detail = match (ty.is_empty(), required) {
                    (true, true) => "required".to_owned(),
                    (true, false) => String::new(),
                    (false, true) => format!("{ty}, required"),
                    (false, false) => ty,
                };
                let mut item = item(name, CompletionKind::Argument, detail);
                item.text = format!("{name} = ");
                // Required arguments come first.
                item.sort_key = Some(format!("{}{name}", if required { 0 } else { 1 }));
                arguments.insert(name.to_owned(), item);
            }
        };
        let language = workspace.language_of(document);
        for argument in self.body.arguments_in(language) {
            add(argument.name, String::new(), argument.required);
        }
        for (name, argument) in self.schema.into_iter().flat_map(|schema| &schema.attributes) {
            if argument.presence != Presence::Computed {
                let is_required = argument.presence == Presence::Required;
                add(name, argument.constraint().to_string(), is_required);
            }
        }
        let called = self.call.and_then(|call| workspace.called(document, call));
        let sets_variables = std::ptr::eq(self.body, &VARIABLE_DEFINITIONS);
        let own = workspace.module_of(document).filter(|_| sets_variables);
        let variables = called.iter().map(|(tree, _)| &tree.module).chain(own);
        for variable in variables.flat_map(|module| &module.variables) {
            add(
                &variable.name,
                variable.ty.to_string(),
                variable.default.is_none(),
            );
        }
        let mut blocks: BTreeMap<String, Completion> = BTreeMap::new();
        let mut add = |name: &str, labels: &[&str]| {
            let mut item = item(name, CompletionKind::Block, "block");
            item.snippet = Some(block_snippet(name, labels));
            item.sort_key = Some(format!("2{name}"));
            blocks.insert(name.to_owned(), item);
        };
        for block in self.body.blocks_in(language) {
            add(block.name, block.labels);
        }
        for name in self.schema.into_iter().flat_map(|schema| schema.blocks.keys()) {
            add(name, &[]);
        }
        arguments.into_values().chain(blocks.into_values()).collect()
    }
}

/// Returns a block with placeholders for its labels and body.
fn block_snippet(name: &str, labels: &[&str]) -> String {
    let labels = labels.iter().enumerate();
    let labels = labels.map(|(index, label)| format!(" \"${{{}:{label}}}\"", index + 1));
    format!("{name}{} {{\n  $0\n}}", labels.collect::<String>())
}

/// Returns the names an expression can start with.
fn names(workspace: &Workspace, document: &Document, tree: &File, offset: u32) -> Vec<Completion> {
    let mut items = Vec::new();
    for name in variables_of_for(tree, offset) {
        items.push(item(&name, CompletionKind::Variable, "of this `for`"));
    }
    for keyword in ["true", "false", "null"] {
        items.push(item(keyword, CompletionKind::Keyword, ""));
    }
    if let Some(module) = workspace.module_of(document) {
        for (root, detail) in ROOTS {
            items.push(item(root, CompletionKind::Module, *detail));
        }
        let mut types: Vec<&Name> = resources(module, ResourceKind::Managed)
            .map(|(ty, _)| ty)
            .collect();
        types.sort();
        types.dedup();
        for ty in types {
            items.push(item(ty.as_str(), CompletionKind::ResourceType, "resources"));
        }
    }
    for name in functions::names().filter(|name| is_identifier(name)) {
        let mut item = item(name, CompletionKind::Function, "");
        item.snippet = Some(format!("{name}($0)"));
        item.documentation = functions::description(name);
        items.push(item);
    }
    items
}

/// The names that references start with, besides types of resources.
const ROOTS: &[(&str, &str)] = &[
    ("var", "input variables"),
    ("local", "local values"),
    ("module", "outputs of called modules"),
    ("data", "data sources"),
    ("each", "the key and value of the current instance"),
    ("count", "the index of the current instance"),
    ("self", "the enclosing resource"),
    ("path", "paths of directories"),
    ("terraform", "the current run"),
];

/// Returns the variables of each `for` expression around an offset.
fn variables_of_for(tree: &File, offset: u32) -> Vec<String> {
    let name = |variable: Variable| tree.str(variable.name).to_owned();
    let mut names = Vec::new();
    for node in tree.nodes_at(offset) {
        let (key, value) = match node {
            Node::Expr(id) => match tree.expr(id) {
                Expr::For(id) => (tree.for_expr(id).key_variable, tree.for_expr(id).value_variable),
                _ => continue,
            },
            Node::Part(Part::For(id)) => (
                tree.for_directive(id).key_variable,
                tree.for_directive(id).value_variable,
            ),
            _ => continue,
        };
        names.extend(key.into_iter().chain([value]).map(name));
    }
    names
}

/// Returns what can be selected from `heads`, names separated by dots.
fn selections(workspace: &Workspace, document: &Document, heads: &str) -> Vec<Completion> {
    let Some(module) = workspace.module_of(document) else {
        return Vec::new();
    };
    let schemas = workspace.schemas_of(document);
    let heads: Vec<&str> = heads.split('.').collect();
    let fields = |names: &[&str]| -> Vec<Completion> {
        let names = names.iter();
        names.map(|name| item(name, CompletionKind::Field, "")).collect()
    };
    match heads[..] {
        ["var"] => module
            .variables
            .iter()
            .map(|variable| {
                let detail = variable.ty.to_string();
                let mut item = item(variable.name.as_str(), CompletionKind::Variable, detail);
                item.documentation = Some(describe_variable(variable));
                item
            })
            .collect(),
        ["var", name, ref path @ ..] => {
            let variable = module
                .variables
                .iter()
                .find(|variable| variable.name.as_str() == name);
            variable.map_or_else(Vec::new, |variable| attributes(&variable.ty, path))
        }
        ["local"] => module
            .locals
            .iter()
            .map(|local| {
                let detail = local.value.native_text().unwrap_or_default();
                item(local.name.as_str(), CompletionKind::Variable, shortened(&detail))
            })
            .collect(),
        ["module"] => module
            .calls
            .iter()
            .map(|call| {
                let detail = call.source.clone().unwrap_or_default();
                item(call.name.as_str(), CompletionKind::Module, detail)
            })
            .collect(),
        ["module", name] => {
            let call = module.calls.iter().find(|call| call.name.as_str() == name);
            let called = call.and_then(|call| workspace.called(document, call));
            let outputs = called.map(|(tree, _)| tree.module.outputs).unwrap_or_default();
            let shown = |output: &Output| {
                let detail = output.description.clone().unwrap_or_default();
                item(output.name.as_str(), CompletionKind::Field, detail)
            };
            outputs.iter().map(shown).collect()
        }
        ["data"] => types(module, ResourceKind::Data),
        ["ephemeral"] => types(module, ResourceKind::Ephemeral),
        ["data", ty] => of_type(module, ResourceKind::Data, ty),
        ["ephemeral", ty] => of_type(module, ResourceKind::Ephemeral, ty),
        ["each"] => fields(&["key", "value"]),
        ["count"] => fields(&["index"]),
        ["path"] => fields(&["cwd", "module", "root"]),
        ["terraform"] => fields(&["workspace"]),
        [ty] => of_type(module, ResourceKind::Managed, ty),
        ["data", ty, name] => of_schema(schemas, module, ResourceKind::Data, ty, name),
        ["ephemeral", ty, name] => of_schema(schemas, module, ResourceKind::Ephemeral, ty, name),
        [ty, name] => of_schema(schemas, module, ResourceKind::Managed, ty, name),
        _ => Vec::new(),
    }
}

/// Returns the attributes of what `path` selects from a value of type `ty`.
fn attributes(ty: &Type, path: &[&str]) -> Vec<Completion> {
    let TypeKind::Object(object) = ty.kind() else {
        return Vec::new();
    };
    match path.split_first() {
        Some((name, rest)) => object.get(name).map_or_else(Vec::new, |ty| attributes(ty, rest)),
        None => object
            .iter()
            .map(|(name, ty)| item(name.as_str(), CompletionKind::Field, ty.to_string()))
            .collect(),
    }
}

/// Returns the attributes of a resource in the schema of its provider.
fn of_schema(
    schemas: Option<&ProviderSchemas>,
    module: &Module,
    kind: ResourceKind,
    ty: &str,
    name: &str,
) -> Vec<Completion> {
    let mut resources = module.resources().iter();
    let resource = resources.find(|own| own.kind == kind && own.ty == *ty && own.name == *name);
    let configuration = resource.and_then(|resource| resource.provider.as_deref());
    let schema =
        schemas.and_then(|schemas| schemas.schema(Some(module), kind.described(), configuration, ty));
    let attributes = schema.into_iter().flat_map(|schema| &schema.block().attributes);
    attributes
        .map(|(name, own)| item(name, CompletionKind::Field, own.constraint().to_string()))
        .collect()
}

fn resources(module: &Module, kind: ResourceKind) -> impl Iterator<Item = (&Name, &Name)> {
    module.nodes().iter().filter_map(move |node| match &node.address {
        Address::Resource(other, ty, name) if *other == kind => Some((ty, name)),
        _ => None,
    })
}

fn types(module: &Module, kind: ResourceKind) -> Vec<Completion> {
    let mut types: Vec<&Name> = resources(module, kind).map(|(ty, _)| ty).collect();
    types.sort();
    types.dedup();
    let shown = |ty: &Name| item(ty.as_str(), CompletionKind::ResourceType, "");
    types.into_iter().map(shown).collect()
}

fn of_type(module: &Module, kind: ResourceKind, ty: &str) -> Vec<Completion> {
    resources(module, kind)
        .filter(|(other, _)| other.as_str() == ty)
        .map(|(_, name)| item(name.as_str(), CompletionKind::Resource, ty))
        .collect()
}

/// Returns the first line of `text`, cut to a length that fits into a menu.
fn shortened(text: &str) -> String {
    const MAX_WIDTH: usize = 60;
    let line = text.lines().next().unwrap_or_default();
    if line.len() == text.len() && line.chars().count() <= MAX_WIDTH {
        return line.to_owned();
    }
    line.chars().take(MAX_WIDTH).chain(['…']).collect()
}
