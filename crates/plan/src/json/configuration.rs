//! The configuration: the expressions of all modules, unevaluated.

use std::collections::BTreeMap;

use hcl2_diagnostics::Span;
use hcl2_json_text::Writer;
use hcl2_model::{BodyRef, EvalContext, Expression, ExpressionRef, Limits, Rules, Traversal};
use hcl2_terraform::{
    BlockSchema, Module, ModuleCall, Output, ProviderSchema, Resource, ResourceKind, Variable,
    specification_of,
};
use hcl2_value::Value;
use hcl2_wire::schema::{Block, Nesting};

use super::mode;
use super::provider_keys::ProviderKeys;
use super::references::{described, subject};
use super::values::known;
use crate::graph::{Graph, ModuleId};
use crate::options::Inputs;
use crate::providers::Providers;

/// What the configuration is written from.
struct Configuration<'c, 't> {
    graph: &'c Graph<'t>,
    providers: &'c Providers,
    inputs: &'c Inputs,
    keys: ProviderKeys,
    /// The rules by which constants are evaluated.
    rules: Rules,
}

pub(super) fn write(graph: &Graph<'_>, providers: &Providers, inputs: &Inputs, writer: &mut Writer) {
    let configuration = Configuration {
        graph,
        providers,
        inputs,
        keys: ProviderKeys::of(graph, providers),
        rules: graph.version().rules(),
    };
    writer.open('{');
    configuration.provider_configurations(writer);
    writer.property("root_module");
    configuration.module(0, writer);
    writer.close('}');
}

impl Configuration<'_, '_> {
    fn provider_configurations(&self, writer: &mut Writer) {
        let mut own = self.keys.own().peekable();
        if own.peek().is_none() {
            return;
        }
        writer.property("provider_config");
        writer.open('{');
        for (key, entry) in own {
            writer.property(key);
            writer.open('{');
            text("name", &entry.name, writer);
            text("full_name", &entry.full_name, writer);
            text("alias", entry.alias.as_deref().unwrap_or_default(), writer);
            text("version_constraint", &entry.version, writer);
            text("module_address", &entry.module, writer);
            let schema = self.inputs.schemas.provider(&entry.full_name);
            let schema = schema.and_then(ProviderSchema::configuration);
            if let (Some(body), Some(schema)) = (&entry.body, schema) {
                self.expressions("expressions", body, schema, writer);
            }
            writer.close('}');
        }
        writer.close('}');
    }

    fn module(&self, id: ModuleId, writer: &mut Writer) {
        let module: &Module = &self.graph.modules[id].tree.module;
        writer.open('{');
        let mut outputs: Vec<&Output> = module.outputs.iter().collect();
        outputs.sort_by(|a, b| a.name.cmp(&b.name));
        if !outputs.is_empty() {
            writer.property("outputs");
            writer.open('{');
            for output in outputs {
                writer.property(&output.name);
                self.output(output, writer);
            }
            writer.close('}');
        }
        let in_checks = module.checks.iter().filter_map(|check| check.data.as_ref());
        // As in Terraform, ephemeral resources are left out.
        let is_stored = |resource: &&Resource| resource.kind != ResourceKind::Ephemeral;
        let resources = module.resources().iter().filter(is_stored);
        let mut resources: Vec<&Resource> = resources.chain(in_checks).collect();
        resources.sort_by_cached_key(|resource| (resource.kind, name_in_module(resource)));
        if !resources.is_empty() {
            writer.property("resources");
            writer.open('[');
            for resource in resources {
                writer.element();
                self.resource(id, resource, writer);
            }
            writer.close(']');
        }
        let mut calls: Vec<(&ModuleCall, ModuleId)> = module
            .calls
            .iter()
            .filter_map(|call| Some((call, *self.graph.modules[id].calls.get(call.name.as_str())?)))
            .collect();
        calls.sort_by(|a, b| a.0.name.cmp(&b.0.name));
        if !calls.is_empty() {
            writer.property("module_calls");
            writer.open('{');
            for (call, called) in calls {
                writer.property(&call.name);
                self.call(call, called, writer);
            }
            writer.close('}');
        }
        let mut variables: Vec<&Variable> = module.variables.iter().collect();
        variables.sort_by(|a, b| a.name.cmp(&b.name));
        if !variables.is_empty() {
            writer.property("variables");
            writer.open('{');
            for variable in variables {
                writer.property(&variable.name);
                self.variable(variable, writer);
            }
            writer.close('}');
        }
        writer.close('}');
    }

    fn output(&self, output: &Output, writer: &mut Writer) {
        writer.open('{');
        flag("sensitive", output.sensitive, writer);
        if let Some(value) = &output.value {
            writer.property("expression");
            expression(value, self.rules, writer);
        }
        depends_on(&output.depends_on, writer);
        text(
            "description",
            output.description.as_deref().unwrap_or_default(),
            writer,
        );
        writer.close('}');
    }

    fn variable(&self, variable: &Variable, writer: &mut Writer) {
        writer.open('{');
        if let Some(default) = &variable.default {
            writer.property("default");
            let converted = variable.convert(default);
            let default = converted.as_ref().unwrap_or(default);
            if is_proportionate(default, variable.default_span.unwrap_or(variable.span)) {
                known(default, writer);
            } else {
                writer.null();
            }
        }
        text(
            "description",
            variable.description.as_deref().unwrap_or_default(),
            writer,
        );
        flag("sensitive", variable.sensitive, writer);
        writer.close('}');
    }

    fn call(&self, call: &ModuleCall, called: ModuleId, writer: &mut Writer) {
        writer.open('{');
        text("source", call.source.as_deref().unwrap_or_default(), writer);
        let mut arguments: Vec<(&str, &ExpressionRef)> = call
            .arguments
            .iter()
            .map(|argument| (argument.name.as_str(), &argument.expression))
            .collect();
        arguments.sort_by_key(|(name, _)| *name);
        if !arguments.is_empty() {
            writer.property("expressions");
            writer.open('{');
            for (name, value) in arguments {
                writer.property(name);
                expression(value, self.rules, writer);
            }
            writer.close('}');
        }
        instances((&call.count, &call.for_each), self.rules, writer);
        writer.property("module");
        self.module(called, writer);
        text(
            "version_constraint",
            call.version.as_deref().unwrap_or_default(),
            writer,
        );
        depends_on(&call.depends_on, writer);
        writer.close('}');
    }

    fn resource(&self, module: ModuleId, resource: &Resource, writer: &mut Writer) {
        let provider = self.providers.name(module, resource);
        let schema =
            self.inputs
                .schemas
                .resource(self.graph.version(), &provider, resource.kind, &resource.ty);
        writer.open('{');
        text("address", &name_in_module(resource), writer);
        text("mode", mode(resource.kind), writer);
        text("type", &resource.ty, writer);
        text("name", &resource.name, writer);
        text(
            "provider_config_key",
            &self.keys.of_resource(self.graph, module, resource),
            writer,
        );
        if !resource.provisioners.is_empty() {
            writer.property("provisioners");
            writer.open('[');
            for provisioner in &resource.provisioners {
                writer.element();
                writer.open('{');
                text("type", &provisioner.ty, writer);
                attributes(&provisioner.body, self.rules, writer);
                writer.close('}');
            }
            writer.close(']');
        }
        if let Some(schema) = schema {
            self.expressions("expressions", &resource.body, schema, writer);
        }
        writer.property("schema_version");
        let version = schema.map_or(0, |schema| schema.version());
        writer.integer(i64::try_from(version).unwrap_or(i64::MAX));
        instances((&resource.count, &resource.for_each), self.rules, writer);
        depends_on(&resource.depends_on, writer);
        writer.close('}');
    }

    /// Writes the expressions of a body, unless there are none.
    fn expressions(&self, name: &str, body: &BodyRef, schema: &BlockSchema, writer: &mut Writer) {
        let body = schema.unexpanded(body);
        let content = body.partial_content(schema.body_schema()).value.content;
        if content.attributes.is_empty() && content.blocks.is_empty() {
            return;
        }
        writer.property(name);
        block(&body, schema.block(), self.rules, writer);
    }
}

/// Writes the expressions of a block.
fn block(body: &BodyRef, schema: &Block, rules: Rules, writer: &mut Writer) {
    let content = body
        .partial_content(&specification_of(schema).schema())
        .value
        .content;
    let mut bodies: BTreeMap<&str, Vec<(&hcl2_model::Block, Option<&str>)>> = BTreeMap::new();
    for block in &content.blocks {
        let label = block.labels.first().map(|label| label.text.as_str());
        bodies.entry(&block.block_type).or_default().push((block, label));
    }
    let mut names: Vec<&str> = content
        .attributes
        .iter()
        .map(|attribute| attribute.name.as_str())
        .collect();
    names.extend(bodies.keys());
    names.sort_unstable();
    writer.open('{');
    for name in names {
        writer.property(name);
        if let Some(attribute) = content.attributes.get(name) {
            expression(&attribute.expression, rules, writer);
            continue;
        }
        let (Some(nested), Some(found)) = (schema.blocks.get(name), bodies.get(name)) else {
            writer.null();
            continue;
        };
        match nested.nesting {
            Nesting::Single | Nesting::Group => {
                if let Some((last, _)) = found.last() {
                    block(&last.body, &nested.block, rules, writer);
                }
            }
            Nesting::List | Nesting::Set => {
                writer.open('[');
                for (one, _) in found {
                    writer.element();
                    block(&one.body, &nested.block, rules, writer);
                }
                writer.close(']');
            }
            Nesting::Map => {
                let by_label: BTreeMap<&str, &hcl2_model::Block> = found
                    .iter()
                    .map(|(one, label)| (label.unwrap_or_default(), *one))
                    .collect();
                writer.open('{');
                for (label, one) in by_label {
                    writer.property(label);
                    block(&one.body, &nested.block, rules, writer);
                }
                writer.close('}');
            }
        }
    }
    writer.close('}');
}

/// Writes the expressions of the attributes of a body without blocks.
fn attributes(body: &BodyRef, rules: Rules, writer: &mut Writer) {
    let attributes = body.attributes().value;
    let mut all: Vec<(&str, &ExpressionRef)> = attributes
        .iter()
        .map(|attribute| (attribute.name.as_str(), &attribute.expression))
        .collect();
    if all.is_empty() {
        return;
    }
    all.sort_by_key(|(name, _)| *name);
    writer.property("expressions");
    writer.open('{');
    for (name, value) in all {
        writer.property(name);
        expression(value, rules, writer);
    }
    writer.close('}');
}

fn instances(
    (count, for_each): (&Option<ExpressionRef>, &Option<ExpressionRef>),
    rules: Rules,
    writer: &mut Writer,
) {
    for (name, value) in [("count_expression", count), ("for_each_expression", for_each)] {
        if let Some(value) = value
            && !is_empty(&**value, rules)
        {
            writer.property(name);
            expression(value, rules, writer);
            return;
        }
    }
}

fn depends_on(references: &[Traversal], writer: &mut Writer) {
    if references.is_empty() {
        return;
    }
    writer.property("depends_on");
    writer.open('[');
    for reference in references {
        writer.element();
        writer.string(&subject(reference).map_or_else(String::new, |(text, _)| text));
    }
    writer.close(']');
}

/// Maximum steps in the evaluation of a constant. One that takes more is left out.
const MAX_CONSTANT_STEPS: u64 = 1_000_000;

/// Returns the value of an expression without references; others are not wholly known.
fn constant(expression: &dyn Expression, rules: Rules) -> Value {
    // In JSON, a string is its own value here, even if it is a template.
    let is_json = match (expression.native_text(), expression.template_text()) {
        (None, _) => true,
        (Some(native), Some(template)) => template.starts_with("${") && !native.starts_with(['"', '<']),
        (Some(_), None) => false,
    };
    if is_json {
        return expression.evaluate(None).value;
    }
    let mut context = EvalContext::new();
    context.set_rules(rules);
    context.set_budget(Limits::new().with_steps(MAX_CONSTANT_STEPS).budget());
    expression.evaluate(Some(&context)).value
}

/// Returns whether a constant is not much longer than its source. Others are left out: a few loops may have an endless value.
fn is_proportionate(value: &Value, source: Span) -> bool {
    const FREE: u64 = 1 << 16;
    value.text_bytes() <= FREE + 16 * u64::from(source.end - source.start)
}

/// Returns whether an expression has neither a constant value nor references.
fn is_empty(expression: &dyn Expression, rules: Rules) -> bool {
    !constant(expression, rules).is_wholly_known() && described(&expression.variables()).is_empty()
}

/// Writes the value of a constant, or the references of another expression.
fn expression(expression: &ExpressionRef, rules: Rules, writer: &mut Writer) {
    writer.open('{');
    let value = constant(&**expression, rules);
    if value.is_wholly_known() && is_proportionate(&value, expression.span()) {
        writer.property("constant_value");
        known(&value, writer);
    }
    let references = described(&expression.variables());
    if !references.is_empty() {
        writer.property("references");
        writer.open('[');
        for reference in references {
            writer.element();
            writer.string(&reference);
        }
        writer.close(']');
    }
    writer.close('}');
}

fn name_in_module(resource: &Resource) -> String {
    match resource.kind {
        ResourceKind::Managed => format!("{}.{}", resource.ty, resource.name),
        kind => format!("{}.{}.{}", kind.block_type(), resource.ty, resource.name),
    }
}

/// Writes a string, unless it is empty.
fn text(name: &str, text: &str, writer: &mut Writer) {
    if !text.is_empty() {
        writer.property(name);
        writer.string(text);
    }
}

/// Writes a flag, unless it is false.
fn flag(name: &str, flag: bool, writer: &mut Writer) {
    if flag {
        writer.property(name);
        writer.bool(true);
    }
}
