//! What may be written at a place.

use std::collections::BTreeMap;

use hcl2::model::Name;
use hcl2::native::lexer::{TokenKind, is_identifier};
use hcl2::native::tree::{Expr, File, Node, Part};
use hcl2::terraform::table::VARIABLE_DEFINITIONS;
use hcl2::terraform::{Address, Module, ResourceKind};
use hcl2::value::{Type, TypeKind};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, InsertTextFormat, MarkupContent,
    MarkupKind, Range, TextEdit,
};

use super::cursor::{Holds, body_at};
use super::document::Document;
use super::hover::{of_function, of_variable};
use super::position::Encoding;
use super::project::Project;
use super::server::functions;

/// What may be written at an offset; `snippets` tells whether the editor knows places to fill in.
pub(super) fn completions(
    project: &Project,
    document: &Document,
    offset: u32,
    encoding: Encoding,
    snippets: bool,
) -> Vec<CompletionItem> {
    let Some(tree) = document.tree() else {
        return Vec::new();
    };
    if is_in_text(tree, offset) {
        return Vec::new();
    }
    let before = &document.text()[..offset as usize];
    let path = before
        .rfind(|character: char| !(character.is_alphanumeric() || "_-.".contains(character)))
        .map_or(before, |at| &before[at..])
        .trim_start_matches(|character: char| !(character.is_alphanumeric() || "_-.".contains(character)));
    let (heads, name) = path
        .rsplit_once('.')
        .map_or((None, path), |(heads, name)| (Some(heads), name));
    let replaced = Range::new(
        encoding.position(&document.source, offset - name.len() as u32),
        encoding.position(&document.source, offset),
    );
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let starts_line = before[line_start..].trim_start() == path;
    let items = match heads {
        None if starts_line && is_in_body(tree, offset) => {
            body_at(project, document, offset).map_or_else(Vec::new, |holds| {
                let mut items = holds.items(project, document, snippets);
                items.sort_by(|a, b| (&a.sort_text, &a.label).cmp(&(&b.sort_text, &b.label)));
                items
            })
        }
        None => names(project, document, tree, offset, snippets),
        Some(heads) => selections(project, document, heads),
    };
    let finish = |mut item: CompletionItem| {
        let text = item.insert_text.take().unwrap_or_else(|| item.label.clone());
        item.text_edit = Some(CompletionTextEdit::Edit(TextEdit::new(replaced, text)));
        item
    };
    items.into_iter().map(finish).collect()
}

/// Whether a place is in a comment or in the text of a template, where nothing of the language stands.
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

/// Whether an attribute or block may start at a place.
fn is_in_body(tree: &File, offset: u32) -> bool {
    match tree.nodes_at(offset).last() {
        Some(Node::Body(_) | Node::Block(_) | Node::Error(_)) => true,
        Some(Node::Attribute(id)) => offset <= tree.attribute(*id).name.end,
        _ => false,
    }
}

fn item(label: impl Into<String>, kind: CompletionItemKind, detail: impl Into<String>) -> CompletionItem {
    CompletionItem {
        label: label.into(),
        kind: Some(kind),
        detail: Some(detail.into()).filter(|detail: &String| !detail.is_empty()),
        ..CompletionItem::default()
    }
}

fn documented(item: CompletionItem, text: String) -> CompletionItem {
    CompletionItem {
        documentation: Some(Documentation::MarkupContent(MarkupContent {
            kind: MarkupKind::Markdown,
            value: text,
        })),
        ..item
    }
}

impl Holds<'_> {
    /// The arguments that are not there yet, and the blocks.
    fn items(&self, project: &Project, document: &Document, snippets: bool) -> Vec<CompletionItem> {
        let mut arguments: BTreeMap<String, CompletionItem> = BTreeMap::new();
        let mut add = |name: &str, ty: String, required: bool| {
            if !self.present.iter().any(|present| present == name) {
                let detail = match (ty.is_empty(), required) {
                    (true, true) => "required".to_owned(),
                    (true, false) => String::new(),
                    (false, true) => format!("{ty}, required"),
                    (false, false) => ty,
                };
                let mut item = item(name, CompletionItemKind::PROPERTY, detail);
                item.insert_text = Some(format!("{name} = "));
                // What must be there comes first.
                item.sort_text = Some(format!("{}{name}", if required { 0 } else { 1 }));
                arguments.insert(name.to_owned(), item);
            }
        };
        for argument in self.body.arguments_in(project.language) {
            add(argument.name, String::new(), argument.required);
        }
        for (name, ty, required) in self.schema.into_iter().flat_map(|schema| schema.arguments()) {
            add(name, ty.to_string(), required);
        }
        let called = self.call.and_then(|call| project.called(document, call));
        let sets_variables = std::ptr::eq(self.body, &VARIABLE_DEFINITIONS);
        let own = project.module_of(document).filter(|_| sets_variables);
        let variables = called.iter().map(|(tree, _)| &tree.module).chain(own);
        for variable in variables.flat_map(|module| &module.variables) {
            add(
                &variable.name,
                variable.ty.to_string(),
                variable.default.is_none(),
            );
        }
        let mut blocks: BTreeMap<String, CompletionItem> = BTreeMap::new();
        let mut add = |name: &str, labels: &[&str]| {
            let mut item = item(name, CompletionItemKind::CLASS, "block");
            item.insert_text = Some(block_text(name, labels, snippets));
            item.insert_text_format = snippets.then_some(InsertTextFormat::SNIPPET);
            item.sort_text = Some(format!("2{name}"));
            blocks.insert(name.to_owned(), item);
        };
        for block in self.body.blocks_in(project.language) {
            add(block.name, block.labels);
        }
        for name in self.schema.into_iter().flat_map(|schema| schema.block_types()) {
            add(name, &[]);
        }
        arguments.into_values().chain(blocks.into_values()).collect()
    }
}

/// A block to fill in.
fn block_text(name: &str, labels: &[&str], snippets: bool) -> String {
    if !snippets {
        return name.to_owned();
    }
    let labels = labels.iter().enumerate();
    let labels = labels.map(|(index, label)| format!(" \"${{{}:{label}}}\"", index + 1));
    format!("{name}{} {{\n  $0\n}}", labels.collect::<String>())
}

/// What an expression may start with.
fn names(
    project: &Project,
    document: &Document,
    tree: &File,
    offset: u32,
    snippets: bool,
) -> Vec<CompletionItem> {
    let mut items = Vec::new();
    for name in variables_of_for(tree, offset) {
        items.push(item(name, CompletionItemKind::VARIABLE, "of this `for`"));
    }
    for keyword in ["true", "false", "null"] {
        items.push(item(keyword, CompletionItemKind::KEYWORD, ""));
    }
    if let Some(module) = project.module_of(document) {
        for (root, detail) in ROOTS {
            items.push(item(*root, CompletionItemKind::MODULE, *detail));
        }
        let mut types: Vec<&Name> = resources(module, ResourceKind::Managed)
            .map(|(ty, _)| ty)
            .collect();
        types.sort();
        types.dedup();
        for ty in types {
            items.push(item(ty.as_str(), CompletionItemKind::CLASS, "resources"));
        }
    }
    for (name, _) in functions().iter().filter(|(name, _)| is_identifier(name)) {
        let mut item = item(name.as_str(), CompletionItemKind::FUNCTION, "");
        if snippets {
            item.insert_text = Some(format!("{name}($0)"));
            item.insert_text_format = Some(InsertTextFormat::SNIPPET);
        }
        items.push(match of_function(name) {
            Some(text) => documented(item, text),
            None => item,
        });
    }
    items
}

/// What references start with, besides types of resources.
const ROOTS: &[(&str, &str)] = &[
    ("var", "input variables"),
    ("local", "local values"),
    ("module", "modules that are called"),
    ("data", "data sources"),
    ("each", "the element that an instance is for"),
    ("count", "the number of an instance"),
    ("self", "the resource itself"),
    ("path", "directories"),
    ("terraform", "the run"),
];

/// The variables of each `for` around a place.
fn variables_of_for(tree: &File, offset: u32) -> Vec<String> {
    let name = |variable: hcl2::native::tree::Variable| tree.str(variable.name).to_owned();
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

/// What can be selected from `heads`, which has dots between names.
fn selections(project: &Project, document: &Document, heads: &str) -> Vec<CompletionItem> {
    let Some(module) = project.module_of(document) else {
        return Vec::new();
    };
    let heads: Vec<&str> = heads.split('.').collect();
    let fields = |names: &[&str]| -> Vec<CompletionItem> {
        names
            .iter()
            .map(|name| item(*name, CompletionItemKind::FIELD, ""))
            .collect()
    };
    match heads[..] {
        ["var"] => module
            .variables
            .iter()
            .map(|variable| {
                let detail = variable.ty.to_string();
                let item = item(variable.name.as_str(), CompletionItemKind::VARIABLE, detail);
                documented(item, of_variable(variable))
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
                item(
                    local.name.as_str(),
                    CompletionItemKind::VARIABLE,
                    shortened(&detail),
                )
            })
            .collect(),
        ["module"] => module
            .calls
            .iter()
            .map(|call| {
                let detail = call.source.clone().unwrap_or_default();
                item(call.name.as_str(), CompletionItemKind::MODULE, detail)
            })
            .collect(),
        ["module", name] => {
            let call = module.calls.iter().find(|call| call.name.as_str() == name);
            let called = call.and_then(|call| project.called(document, call));
            let outputs = called.map(|(tree, _)| tree.module.outputs).unwrap_or_default();
            let shown = |output: &hcl2::terraform::Output| {
                let detail = output.description.clone().unwrap_or_default();
                item(output.name.as_str(), CompletionItemKind::FIELD, detail)
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
        ["data" | "ephemeral", ty, _] => of_schema(project, heads[0], ty),
        [ty, _] => of_schema(project, "resource", ty),
        _ => Vec::new(),
    }
}

/// The attributes of what `path` selects from a value of a type.
fn attributes(ty: &Type, path: &[&str]) -> Vec<CompletionItem> {
    let TypeKind::Object(object) = ty.kind() else {
        return Vec::new();
    };
    match path.split_first() {
        Some((name, rest)) => object.get(name).map_or_else(Vec::new, |ty| attributes(ty, rest)),
        None => object
            .iter()
            .map(|(name, ty)| item(name.as_str(), CompletionItemKind::FIELD, ty.to_string()))
            .collect(),
    }
}

/// The attributes that the schema of a provider has for a type of resource.
fn of_schema(project: &Project, kind: &str, ty: &str) -> Vec<CompletionItem> {
    let schema = project.schemas.as_ref().and_then(|schemas| match kind {
        "data" => schemas.data(ty),
        "ephemeral" => schemas.ephemeral(ty),
        _ => schemas.resource(ty),
    });
    let attributes = schema.into_iter().flat_map(|schema| schema.attributes());
    attributes
        .map(|(name, ty)| item(name, CompletionItemKind::FIELD, ty.to_string()))
        .collect()
}

fn resources(module: &Module, kind: ResourceKind) -> impl Iterator<Item = (&Name, &Name)> {
    module.nodes.iter().filter_map(move |node| match &node.address {
        Address::Resource(other, ty, name) if *other == kind => Some((ty, name)),
        _ => None,
    })
}

fn types(module: &Module, kind: ResourceKind) -> Vec<CompletionItem> {
    let mut types: Vec<&Name> = resources(module, kind).map(|(ty, _)| ty).collect();
    types.sort();
    types.dedup();
    let shown = |ty: &Name| item(ty.as_str(), CompletionItemKind::CLASS, "");
    types.into_iter().map(shown).collect()
}

fn of_type(module: &Module, kind: ResourceKind, ty: &str) -> Vec<CompletionItem> {
    resources(module, kind)
        .filter(|(other, _)| other.as_str() == ty)
        .map(|(_, name)| item(name.as_str(), CompletionItemKind::VALUE, ty))
        .collect()
}

/// The first line of a text, up to a length that fits into a menu.
fn shortened(text: &str) -> String {
    const MAX_RESULTS: usize = 60;
    let line = text.lines().next().unwrap_or_default();
    if line.len() == text.len() && line.chars().count() <= MAX_RESULTS {
        return line.to_owned();
    }
    line.chars().take(MAX_RESULTS).chain(['…']).collect()
}
