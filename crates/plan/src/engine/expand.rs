//! Instances by `count`, `for_each` and `enabled`.

use hcl2_diagnostics::{Diagnostic, codes::terraform as codes};
use hcl2_terraform::table::roots;
use hcl2_terraform::{InstanceKey, Repetition, instances_problem};
use hcl2_value::{Meter, Type, Value, ValueKind};

use super::{Engine, InstanceId};
use crate::graph::ModuleId;

/// The keys of the instances of a resource or call.
#[derive(Clone, Debug)]
pub(crate) enum Keys {
    /// A single instance without a key.
    One,
    /// No instance: the object is disabled, and references to it are null.
    Disabled,
    /// Indices from 0.
    Count(u64),
    /// Keys with their values.
    Each(Vec<(InstanceKey, Value)>),
}

impl Keys {
    /// Returns each key, with the variable for expressions of the instance.
    pub(crate) fn iter(&self) -> Vec<(Option<InstanceKey>, Own)> {
        match self {
            Self::One => vec![(None, None)],
            Self::Disabled => Vec::new(),
            Self::Count(count) => (0..*count)
                .map(|index| {
                    let key = InstanceKey::Index(index);
                    let own = own_value(&key, &Value::DYNAMIC);
                    (Some(key), Some(own))
                })
                .collect(),
            Self::Each(elements) => elements
                .iter()
                .map(|(key, value)| (Some(key.clone()), Some(own_value(key, value))))
                .collect(),
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Self::One => false,
            Self::Disabled => true,
            Self::Count(count) => *count == 0,
            Self::Each(elements) => elements.is_empty(),
        }
    }

    /// Returns the value of all instances from that of each.
    pub(crate) fn collect(&self, values: impl IntoIterator<Item = Value>) -> Value {
        let mut values = values.into_iter();
        match self {
            Self::One => values.next().unwrap_or(Value::DYNAMIC),
            Self::Disabled => Value::null(Type::DYNAMIC),
            Self::Count(_) => Value::tuple(values),
            Self::Each(elements) => Value::object(elements.iter().zip(values).map(|((key, _), value)| {
                let name = match key {
                    InstanceKey::Name(name) => name.clone(),
                    InstanceKey::Index(index) => index.to_string().into(),
                };
                (name, value)
            })),
        }
    }
}

/// The variable `count` or `each` of an instance.
pub(crate) type Own = Option<(&'static str, Value)>;

/// Returns the variable for expressions of an instance: `count` or `each`.
pub(crate) fn own_value(key: &InstanceKey, value: &Value) -> (&'static str, Value) {
    match key {
        InstanceKey::Index(index) => {
            let fields = [(roots::COUNT.1, Value::from(*index))];
            (roots::COUNT.0, Value::object(fields))
        }
        InstanceKey::Name(name) => {
            let fields = [
                (roots::EACH.1, Value::from(name.clone())),
                (roots::EACH.2, value.clone()),
            ];
            (roots::EACH.0, Value::object(fields))
        }
    }
}

/// What an instance counts as, in steps and elements.
const OF_INSTANCE: usize = 16;

impl Engine<'_> {
    /// Evaluates the argument that determines instances. Returns `None` if there are errors.
    pub(crate) fn keys(
        &mut self,
        module: ModuleId,
        instance: InstanceId,
        repetition: Repetition<'_>,
    ) -> Option<Keys> {
        let Some(expression) = repetition.expression() else {
            return Some(Keys::One);
        };
        let errors = self.diagnostics.error_count();
        let needs = self.graph.needs(module, &expression.variables());
        let value = expression
            .evaluate(Some(&self.context(instance, &needs)))
            .report_into(&mut self.diagnostics);
        if self.diagnostics.error_count() > errors {
            return None;
        }
        let keys = match repetition {
            Repetition::One => Ok(Keys::One),
            Repetition::Count(_) => self.indices(&value),
            Repetition::ForEach(_) => self.elements(&value),
            Repetition::Enabled(_) => existence(&value),
        };
        let keys = keys
            .map_err(|problem| self.diagnostics.push((*problem).with_subject(expression.span())))
            .ok()?;
        if let Some(taken) = &self.simulation.taken {
            taken.record(expression.span(), !keys.is_empty());
        }
        Some(keys)
    }

    fn indices(&self, value: &Value) -> Result<Keys, Box<Diagnostic>> {
        if let Some(problem) = instances_problem("count", value, false) {
            return Err(Box::new(problem));
        }
        let (plain, _) = value.unmark();
        let number = plain.convert(&Type::NUMBER).ok();
        let count = number.as_ref().and_then(Value::as_number);
        let Some(count) = count.and_then(|number| u64::try_from(number).ok()) else {
            return Err(unknown_instances(
                "Unknown number of instances",
                "The number of instances must be known when the plan is made",
            ));
        };
        self.take(count)?;
        Ok(Keys::Count(count))
    }

    fn elements(&self, value: &Value) -> Result<Keys, Box<Diagnostic>> {
        if let Some(problem) = instances_problem("for_each", value, false).filter(Diagnostic::is_error) {
            return Err(Box::new(problem));
        }
        let (plain, _) = value.unmark();
        let unknown = || {
            unknown_instances(
                "Unknown instances",
                "The keys of instances must be known when the plan is made",
            )
        };
        let elements: Vec<(InstanceKey, Value)> = match plain.kind() {
            ValueKind::Map(fields) | ValueKind::Object(fields) => fields
                .iter()
                .map(|(key, value)| (InstanceKey::Name(key.clone()), value.clone()))
                .collect(),
            ValueKind::Set(elements) => {
                let keys = elements.iter().map(|element| {
                    let name = element.as_str().ok_or_else(unknown)?;
                    Ok((InstanceKey::Name(name.into()), element.clone()))
                });
                keys.collect::<Result<_, Box<Diagnostic>>>()?
            }
            _ => return Err(unknown()),
        };
        self.take(elements.len() as u64)?;
        Ok(Keys::Each(elements))
    }

    /// Takes instances from the budget.
    pub(super) fn take(&self, count: u64) -> Result<(), Box<Diagnostic>> {
        let parts = usize::try_from(count)
            .unwrap_or(usize::MAX)
            .saturating_mul(OF_INSTANCE);
        let mut meter = Meter::without_free(&self.inputs.budget);
        meter
            .steps(parts)
            .and_then(|()| meter.elements(parts))
            .map_err(|exceeded| {
                let problem = Diagnostic::error(codes::INVALID_INSTANCES, "Too many instances");
                Box::new(problem.with_detail(format!(
                    "{count} instances exceed the limits of the plan: {exceeded}."
                )))
            })
    }
}

fn existence(value: &Value) -> Result<Keys, Box<Diagnostic>> {
    if let Some(problem) = instances_problem("enabled", value, false) {
        return Err(Box::new(problem));
    }
    let exists = value.unmark().0.convert(&Type::BOOL).ok();
    match exists.and_then(|exists| exists.as_bool()) {
        Some(true) => Ok(Keys::One),
        Some(false) => Ok(Keys::Disabled),
        None => Err(unknown_instances(
            "Unknown condition of an instance",
            "Whether an object exists must be known when the plan is made",
        )),
    }
}

fn unknown_instances(summary: &'static str, rule: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::INVALID_INSTANCES, summary).with_detail(format!(
        "{rule}, but the value is derived from what only providers know. Derive it from the configuration alone."
    )))
}
