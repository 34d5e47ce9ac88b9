//! What the place of an expression expects: by the language, by the schema of a provider, or by the variable that it sets.

use hcl2_native::lexer::is_identifier;
use hcl2_native::tree::{Block, Expr, Item, Node};
use hcl2_terraform::table::Mode;
use hcl2_terraform::{ResourceKind, Variable};
use hcl2_value::Type;

use super::selections::{attributes_of_self, within};
use super::{Completion, CompletionKind, Place, item};
use crate::body::body_at;

/// What an argument expects.
pub(super) struct Expected {
    /// The type of its value, if it is known.
    ty: Type,
    /// The values that it may have, as expressions; empty if there are others.
    values: Vec<String>,
}

/// The type expressions.
const TYPES: &[(&str, &str)] = &[
    ("any", "any"),
    ("bool", "bool"),
    ("list", "list(${1:string})"),
    ("map", "map(${1:string})"),
    ("number", "number"),
    ("object", "object({ ${1:name} = string })"),
    ("optional", "optional(${1:string})"),
    ("set", "set(${1:string})"),
    ("string", "string"),
    ("tuple", "tuple([${1:string}])"),
];

/// The parts of the requirement of a provider.
const REQUIREMENT: [&str; 3] = ["source", "version", "configuration_aliases"];

impl Expected {
    /// Returns the values that the place may have.
    pub(super) fn values(&self) -> Vec<Completion> {
        let values = self.values.iter().map(|value| {
            let mut item = item(value, CompletionKind::Value, "");
            item.sort_key = Some(format!(" {value}"));
            item
        });
        values.collect()
    }

    /// Sorts what has the expected type before what has another one.
    pub(super) fn rank(&self, items: &mut [Completion]) {
        if self.ty == Type::DYNAMIC {
            return;
        }
        let ty = self.ty.to_string();
        for item in items {
            let fits = item.detail.as_deref() == Some(ty.as_str());
            let key = item.sort_key.as_deref().unwrap_or(&item.label);
            item.sort_key = Some(format!("{}{key}", if fits { 0 } else { 1 }));
        }
    }
}

impl<'w> Place<'w> {
    /// Returns the name of the argument whose value the place is in, and whether it is the whole value.
    fn argument(self) -> Option<(&'w str, bool)> {
        let nodes = self.tree.nodes_at(self.offset).into_iter().rev();
        let mut attributes = nodes.filter_map(|node| match node {
            Node::Attribute(id) => Some(self.tree.attribute(id)),
            _ => None,
        });
        let Some(attribute) = attributes.next() else {
            // A value that is not there yet has no node.
            let before = self.document.before(self.offset);
            let line = before.rfind('\n').map_or(before, |at| &before[at + 1..]);
            let (name, value) = line.split_once('=')?;
            let is_name = |character: char| character.is_alphanumeric() || "_-.".contains(character);
            return is_identifier(name.trim()).then(|| (name.trim(), value.trim().chars().all(is_name)));
        };
        if self.offset <= attribute.equals {
            return None;
        }
        let value = self.tree.expr_range(attribute.value);
        // Inside of an operation, a list or a call, anything else may be expected.
        let is_whole = match self.tree.expr(attribute.value) {
            Expr::Error => true,
            Expr::Traversal { .. } => value.start <= self.offset && self.offset <= value.end,
            _ => false,
        };
        Some((self.tree.str(attribute.name), is_whole))
    }

    /// Returns how the language reads the argument whose value the place is in.
    pub(super) fn mode(self) -> Option<Mode> {
        let (name, _) = self.argument()?;
        let body = body_at(self.workspace, self.document, self.offset)?.body;
        body.mode_of(name, self.workspace.language_of(self.document))
    }

    /// Returns what the argument expects whose whole value the place is.
    pub(super) fn expected(self) -> Option<Expected> {
        let (name, is_whole) = self.argument()?;
        let own = body_at(self.workspace, self.document, self.offset)?;
        let language = self.workspace.language_of(self.document);
        let values: Vec<String> = match own.body.mode_of(name, language) {
            Some(Mode::Keyword(words) | Mode::Keywords(words)) => {
                words.iter().map(|word| (*word).to_owned()).collect()
            }
            Some(Mode::LiteralBool) => ["true", "false"].map(str::to_owned).to_vec(),
            Some(Mode::Changes) => {
                let attributes = attributes_of_self(self).into_iter().map(|item| item.label);
                std::iter::once("all".to_owned()).chain(attributes).collect()
            }
            _ => Vec::new(),
        };
        if !values.is_empty() {
            let ty = Type::DYNAMIC;
            return Some(Expected { ty, values });
        }
        if !is_whole {
            return None;
        }
        if let Some(attribute) = own.schema.and_then(|schema| schema.attributes.get(name)) {
            let ty = attribute.constraint();
            let values = if ty == Type::BOOL { bools() } else { Vec::new() };
            return Some(Expected { ty, values });
        }
        let sets_variables = own.sets_variables();
        let expected = |variable: &Variable| Expected {
            ty: variable.ty.clone(),
            values: allowed(variable),
        };
        if sets_variables {
            let module = self.workspace.module_of(self.document)?;
            return module.variables.named(name).map(expected);
        }
        let (called, _) = self.workspace.called(self.document, own.call?)?;
        called.module.variables.named(name).map(expected)
    }

    /// Returns the types that the constraint of a variable may have, as completions.
    pub(super) fn types(self) -> Option<Vec<Completion>> {
        matches!(self.mode()?, Mode::Type | Mode::StackType).then(|| {
            let types = TYPES.iter().map(|(name, snippet)| {
                let mut item = item(name, CompletionKind::Value, "type");
                item.snippet = (name != snippet).then(|| (*snippet).to_owned());
                item
            });
            types.collect()
        })
    }

    /// Returns the keys of the object around the place that are not set yet, or the types of a type expression; `None` if the
    /// place is no key.
    pub(super) fn keys(self) -> Option<Vec<Completion>> {
        if let Some(types) = self.types() {
            return Some(types);
        }
        let nodes = self.tree.nodes_at(self.offset);
        let start = nodes
            .iter()
            .rposition(|node| matches!(node, Node::Attribute(_)))?;
        let Node::Attribute(id) = nodes[start] else {
            return None;
        };
        let attribute = self.tree.attribute(id);
        let mut path: Vec<&str> = Vec::new();
        let mut object = None;
        for node in &nodes[start + 1..] {
            match *node {
                Node::Expr(id) => match self.tree.expr(id) {
                    Expr::Object { items } => object = Some(items),
                    Expr::Tuple { .. } => {}
                    // The key itself.
                    Expr::Traversal { .. } | Expr::Error => {}
                    _ => return None,
                },
                Node::ObjectItem(item) => {
                    let key = self.tree.expr_range(item.key);
                    if self.offset > key.end {
                        path.push(self.tree.str(key).trim_matches('"'));
                        object = None;
                    }
                }
                _ => {}
            }
        }
        let items = self.tree.object_items(object?);
        let present: Vec<&str> = items
            .iter()
            .map(|item| self.tree.expr_range(item.key))
            .filter(|key| !(key.start <= self.offset && self.offset <= key.end))
            .map(|key| self.tree.str(key).trim_matches('"'))
            .collect();
        let mut found = match self.mode() {
            Some(Mode::ProviderRequirement) => {
                let parts = REQUIREMENT.iter();
                parts
                    .map(|name| item(name, CompletionKind::Argument, ""))
                    .collect()
            }
            _ => within(&self.type_of(self.tree.str(attribute.name))?, &path),
        };
        found.retain(|item| !present.contains(&item.label.as_str()));
        for item in &mut found {
            item.text = format!("{} = ", item.label);
            item.kind = CompletionKind::Argument;
        }
        (!found.is_empty()).then_some(found)
    }

    /// Returns the type of an argument of the body around the place.
    fn type_of(self, name: &str) -> Option<Type> {
        let own = body_at(self.workspace, self.document, self.offset)?;
        if let Some(attribute) = own.schema.and_then(|schema| schema.attributes.get(name)) {
            return Some(attribute.constraint());
        }
        if own.sets_variables() {
            let module = self.workspace.module_of(self.document)?;
            return Some(module.variables.named(name)?.ty.clone());
        }
        let (called, _) = self.workspace.called(self.document, own.call?)?;
        Some(called.module.variables.named(name)?.ty.clone())
    }

    fn outermost_block(self) -> Option<Block> {
        let nodes = self.tree.nodes_at(self.offset).into_iter();
        let mut blocks = nodes.filter_map(|node| match node {
            Node::Block(id) => Some(self.tree.block(id)),
            _ => None,
        });
        blocks.next()
    }

    /// Returns the kind, type and name of the resource or data source around the place.
    pub(super) fn enclosing_object(self) -> Option<(ResourceKind, String, String)> {
        let block = self.outermost_block()?;
        let kinds = [ResourceKind::Managed, ResourceKind::Data, ResourceKind::Ephemeral];
        let name = self.tree.str(block.block_type);
        let kind = kinds.into_iter().find(|kind| kind.block_type() == name)?;
        let [ty, name] = self.tree.labels(block.labels) else {
            return None;
        };
        Some((
            kind,
            self.tree.text(ty.text).to_owned(),
            self.tree.text(name.text).to_owned(),
        ))
    }

    /// Returns whether the outermost block around the place sets an argument.
    pub(super) fn has_argument(self, name: &str) -> bool {
        let block = self.outermost_block();
        let items = block
            .filter(|block| block.has_body)
            .map(|block| self.tree.body(block.body).items);
        items.is_some_and(|items| {
            self.tree.items(items).iter().any(|item| match item {
                Item::Attribute(id) => self.tree.str(self.tree.attribute(*id).name) == name,
                _ => false,
            })
        })
    }

    /// Returns whether `self` is the resource around the place.
    pub(super) fn has_self(self) -> bool {
        self.tree
            .nodes_at(self.offset)
            .into_iter()
            .any(|node| match node {
                Node::Block(id) => {
                    let block_type = self.tree.str(self.tree.block(id).block_type);
                    ["provisioner", "connection", "postcondition"].contains(&block_type)
                }
                _ => false,
            })
    }
}

fn bools() -> Vec<String> {
    ["true", "false"].map(str::to_owned).to_vec()
}

/// Returns the values that a validation of a variable lists, as expressions.
fn allowed(variable: &Variable) -> Vec<String> {
    if variable.ty == Type::BOOL {
        return bools();
    }
    let conditions = variable
        .validations
        .iter()
        .filter_map(|own| own.condition.as_ref());
    let listed = conditions.filter_map(|condition| {
        let call = condition
            .static_call()
            .filter(|call| call.name.as_str() == "contains")?;
        let [list, element] = &call.arguments[..] else {
            return None;
        };
        let is_own = element.native_text()? == format!("var.{}", variable.name);
        let values = list.static_list().filter(|_| is_own)?;
        values
            .iter()
            .map(|value| value.native_text())
            .collect::<Option<Vec<String>>>()
    });
    listed.flatten().collect()
}
