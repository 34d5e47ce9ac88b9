//! A module as JSON, in the format of `crates/cli/schema/inspect.json`.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use hcl2::diagnostics::{SourceMap, Span};
use hcl2::model::{Attribute, ExpressionRef, Traversal};
use hcl2::terraform::{Module, ModuleTree, Resource};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value, json};

use super::{default_of, place};
use crate::output::json_range;

/// The version of the format. What is added raises the second number, any other change the first one.
const FORMAT_VERSION: &str = "1.0";

/// A module, described when it is written: the description of a large one takes many times its memory.
pub(super) struct Described<'a> {
    tree: &'a ModuleTree,
    sources: Cow<'a, SourceMap>,
    /// Whether the description states the version of its format.
    is_root: bool,
}

impl<'a> Described<'a> {
    pub(super) fn new(tree: &'a ModuleTree, sources: SourceMap) -> Self {
        let is_root = true;
        Self {
            tree,
            sources: Cow::Owned(sources),
            is_root,
        }
    }
}

impl Serialize for Described<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let module = &self.tree.module;
        let describe = Describe {
            sources: &self.sources,
        };
        let backend = module.backend.as_ref().map(|backend| backend.ty.as_str());
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("path", &self.tree.path)?;
        fields.serialize_entry("required_versions", &module.required_versions)?;
        fields.serialize_entry("backend", &backend)?;
        fields.serialize_entry("required_providers", &Each(|| describe.requirements(module)))?;
        fields.serialize_entry("implied_providers", &implied_providers(module))?;
        fields.serialize_entry("providers", &Each(|| describe.providers(module)))?;
        fields.serialize_entry("variables", &Each(|| describe.variables(module)))?;
        fields.serialize_entry("locals", &Each(|| describe.locals(module)))?;
        fields.serialize_entry("resources", &Each(|| describe.resources(module)))?;
        fields.serialize_entry("calls", &Each(|| describe.calls(module)))?;
        fields.serialize_entry("outputs", &Each(|| describe.outputs(module)))?;
        fields.serialize_entry("references", &Each(|| references(module)))?;
        fields.serialize_entry("modules", &Called(self))?;
        if self.is_root {
            fields.serialize_entry("format_version", FORMAT_VERSION)?;
        }
        fields.end()
    }
}

/// The modules that another one calls, by the names of the calls.
struct Called<'d, 'a>(&'d Described<'a>);

impl Serialize for Called<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Described { tree, sources, .. } = self.0;
        let calls = tree.calls.iter().map(|(name, tree)| {
            let is_root = false;
            let called = Described {
                tree,
                sources: Cow::Borrowed(&**sources),
                is_root,
            };
            (name.as_str(), called)
        });
        serializer.collect_map(calls)
    }
}

/// Objects that are described one by one.
struct Each<F>(F);

impl<F: Fn() -> I, I: Iterator<Item = Value>> Serialize for Each<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// Describes the objects of a module.
#[derive(Clone, Copy)]
struct Describe<'s> {
    sources: &'s SourceMap,
}

impl<'s> Describe<'s> {
    /// Adds where an object is declared.
    fn placed(self, mut object: Value, span: Span) -> Value {
        object["at"] = place(span, self.sources).into();
        object["range"] = self.range(span);
        object
    }

    fn range(self, span: Span) -> Value {
        let Some(source) = self.sources.get(span.source) else {
            return Value::Null;
        };
        let mut range = json_range(source, span.start, span.end);
        range["file"] = source.name().into();
        range
    }

    /// Returns the source of an expression as it may be shown, with its range.
    fn expression(self, expression: &ExpressionRef) -> Value {
        let span = expression.span();
        json!({"expression": self.text(span), "range": self.range(span)})
    }

    fn text(self, span: Span) -> String {
        let shown = self.sources.shown(span.source).map(|source| source.slice(span));
        String::from_utf8_lossy(shown.unwrap_or_default()).into_owned()
    }

    fn addresses(self, traversals: &[Traversal]) -> Vec<String> {
        traversals
            .iter()
            .filter_map(|traversal| Some(self.text(traversal.span()?)))
            .collect()
    }

    fn argument(self, argument: &Attribute) -> Value {
        let mut described = self.expression(&argument.expression);
        described["name"] = argument.name.as_str().into();
        described
    }

    fn repetition(self, count: Option<&ExpressionRef>, for_each: Option<&ExpressionRef>) -> [Value; 2] {
        [count, for_each].map(|expression| expression.map(|expression| self.expression(expression)).into())
    }

    fn requirements(self, module: &'s Module) -> impl Iterator<Item = Value> + 's {
        module.requirements.iter().map(move |required| {
            let described = json!({"name": required.name.as_str(), "source": required.source,
                "version": required.version, "aliases": required.aliases});
            self.placed(described, required.span)
        })
    }

    fn providers(self, module: &'s Module) -> impl Iterator<Item = Value> + 's {
        module.providers.iter().map(move |provider| {
            let described = json!({"name": provider.name.as_str(), "alias": provider.alias});
            self.placed(described, provider.span)
        })
    }

    fn variables(self, module: &'s Module) -> impl Iterator<Item = Value> + 's {
        module.variables.iter().map(move |variable| {
            let default = default_of(variable).and_then(|text| serde_json::from_str::<Value>(&text).ok());
            let mut described = json!({
                "name": variable.name.as_str(), "type": variable.ty.to_string(),
                "type_expression": variable.type_expression(), "required": variable.default.is_none(),
                "description": variable.description, "sensitive": variable.sensitive,
                "ephemeral": variable.ephemeral, "nullable": variable.nullable,
                "validations": variable.validations.len(),
            });
            if let Some(default) = default {
                described["default"] = default;
            }
            self.placed(described, variable.span)
        })
    }

    fn locals(self, module: &'s Module) -> impl Iterator<Item = Value> + 's {
        let locals = module.locals.iter();
        locals.map(move |local| self.placed(json!({"name": local.name.as_str()}), local.span))
    }

    fn resources(self, module: &'s Module) -> impl Iterator<Item = Value> + 's {
        module.resources().iter().map(move |resource| {
            let [count, for_each] = self.repetition(resource.count.as_ref(), resource.for_each.as_ref());
            let described = json!({"kind": resource.kind.block_type(), "type": resource.ty.as_str(),
                "name": resource.name.as_str(), "provider": resource.provider, "provider_name": resource.provider_name(),
                "count": count, "for_each": for_each, "depends_on": self.addresses(&resource.depends_on)});
            self.placed(described, resource.span)
        })
    }

    fn calls(self, module: &'s Module) -> impl Iterator<Item = Value> + 's {
        module.calls.iter().map(move |call| {
            let [count, for_each] = self.repetition(call.count.as_ref(), call.for_each.as_ref());
            let arguments: Value = call
                .arguments
                .iter()
                .map(|argument| self.argument(argument))
                .collect();
            let providers: Map<String, Value> = call
                .providers
                .iter()
                .map(|(inner, outer)| (inner.clone(), outer.clone().into()))
                .collect();
            let described = json!({"name": call.name.as_str(), "source": call.source, "version": call.version,
                "arguments": arguments, "providers": providers, "count": count, "for_each": for_each,
                "depends_on": self.addresses(&call.depends_on)});
            self.placed(described, call.span)
        })
    }

    fn outputs(self, module: &'s Module) -> impl Iterator<Item = Value> + 's {
        module.outputs.iter().map(move |output| {
            let described = json!({"name": output.name.as_str(), "description": output.description,
                "sensitive": output.sensitive, "ephemeral": output.ephemeral,
                "depends_on": self.addresses(&output.depends_on)});
            self.placed(described, output.span)
        })
    }
}

/// Lists the providers that are used and not required, with the source addresses that Terraform assumes.
fn implied_providers(module: &Module) -> Value {
    let in_checks = module.checks.iter().filter_map(|check| check.data.as_ref());
    let of_resources = module
        .resources()
        .iter()
        .chain(in_checks)
        .map(Resource::provider_name);
    let configured = module.providers.iter().map(|provider| provider.name.as_str());
    let names: BTreeSet<&str> = of_resources.chain(configured).collect();
    let required = module.requirements.iter().map(|required| required.name.as_str());
    let required: BTreeSet<&str> = required.collect();
    let implied = names.difference(&required).map(|name| {
        let source = match *name {
            "terraform" => "terraform.io/builtin/terraform".to_owned(),
            _ => format!("hashicorp/{name}"),
        };
        json!({"name": name, "source": source})
    });
    implied.collect()
}

/// Lists the references between objects, without duplicates.
fn references(module: &Module) -> impl Iterator<Item = Value> + '_ {
    let mut seen = HashSet::new();
    module
        .nodes()
        .iter()
        .flat_map(|node| node.references.iter().map(|(to, _)| (&node.address, to)))
        .filter(move |edge| seen.insert(*edge))
        .map(|(from, to)| json!({"from": from.to_string(), "to": to.to_string()}))
}
