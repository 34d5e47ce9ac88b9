//! Attributes of resources: from the configuration, the provider, data or the state.

use hcl2_functions::terraform::ephemeral_mark;
use hcl2_model::{BodyRef, EvalContext, ExpressionRef};
use hcl2_terraform::{BlockSchema, InstanceKey, Resource, ResourceKind, specification_of};
use hcl2_value::{PathStep, Type, Value};
use hcl2_wire::schema::Nesting;

use super::address::Asked;
use super::trace::{Located, Traced};
use super::{StepOrigin, Walk, key_of, part_of};
use crate::graph::NodeId;
use crate::model::Action;
use crate::schema::inferred;

/// Where a part of a resource is configured.
enum Place {
    Attribute(Located),
    /// Blocks, of which no single attribute is asked for.
    Blocks(Vec<BodyRef>),
}

impl<'t> Walk<'_, 't> {
    /// Returns the planned value of an instance.
    pub(super) fn value_of_resource(
        &self,
        asked: &Asked<'t>,
        node: NodeId,
        key: Option<&InstanceKey>,
    ) -> Value {
        let super::address::Object::Resource(_, resource, _) = &asked.object else {
            return Value::DYNAMIC;
        };
        let address = self.address_of(asked.site.instance, resource, key.cloned());
        if let Some(planned) = self.resources.get(&address) {
            return planned.after.clone();
        }
        let all = self.engine.value_at(node, asked.site.instance);
        let own = key.map_or(Some(all.clone()), |key| all.index(&key.value()).ok());
        let own = own.unwrap_or(Value::DYNAMIC);
        match resource.kind {
            ResourceKind::Ephemeral => own.with_mark(ephemeral_mark()),
            _ => own,
        }
    }

    /// Finds what a part of an instance comes from.
    pub(super) fn explain_resource(
        &mut self,
        id: usize,
        asked: &Asked<'t>,
        node: NodeId,
        resource: &'t Resource,
        key: Option<&InstanceKey>,
    ) {
        self.steps[id].span = Some(resource.span);
        let engine = self.engine;
        let module = engine.prepared.graph.nodes[node].module;
        let provider = engine.prepared.providers.name(module, resource);
        let schema = engine.prepared.inputs.schemas.resource(
            self.engine.prepared.graph.version(),
            &provider,
            resource.kind,
            &resource.ty,
        );
        let Some(PathStep::Attribute(_) | PathStep::Index(_)) = asked.rest.first() else {
            if id > 0 && schema.is_none() {
                // What refers to it sees nothing of what is written, as no schema gives it types.
                self.steps[id].value = Value::DYNAMIC;
                self.steps[id].origin = StepOrigin::Computed;
                return;
            }
            let whole = self.steps[id].value.unmark().0;
            let fields = whole.fields().into_iter().flat_map(|fields| fields.iter());
            let set = fields.filter(|(_, part)| !part.unmark().0.is_null());
            let parts = set.map(|(name, _)| vec![PathStep::Attribute(name.clone())]);
            let parts = parts.collect();
            self.explain_parts(id, asked, parts);
            return;
        };
        let inferred = || inferred(&*resource.body);
        let inferred = || engine.prepared.inputs.infers_schemas().then(inferred);
        let Some(schema) = schema.cloned().or_else(inferred) else {
            return;
        };
        let site = self.site_of_resource(asked.site.instance, resource, key);
        let references = resource.body.variables();
        let context = self.context(&site, &references);
        let body = schema.body(&resource.body, &context);
        let config = schema
            .specification()
            .decode(&*body, Some(&context))
            .value
            .unmark_deep()
            .0;
        let configured = part_of(&config, &asked.rest).filter(|part| !part.is_null());
        let origin = self.origin_unless_configured(asked, resource, key, configured.as_ref());
        if let Some(origin) = origin {
            self.steps[id].origin = origin;
            return;
        }
        let locate = |context: &EvalContext<'_>| place(&resource.body, &schema, &asked.rest, context);
        match locate(&context) {
            Some(Place::Attribute(located)) => {
                let references = if located.is_generated {
                    references
                } else {
                    located.expression.variables()
                };
                let traced = self.trace(&site, &references, &|context| match locate(context)? {
                    Place::Attribute(located) => Some(located),
                    Place::Blocks(_) => None,
                });
                self.add_traced(id, &site, traced);
            }
            Some(Place::Blocks(bodies)) => {
                let span = bodies.first().map(|body| body.missing_item_span());
                let mut all: Vec<ExpressionRef> = Vec::new();
                bodies
                    .iter()
                    .for_each(|body| body.visit_expressions(&mut |expression| all.push(expression)));
                let mut joined: Option<Traced> = None;
                for position in 0..all.len().min(super::MAX_PARTS) {
                    let traced = self.trace(&site, &references, &|context| {
                        let Place::Blocks(bodies) = locate(context)? else {
                            return None;
                        };
                        let mut all: Vec<ExpressionRef> = Vec::new();
                        bodies
                            .iter()
                            .for_each(|body| body.visit_expressions(&mut |expression| all.push(expression)));
                        Some(Located {
                            expression: all.get(position)?.clone(),
                            path: Vec::new(),
                            is_generated: true,
                        })
                    });
                    joined = match (joined, traced) {
                        (Some(mut joined), Some(traced)) => {
                            joined.is_literal &= traced.is_literal;
                            joined.functions.extend(traced.functions);
                            joined.sources.extend(traced.sources);
                            Some(joined)
                        }
                        (joined, traced) => joined.or(traced),
                    };
                }
                if let (Some(joined), Some(span)) = (&mut joined, span) {
                    joined.span = span;
                    joined.functions.sort();
                    joined.functions.dedup();
                }
                self.add_traced(id, &site, joined);
            }
            None => self.steps[id].origin = StepOrigin::Omitted,
        }
    }

    /// Returns what determines a part of an instance whose value is not the configured one.
    fn origin_unless_configured(
        &self,
        asked: &Asked<'t>,
        resource: &Resource,
        key: Option<&InstanceKey>,
        configured: Option<&Value>,
    ) -> Option<StepOrigin> {
        let address = self.address_of(asked.site.instance, resource, key.cloned());
        let planned = self.resources.get(&address)?;
        let part = |value: &Value| part_of(&value.unmark_deep().0, &asked.rest);
        let after = part(&planned.after).unwrap_or(Value::DYNAMIC);
        if let Some(configured) = configured {
            let before = part(&planned.before);
            let is_kept = after != *configured && before.is_some_and(|before| before == after);
            return is_kept.then_some(StepOrigin::State);
        }
        if after.is_null() {
            return Some(StepOrigin::Omitted);
        }
        let is_empty = after.is_known() && after.element_count() == Some(0);
        if is_empty {
            return Some(StepOrigin::Omitted);
        }
        if !after.is_wholly_known() {
            return Some(StepOrigin::Computed);
        }
        Some(match resource.kind {
            ResourceKind::Data if matches!(planned.action, Action::NoOp | Action::Read) => StepOrigin::Data,
            _ if planned.importing.is_some() => StepOrigin::Import,
            _ if part(&planned.before) == Some(after) => StepOrigin::State,
            _ => StepOrigin::Computed,
        })
    }
}

/// Returns where the part at a path is configured in a body.
fn place(
    body: &BodyRef,
    schema: &BlockSchema,
    path: &[PathStep],
    context: &EvalContext<'_>,
) -> Option<Place> {
    let mut bodies = vec![schema.body(body, context)];
    let (mut block, mut path, mut is_generated) = (schema.block(), path, false);
    loop {
        let Some(step) = path.first() else {
            return Some(Place::Blocks(bodies));
        };
        let key = key_of(step);
        let name = key.as_str()?;
        let schema = specification_of(block).schema();
        if block.attributes.contains_key(name) {
            // In blocks without an address, as in sets, there may be several.
            let [only] = bodies.as_slice() else {
                return Some(Place::Blocks(bodies));
            };
            let content = only.partial_content(&schema).value.content;
            let attribute = content.attributes.get(name)?;
            return Some(Place::Attribute(Located {
                expression: attribute.expression.clone(),
                path: path[1..].to_vec(),
                is_generated,
            }));
        }
        let nested = block.blocks.get(name)?;
        is_generated = true;
        path = &path[1..];
        let mut inner: Vec<(Option<Value>, BodyRef)> = Vec::new();
        for body in &bodies {
            let content = body.partial_content(&schema).value.content;
            for own in content.blocks_of(name) {
                let label = own.labels.first().map(|label| Value::from(label.text.as_str()));
                inner.push((label, own.body.clone()));
            }
        }
        let is_single = matches!(nested.nesting, Nesting::Single | Nesting::Group);
        bodies = match path.first().map(key_of) {
            Some(key) if nested.nesting == Nesting::Map => {
                path = &path[1..];
                let own = inner.into_iter().find(|(label, _)| label.as_ref() == Some(&key));
                own.map(|(_, body)| body).into_iter().collect()
            }
            Some(key) if nested.nesting == Nesting::List && key.convert(&Type::NUMBER).is_ok() => {
                path = &path[1..];
                let number = key.convert(&Type::NUMBER).ok()?;
                let index = usize::try_from(number.as_number()?).ok()?;
                // Blocks of unknown number stand for all.
                let is_unknown = inner.iter().any(|(_, body)| body.is_unknown());
                let all = inner.into_iter().map(|(_, body)| body);
                match is_unknown {
                    true => all.collect(),
                    false => all.skip(index).take(1).collect(),
                }
            }
            Some(_) if is_single => inner.into_iter().map(|(_, body)| body).take(1).collect(),
            _ => inner.into_iter().map(|(_, body)| body).collect(),
        };
        if bodies.is_empty() {
            return None;
        }
        if nested.nesting == Nesting::Set {
            return Some(Place::Blocks(bodies));
        }
        block = &nested.block;
    }
}
