//! A module as JSON, in the format of `crates/cli/schema/inspect.json`.

use std::collections::{BTreeSet, HashSet};

use hcl2::diagnostics::{SourceMap, Span};
use hcl2::model::{Attribute, ExpressionRef, Traversal};
use hcl2::terraform::{Module, ModuleTree, Resource};
use serde_json::{Map, Value, json};

use super::{default_of, place};
use crate::output::json_range;

/// The version of the format. What is added raises the second number, any other change the first one.
const FORMAT_VERSION: &str = "1.0";

/// Describes a module.
pub(super) fn described(tree: &ModuleTree, sources: &SourceMap) -> Value {
    let mut described = of_module(tree, sources);
    described.insert("format_version".to_owned(), FORMAT_VERSION.into());
    Value::Object(described)
}

fn of_module(tree: &ModuleTree, sources: &SourceMap) -> Map<String, Value> {
    let module = &tree.module;
    let describe = Describe { sources };
    let nested: Map<String, Value> = tree
        .calls
        .iter()
        .map(|(name, inner)| (name.to_string(), Value::Object(of_module(inner, sources))))
        .collect();
    let mut fields = Map::new();
    let mut add = |name: &str, value: Value| fields.insert(name.to_owned(), value);
    add("path", tree.path.clone().into());
    add("required_versions", module.required_versions.clone().into());
    add(
        "backend",
        module.backend.as_ref().map(|backend| backend.ty.as_str()).into(),
    );
    add("required_providers", describe.requirements(module));
    add("implied_providers", implied_providers(module));
    add("providers", describe.providers(module));
    add("variables", describe.variables(module));
    add("locals", describe.locals(module));
    add("resources", describe.resources(module));
    add("calls", describe.calls(module));
    add("outputs", describe.outputs(module));
    add("references", references(module));
    add("modules", Value::Object(nested));
    fields
}

/// Describes the objects of a module.
#[derive(Clone, Copy)]
struct Describe<'s> {
    sources: &'s SourceMap,
}

impl Describe<'_> {
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

    fn requirements(self, module: &Module) -> Value {
        let requirements = module.requirements.iter().map(|required| {
            let described = json!({"name": required.name.as_str(), "source": required.source,
                "version": required.version, "aliases": required.aliases});
            self.placed(described, required.span)
        });
        requirements.collect()
    }

    fn providers(self, module: &Module) -> Value {
        let providers = module.providers.iter().map(|provider| {
            let described = json!({"name": provider.name.as_str(), "alias": provider.alias});
            self.placed(described, provider.span)
        });
        providers.collect()
    }

    fn variables(self, module: &Module) -> Value {
        let variables = module.variables.iter().map(|variable| {
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
        });
        variables.collect()
    }

    fn locals(self, module: &Module) -> Value {
        let locals = module
            .locals
            .iter()
            .map(|local| self.placed(json!({"name": local.name.as_str()}), local.span));
        locals.collect()
    }

    fn resources(self, module: &Module) -> Value {
        let resources = module.resources().iter().map(|resource| {
            let [count, for_each] = self.repetition(resource.count.as_ref(), resource.for_each.as_ref());
            let described = json!({"kind": resource.kind.block_type(), "type": resource.ty.as_str(),
                "name": resource.name.as_str(), "provider": resource.provider, "provider_name": resource.provider_name(),
                "count": count, "for_each": for_each, "depends_on": self.addresses(&resource.depends_on)});
            self.placed(described, resource.span)
        });
        resources.collect()
    }

    fn calls(self, module: &Module) -> Value {
        let calls = module.calls.iter().map(|call| {
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
        });
        calls.collect()
    }

    fn outputs(self, module: &Module) -> Value {
        let outputs = module.outputs.iter().map(|output| {
            let described = json!({"name": output.name.as_str(), "description": output.description,
                "sensitive": output.sensitive, "ephemeral": output.ephemeral,
                "depends_on": self.addresses(&output.depends_on)});
            self.placed(described, output.span)
        });
        outputs.collect()
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
fn references(module: &Module) -> Value {
    let mut seen = HashSet::new();
    module
        .nodes()
        .iter()
        .flat_map(|node| node.references.iter().map(|(to, _)| (&node.address, to)))
        .filter(|edge| seen.insert(*edge))
        .map(|(from, to)| json!({"from": from.to_string(), "to": to.to_string()}))
        .collect()
}
