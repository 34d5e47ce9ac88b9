//! What a plan has of values: those of outputs, how long all are, and which are not stored.

use std::collections::BTreeSet;

use hcl2_diagnostics::{Diagnostic, Span, codes::terraform as codes};
use hcl2_functions::terraform::{ephemeral_mark, sensitive_mark};
use hcl2_model::problems::limit_exceeded;
use hcl2_terraform::{BlockSchema, Output, Resource};
use hcl2_value::{Meter, PathStep, Type, Value};

use super::{Engine, InstanceId};
use crate::graph::{ModuleId, NodeId, NodeKind};
use crate::model::{Action, OutputChange};
use crate::state::State;

impl Engine<'_> {
    /// Returns outputs of a called module, all without a list: an object, or a collection of objects if the call has
    /// instances.
    pub(crate) fn module_value(
        &self,
        module: ModuleId,
        parent: InstanceId,
        outputs: Option<&[NodeId]>,
    ) -> Value {
        let Some(children) = self.instances.children(parent, module) else {
            return Value::DYNAMIC;
        };
        let key = (module, parent, outputs.map(<[NodeId]>::to_vec));
        if let Some(value) = self.modules.borrow().get(&key) {
            return value.clone();
        }
        let outputs: Vec<NodeId> = match outputs {
            Some(outputs) => outputs.to_vec(),
            None => self.prepared.graph.modules[module]
                .outputs
                .values()
                .copied()
                .collect(),
        };
        let objects = children.instances.clone().map(|instance| {
            let fields = outputs
                .iter()
                .filter_map(|output| match self.prepared.graph.nodes[*output].kind {
                    NodeKind::Output(own) => Some((own.name.as_str(), self.value_at(*output, instance))),
                    _ => None,
                });
            Value::object(fields)
        });
        let value = children.keys.collect(objects);
        self.modules.borrow_mut().insert(key, value.clone());
        value
    }

    /// Counts the bytes that values take when they are written, before the plan has them.
    pub(super) fn count_text(&self, values: &[&Value], place: Span) -> Result<(), Box<Diagnostic>> {
        let bytes = values
            .iter()
            .map(|value| value.text_bytes())
            .fold(0, u64::saturating_add);
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        let counted = Meter::without_free(&self.prepared.inputs.budget).bytes(bytes);
        counted.map_err(|exceeded| Box::new(limit_exceeded(exceeded, place)))
    }

    /// Reports ephemeral values in attributes and blocks that are stored.
    pub(super) fn report_ephemeral(&mut self, resource: &Resource, schema: &BlockSchema, config: &Value) {
        let content = resource.body.partial_content(schema.body_schema()).value.content;
        let (_, paths) = config.unmark_deep_with_paths();
        let stored = paths
            .iter()
            .filter(|(path, marks)| marks.contains(&ephemeral_mark()) && !schema.block().is_write_only(path));
        let names: BTreeSet<&str> = stored
            .filter_map(|(path, _)| match path.steps().first()? {
                PathStep::Attribute(name) => Some(name.as_str()),
                PathStep::Index(_) => None,
            })
            .collect();
        for name in names {
            let attribute = content.attributes.get(name);
            let span = attribute.map_or(resource.span, |attribute| attribute.expression.span());
            self.diagnostics.push(
                Diagnostic::error(codes::EPHEMERAL_VALUE, "Ephemeral value in a resource")
                    .with_detail(format!(
                        "The value of `{name}` is derived from ephemeral values, but it is stored in the state."
                    ))
                    .with_subject(span),
            );
        }
    }
}

/// Returns the change of an output of the root module; `None` if it is not stored.
pub(crate) fn root_output(
    output: &Output,
    value: &Value,
    state: &Option<State>,
) -> Result<Option<OutputChange>, Box<Diagnostic>> {
    let (after, marks) = value.unmark_deep();
    if marks.contains(&sensitive_mark()) && !output.sensitive {
        let problem = Diagnostic::error(codes::SENSITIVE_OUTPUT, "Sensitive value in output")
            .with_detail(format!(
                "The value of the output `{}` is derived from sensitive values and would be shown. Set `sensitive = true` in \
                 the block, or remove the sensitive values.",
                output.name
            ))
            .with_subject(output.span);
        return Err(Box::new(problem));
    }
    // Only tests get to outputs that are declared so.
    if output.ephemeral {
        return Ok(None);
    }
    if marks.contains(&ephemeral_mark()) {
        let problem = Diagnostic::error(codes::EPHEMERAL_VALUE, "Ephemeral value in output")
            .with_detail(format!(
                "The value of the output `{}` is derived from ephemeral values, but outputs are stored.",
                output.name
            ))
            .with_subject(output.value.as_ref().map_or(output.span, |value| value.span()));
        return Err(Box::new(problem));
    }
    let before = state
        .as_ref()
        .and_then(|state| state.outputs.get(output.name.as_str()));
    // A null keeps its type only if it replaces a value, or has that of the null before it.
    let after = match before.filter(|_| after.is_null()) {
        Some(before) if before.value.is_null() => before.value.clone(),
        None if after.is_null() => Value::null(Type::DYNAMIC),
        _ => after,
    };
    let was_sensitive = before.is_some_and(|before| before.sensitive);
    let is_same_secret = before.is_none() || was_sensitive == output.sensitive;
    let action = match before.map(|before| &before.value) {
        None if after.is_null() => Action::NoOp,
        None => Action::Create,
        Some(before) if after.is_null() && before.is_null() => Action::NoOp,
        Some(before) if after.is_wholly_known() && after == *before && is_same_secret => Action::NoOp,
        Some(_) => Action::Update,
    };
    let before = before.map_or_else(|| Value::null(Type::DYNAMIC), |before| before.value.clone());
    Ok(Some(OutputChange {
        name: output.name.clone(),
        sensitive: output.sensitive,
        action,
        before,
        was_sensitive,
        after,
    }))
}
