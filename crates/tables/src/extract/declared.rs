//! Rows of what modules declare.

use std::collections::BTreeMap;
use std::io::Result;

use hcl2_model::{Expression, ExpressionRef, Traversal};
use hcl2_terraform::table::Form;
use hcl2_terraform::{Address, Module, ModuleCall, Output, Resource, ResourceKind, Variable, join_paths};

use super::calls::Call;
use super::constant::json;
use super::context::Context;
use super::{Parsed, Reading, is_lock, range, text};
use crate::Table;
use crate::rows::Cell;

/// Arguments of tags are followed through this number of local values and calls of `merge`.
const MAX_STEPS: usize = 8;

impl Reading<'_, '_> {
    pub(super) fn declared(&mut self, module: &Module, context: &Context) -> Result<()> {
        for variable in &module.variables {
            self.variable(variable)?;
        }
        for output in &module.outputs {
            self.output(output)?;
        }
        for call in &module.calls {
            self.call(call)?;
        }
        self.locals(module, context)?;
        self.providers(module)?;
        if self.extractor.selection.has_any(&[Table::Resources]) {
            for resource in module.resources() {
                self.resource(resource, context)?;
            }
        }
        if self.extractor.selection.has_any(&[Table::References]) {
            for node in module.nodes() {
                let from = node.address.to_string();
                for (to, span) in &node.references {
                    let cells = [(&from).into(), Cell::Text(&to.to_string()), kind(to).into()];
                    self.push_at(Table::References, *span, &cells)?;
                }
            }
        }
        Ok(())
    }

    fn variable(&mut self, variable: &Variable) -> Result<()> {
        let is_secret = variable.sensitive || variable.ephemeral;
        let default = variable.default.as_ref().filter(|_| !is_secret).and_then(json);
        let cells = [
            Cell::Text(&variable.name),
            Cell::Text(&variable.ty.to_string()),
            variable.default.is_none().into(),
            default.as_ref().into(),
            variable.description.as_ref().into(),
            variable.nullable.into(),
            variable.sensitive.into(),
            variable.ephemeral.into(),
            variable.validations.len().into(),
        ];
        self.push_at(Table::Variables, variable.span, &cells)
    }

    fn output(&mut self, output: &Output) -> Result<()> {
        // The text of a constant is its value.
        let is_secret =
            |value: &&ExpressionRef| (output.sensitive || output.ephemeral) && value.variables().is_empty();
        let expression = output.value.as_ref().filter(|value| !is_secret(value));
        let expression = expression.map(|value| text(self.sources, value.span()));
        let cells = [
            Cell::Text(&output.name),
            expression.as_ref().into(),
            output.description.as_ref().into(),
            output.sensitive.into(),
            output.ephemeral.into(),
        ];
        self.push_at(Table::Outputs, output.span, &cells)
    }

    fn call(&mut self, call: &ModuleCall) -> Result<()> {
        let sources = self.sources;
        let Some(source) = sources.get(call.span.source) else {
            return Ok(());
        };
        if self.extractor.selection.has_any(&[Table::Modules])
            && self.extractor.selection.has_path(source.name())
        {
            self.extractor.calls.push(Call {
                repository: self.repository.to_owned(),
                module: self.module.to_owned(),
                path: source.name().to_owned(),
                name: call.name.to_string(),
                address: Address::Module(call.name.clone()).to_string(),
                source: call.source.clone(),
                version: call.version.clone(),
                called: call.local_path().map(|called| join_paths(self.module, called)),
                repeats: repeats(call.count.as_ref(), call.for_each.as_ref()),
                range: range(source, call.span),
            });
        }
        Ok(())
    }

    fn locals(&mut self, module: &Module, context: &Context) -> Result<()> {
        if !self.extractor.selection.has_any(&[Table::Locals]) {
            return Ok(());
        }
        for local in &module.locals {
            let value = self.extractor.constants.constant(&*local.value, Form::Template);
            let expression = if value.is_sensitive {
                String::new()
            } else {
                text(self.sources, local.value.span())
            };
            let address = Address::Local(local.name.clone());
            let cells = [
                Cell::Text(&local.name),
                (&expression).into(),
                value.json.as_ref().into(),
                value.ty.as_ref().into(),
                value.is_known.into(),
                (value.is_sensitive || context.is_sensitive(&address)).into(),
            ];
            self.push_at(Table::Locals, local.span, &cells)?;
        }
        Ok(())
    }

    fn providers(&mut self, module: &Module) -> Result<()> {
        for required in &module.requirements {
            let cells = [
                "requirement".into(),
                Cell::Text(&required.name),
                Cell::Null,
                required.source.as_ref().into(),
                required.version.as_ref().into(),
                Cell::Null,
            ];
            self.push_at(Table::Providers, required.span, &cells)?;
        }
        for provider in &module.providers {
            let cells = [
                "configuration".into(),
                Cell::Text(&provider.name),
                provider.alias.as_ref().into(),
                Cell::Null,
                provider.version.as_ref().into(),
                Cell::Null,
            ];
            self.push_at(Table::Providers, provider.span, &cells)?;
        }
        Ok(())
    }

    /// Adds the providers of lock files.
    pub(super) fn locks(&mut self, files: &[Parsed]) -> Result<()> {
        let is_lock = |file: &&Parsed| {
            let source = self.sources.get(file.body.missing_item_span().source);
            source.is_some_and(|source| is_lock(source.name().rsplit('/').next().unwrap_or_default()))
        };
        if !self.extractor.selection.has_any(&[Table::Providers]) {
            return Ok(());
        }
        for file in files.iter().filter(is_lock) {
            for block in file.body.implied_content().blocks {
                let Some(label) = block.labels.first() else {
                    continue;
                };
                let content = block.body.implied_content();
                let string = |name: &str| {
                    let value = content.attributes.get(name)?.expression.evaluate(None).value;
                    value.as_str().map(str::to_owned)
                };
                let (requirement, version) = (string("constraints"), string("version"));
                let cells = [
                    "lock".into(),
                    Cell::Text(&label.text),
                    Cell::Null,
                    Cell::Text(&label.text),
                    requirement.as_ref().into(),
                    version.as_ref().into(),
                ];
                self.push_at(Table::Providers, block.header_span, &cells)?;
            }
        }
        Ok(())
    }

    fn resource(&mut self, resource: &Resource, context: &Context) -> Result<()> {
        let address = Address::Resource(resource.kind, resource.ty.clone(), resource.name.clone());
        let source = |expression: &ExpressionRef| text(self.sources, expression.span());
        let (count, for_each) = (
            resource.count.as_ref().map(source),
            resource.for_each.as_ref().map(source),
        );
        let depends_on: Vec<String> = resource.depends_on.iter().filter_map(target).collect();
        let tags = self.tags_of(resource, context);
        let cells = [
            Cell::Text(&address.to_string()),
            mode(resource.kind).into(),
            Cell::Text(&resource.ty),
            Cell::Text(&resource.name),
            resource.provider.as_ref().into(),
            count.as_ref().into(),
            for_each.as_ref().into(),
            Cell::Names(&depends_on),
            tags.as_ref().map_or(Cell::Null, |tags| Cell::Tags(tags)),
        ];
        self.push_at(Table::Resources, resource.span, &cells)
    }

    /// Returns the tags of a resource in the order of their keys: none if it has no such argument, and `None` if the keys
    /// are computed.
    fn tags_of(&self, resource: &Resource, context: &Context) -> Option<Vec<(String, Option<String>)>> {
        if !self.wants(Table::Resources, "tags") {
            return None;
        }
        let attributes = resource.body.attributes().value;
        let Some(tags) = attributes.get("tags") else {
            return Some(Vec::new());
        };
        let mut found = BTreeMap::new();
        self.tags(&tags.expression, context, 0, &mut found)?;
        Some(found.into_iter().collect())
    }

    fn tags(
        &self,
        expression: &ExpressionRef,
        context: &Context,
        steps: usize,
        found: &mut BTreeMap<String, Option<String>>,
    ) -> Option<()> {
        if steps == MAX_STEPS {
            return None;
        }
        if let Some(items) = expression.static_map() {
            for (key, value) in items {
                let key = self.string(&*key)?;
                let value = self.string(&*value).filter(|_| !context.uses_sensitive(&*value));
                found.insert(key, value);
            }
            return Some(());
        }
        if let Some(call) = expression.static_call().filter(|call| &*call.name == "merge") {
            let mut arguments = call.arguments.iter();
            return arguments.try_for_each(|argument| self.tags(argument, context, steps + 1, found));
        }
        let traversal = expression.static_traversal()?;
        let Some(Address::Local(name)) = Address::from_traversal(&traversal) else {
            return None;
        };
        let local = context
            .locals
            .get(&*name)
            .filter(|_| traversal.steps().len() == 2)?;
        self.tags(local, context, steps + 1, found)
    }

    /// Returns a constant as a string.
    fn string(&self, expression: &dyn Expression) -> Option<String> {
        let value = self.extractor.constants.value(expression, Form::Template)?;
        value.as_str().map(str::to_owned)
    }
}

fn repeats(count: Option<&ExpressionRef>, for_each: Option<&ExpressionRef>) -> Option<&'static str> {
    match (count, for_each) {
        (Some(_), _) => Some("count"),
        (_, Some(_)) => Some("for_each"),
        _ => None,
    }
}

/// Returns the kind of an object as in references.
fn kind(address: &Address) -> &'static str {
    match address {
        Address::Variable(_) => "variable",
        Address::Local(_) => "local",
        Address::Output(_) => "output",
        Address::Module(_) => "module",
        Address::Resource(kind, ..) => kind.block_type(),
        Address::Provider(..) => "provider",
        Address::Check(_) => "check",
    }
}

fn target(traversal: &Traversal) -> Option<String> {
    Address::from_traversal(traversal).map(|address| address.to_string())
}

/// Returns the mode of a resource as the tables show it.
pub(super) fn mode(kind: ResourceKind) -> &'static str {
    match kind {
        ResourceKind::Managed => "managed",
        ResourceKind::Data => "data",
        ResourceKind::Ephemeral => "ephemeral",
    }
}
