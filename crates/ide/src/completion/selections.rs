//! What can be selected from an object.

use hcl2_model::Name;
use hcl2_terraform::{Address, BlockSchema, Module, Output, ProviderSchemas, ResourceKind};
use hcl2_value::{Type, TypeKind};

use super::{Completion, CompletionKind, Place, item};
use crate::hover::describe_variable;

impl Place<'_> {
    /// Returns what can be selected from `heads`, names separated by dots; what fits the place best first.
    pub(super) fn selections(self, heads: &str) -> Vec<Completion> {
        let mut items = selections(self, heads);
        if let Some(expected) = self.expected() {
            expected.rank(&mut items);
        }
        items
    }
}

/// Returns what can be selected from `heads`, names separated by dots.
fn selections(place: Place<'_>, heads: &str) -> Vec<Completion> {
    let Place {
        workspace, document, ..
    } = place;
    let heads: Vec<&str> = heads.split('.').collect();
    if !place.is_of_module() {
        return place.objects_after(&heads);
    }
    let Some(module) = workspace.module_of(document) else {
        return Vec::new();
    };
    let schemas = workspace.schemas_of(document);
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
        ["each"] if place.has_argument("for_each") => fields(&["key", "value"]),
        ["count"] if place.has_argument("count") => fields(&["index"]),
        ["each" | "count"] => Vec::new(),
        ["self"] => attributes_of_self(place),
        [root] if place.iterators().iter().any(|own| own == root) => fields(&["key", "value"]),
        ["run"] if place.is_of_tests() => place.runs(),
        ["output"] | ["run", _] if place.is_of_tests() => module
            .outputs
            .iter()
            .map(|output| item(output.name.as_str(), CompletionKind::Field, ""))
            .collect(),
        ["path"] => fields(&["cwd", "module", "root"]),
        ["terraform"] => fields(&["applying", "workspace"]),
        [ty] => of_type(module, ResourceKind::Managed, ty),
        ["data", ty, name] => of_schema(schemas, module, ResourceKind::Data, ty, name),
        ["ephemeral", ty, name] => of_schema(schemas, module, ResourceKind::Ephemeral, ty, name),
        [ty, name] => of_schema(schemas, module, ResourceKind::Managed, ty, name),
        ["data", ty, name, ref path @ ..] => nested(schemas, module, (ResourceKind::Data, ty, name), path),
        ["ephemeral", ty, name, ref path @ ..] => {
            nested(schemas, module, (ResourceKind::Ephemeral, ty, name), path)
        }
        [ty, name, ref path @ ..] => nested(schemas, module, (ResourceKind::Managed, ty, name), path),
        [] => Vec::new(),
    }
}

/// Returns what can be selected from a part of a resource, within collections.
fn nested(
    schemas: Option<&ProviderSchemas>,
    module: &Module,
    resource: (ResourceKind, &str, &str),
    path: &[&str],
) -> Vec<Completion> {
    let schema = schema_of(schemas, module, resource);
    schema.map_or_else(Vec::new, |schema| within(schema.value_type(), path))
}

/// Returns the attributes of the resource or data source around a place.
pub(super) fn attributes_of_self(place: Place<'_>) -> Vec<Completion> {
    let module = place.workspace.module_of(place.document);
    match (module, place.enclosing_object()) {
        (Some(module), Some((kind, ty, name))) => of_schema(
            place.workspace.schemas_of(place.document),
            module,
            kind,
            &ty,
            &name,
        ),
        _ => Vec::new(),
    }
}

/// Returns the attributes of what `path` selects from a value of type `ty`.
pub(super) fn attributes(ty: &Type, path: &[&str]) -> Vec<Completion> {
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

/// Returns the attributes of the object that a path of keys leads to, within collections.
pub(super) fn within(ty: &Type, path: &[&str]) -> Vec<Completion> {
    match ty.kind() {
        TypeKind::List(element) | TypeKind::Set(element) => within(element, path),
        TypeKind::Map(element) => match path.split_first() {
            Some((_, rest)) => within(element, rest),
            None => Vec::new(),
        },
        TypeKind::Object(object) => match path.split_first() {
            Some((name, rest)) => object.get(name).map_or_else(Vec::new, |ty| within(ty, rest)),
            None => attributes(ty, &[]),
        },
        _ => Vec::new(),
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
    let schema = schema_of(schemas, module, (kind, ty, name));
    let attributes = schema.into_iter().flat_map(|schema| &schema.block().attributes);
    attributes
        .map(|(name, own)| {
            let mut item = item(name, CompletionKind::Field, own.constraint().to_string());
            item.documentation = Some(own.description.clone()).filter(|text| !text.is_empty());
            item.is_deprecated = own.deprecated;
            item
        })
        .collect()
}

/// Returns the schema of a resource.
fn schema_of<'s>(
    schemas: Option<&'s ProviderSchemas>,
    module: &Module,
    (kind, ty, name): (ResourceKind, &str, &str),
) -> Option<&'s BlockSchema> {
    let mut resources = module.resources().iter();
    let resource = resources.find(|own| own.kind == kind && own.ty == *ty && own.name == *name);
    let configuration = resource.and_then(|resource| resource.provider.as_deref());
    schemas?.schema(Some(module), kind.described(), configuration, ty)
}

pub(super) fn resources(module: &Module, kind: ResourceKind) -> impl Iterator<Item = (&Name, &Name)> {
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
