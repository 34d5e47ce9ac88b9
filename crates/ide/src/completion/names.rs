//! The names that expressions start with.

use hcl2_model::Name;
use hcl2_native::lexer::is_identifier;
use hcl2_native::tree::{Block, Expr, File, Item, Node, Part, Variable};
use hcl2_terraform::table::Mode;
use hcl2_terraform::{Address, ResourceKind};

use super::expected::Expected;
use super::selections::resources;
use super::{Completion, CompletionKind, Place, item};
use crate::functions;

impl Place<'_> {
    /// Returns the names an expression can start with: what the place expects first.
    pub(super) fn names(self) -> Vec<Completion> {
        if let Some(items) = self.addresses() {
            return items;
        }
        let expected = self.expected();
        let mut items = expected.as_ref().map_or_else(Vec::new, Expected::values);
        items.extend(names(self));
        items
    }

    /// Returns the addresses that an argument takes which takes no other expressions; `None` if it takes others.
    fn addresses(self) -> Option<Vec<Completion>> {
        let mode = self.mode()?;
        let module = self.workspace.module_of(self.document)?;
        let nodes = module.nodes().iter();
        let of_provider = matches!(
            mode,
            Mode::Reference | Mode::KeyedReference | Mode::ProviderMap | Mode::KeyedProviderMap
        );
        let items: Vec<Completion> = match mode {
            _ if of_provider => {
                let configured = module.providers.iter().map(|own| match &own.alias {
                    Some(alias) => format!("{}.{alias}", own.name),
                    None => own.name.to_string(),
                });
                configured
                    .map(|name| item(&name, CompletionKind::Module, "provider"))
                    .collect()
            }
            Mode::Target | Mode::ComputedReference | Mode::References | Mode::ComputedReferences => nodes
                .filter(|node| match &node.address {
                    Address::Resource(..) | Address::Module(_) => true,
                    // What is depended on may be anything that has a value.
                    Address::Variable(_) | Address::Local(_) => matches!(mode, Mode::References),
                    _ => false,
                })
                .map(|node| item(&node.address.to_string(), CompletionKind::Resource, ""))
                .collect(),
            _ => return None,
        };
        (!of_provider || !items.is_empty()).then_some(items)
    }
}

/// Returns the names an expression can start with.
fn names(place: Place<'_>) -> Vec<Completion> {
    let Place {
        workspace,
        document,
        tree,
        offset,
    } = place;
    let mut items = Vec::new();
    for name in variables_of_for(tree, offset) {
        items.push(item(&name, CompletionKind::Variable, "of this `for`"));
    }
    for name in place.iterators() {
        items.push(item(&name, CompletionKind::Variable, "of this dynamic block"));
    }
    for keyword in ["true", "false", "null"] {
        items.push(item(keyword, CompletionKind::Keyword, ""));
    }
    if !place.is_of_module() {
        items.extend(place.objects_after(&[]));
    } else if let Some(module) = workspace.module_of(document) {
        for (root, detail) in ROOTS_OF_TESTS.iter().filter(|_| place.is_of_tests()) {
            items.push(item(root, CompletionKind::Module, *detail));
        }
        let is_known = |root: &str| match root {
            "each" => place.has_argument("for_each"),
            "count" => place.has_argument("count"),
            "self" => place.has_self(),
            _ => true,
        };
        for (root, detail) in ROOTS.iter().filter(|(root, _)| is_known(root)) {
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

/// The names that only references in tests start with.
const ROOTS_OF_TESTS: &[(&str, &str)] = &[
    ("output", "outputs of the module"),
    ("run", "outputs of earlier runs"),
];

impl Place<'_> {
    /// Returns the iterators of the dynamic blocks in whose content the place is.
    pub(super) fn iterators(self) -> Vec<String> {
        let tree = self.tree;
        let nodes = tree.nodes_at(self.offset).into_iter();
        let blocks = nodes.filter_map(|node| match node {
            Node::Block(id) => Some(tree.block(id)),
            _ => None,
        });
        let mut found = Vec::new();
        let mut around: Option<String> = None;
        for block in blocks {
            let is_content = tree.str(block.block_type) == "content";
            found.extend(around.take().filter(|_| is_content));
            if tree.str(block.block_type) == "dynamic" {
                around = iterator_of(tree, block);
            }
        }
        found
    }
}

/// Returns the name of the iterator of a dynamic block.
fn iterator_of(tree: &File, block: Block) -> Option<String> {
    let items = block.has_body.then(|| tree.items(tree.body(block.body).items));
    let named = items.into_iter().flatten().find_map(|item| match item {
        Item::Attribute(id) if tree.str(tree.attribute(*id).name) == "iterator" => {
            Some(tree.str(tree.expr_range(tree.attribute(*id).value)).to_owned())
        }
        _ => None,
    });
    let label = tree.labels(block.labels).first();
    named.or_else(|| label.map(|label| tree.text(label.text).to_owned()))
}

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
