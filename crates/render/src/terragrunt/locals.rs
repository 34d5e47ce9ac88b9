//! Local values, in the order in which they need each other.

use std::collections::HashMap;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span};
use hcl2_model::{Attribute, Traversal, TraversalStep};
use hcl2_terraform::{CycleLink, Order, cycle_among};
use hcl2_value::{Type, Value};

use super::frame::Frame;
use super::unknown::{AN_ERROR, unknown};
use super::world::Parsed;
use crate::work::reference_to;

/// Returns the local values of a file as an object; `None` if it has no block for them.
pub(super) fn values(file: &Parsed, frame: &Frame, problems: &mut Diagnostics) -> Option<Value> {
    let mut blocks = file.blocks("locals").peekable();
    blocks.peek()?;
    let mut locals: Vec<Attribute> = Vec::new();
    for block in blocks {
        for local in block.body.attributes().report_into(problems) {
            let variables = local.expression.variables();
            if let Some(whole) = variables.iter().find(|variable| name_of(variable) == Some(None)) {
                let span = whole.span().unwrap_or(local.name_span);
                let message =
                    "a local value is referred to by its name, as in `local.region`, not with all others";
                problems.push(Diagnostic::invalid_value(span, message));
            }
            locals.push(local);
        }
    }
    let positions: HashMap<&str, usize> = locals.iter().map(|local| local.name.as_str()).zip(0..).collect();
    let needs: Vec<Vec<(usize, Span)>> = locals.iter().map(|local| mentioned(local, &positions)).collect();
    let needed = |position: usize| needs[position].iter().map(|(to, _)| *to);
    let order = Order::of(locals.len(), needed);
    let mut values: Vec<Option<Value>> = vec![None; locals.len()];
    for members in order.cycles() {
        problems.push(cycle_among(&members, needed, |from, to| CycleLink {
            name: format!("`local.{}`", locals[from].name),
            span: reference_to(to, &needs[from]),
        }));
        for member in members {
            let span = Some(locals[member].name_span);
            values[member] = Some(unknown(Type::DYNAMIC, AN_ERROR, span));
        }
    }
    let mut context = frame.context();
    for position in order.positions() {
        if values[*position].is_some() {
            continue;
        }
        let local = &locals[*position];
        let used = needs[*position].iter();
        let used = used.filter_map(|(to, _)| Some((locals[*to].name.as_str(), values[*to].clone()?)));
        let used: Vec<(&str, Value)> = used.collect();
        context.set_variable("local", Value::object(used));
        values[*position] = Some(frame.value(&local.expression, &context, problems));
    }
    let all = locals.iter().zip(values);
    let all = all.filter_map(|(local, value)| Some((local.name.as_str(), value?)));
    Some(Value::object(all.collect::<Vec<_>>()))
}

/// Returns the local value that a reference names; `None` for another root.
fn name_of(variable: &Traversal) -> Option<Option<&str>> {
    if variable.root_name()?.as_str() != "local" {
        return None;
    }
    Some(match variable.steps().get(1) {
        Some(TraversalStep::Attribute { name, .. }) => Some(name.as_str()),
        Some(TraversalStep::Index { key, .. }) => key.as_str(),
        _ => None,
    })
}

/// Returns the positions of the local values that another one mentions, with the places.
fn mentioned(local: &Attribute, positions: &HashMap<&str, usize>) -> Vec<(usize, Span)> {
    let mut found = Vec::new();
    for variable in local.expression.variables() {
        let Some(name) = name_of(&variable) else { continue };
        let span = variable.span().unwrap_or(local.name_span);
        found.extend(
            name.and_then(|name| positions.get(name))
                .map(|position| (*position, span)),
        );
    }
    found.sort_unstable_by_key(|(position, span)| (*position, span.start));
    found.dedup_by_key(|(position, _)| *position);
    found
}
