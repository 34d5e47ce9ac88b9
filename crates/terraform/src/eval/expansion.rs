//! Instances by `count`, `for_each` and `enabled`.

use std::sync::LazyLock;

use hcl2_diagnostics::{Diagnostic, Severity, codes::terraform as codes};
use hcl2_functions::terraform::{ephemeral_mark, sensitive_mark};
use hcl2_model::EvalContext;
use hcl2_value::{Str, Type, TypeKind, Value, ValueKind};

use crate::address::InstanceKey;
use crate::module::{Instances, Repetition};
use crate::problems::if_planned;
use crate::table::{ROOT_COUNT, ROOT_EACH, names};

/// The keys of the instances of a resource or of a module call.
#[derive(Clone, Debug)]
pub enum Keys {
    /// A single instance without a key.
    One,
    /// No instance: the object is disabled, and references to it are null.
    Disabled,
    /// Indices from 0.
    Count(u64),
    /// Keys with their values.
    Each(Vec<(InstanceKey, Value)>),
    /// An unknown number of instances, for all of which one stands with this variable.
    Unknown(Option<InstanceVariable>),
}

impl Keys {
    /// Returns the keys that an argument with a value determines; `None` if the value does not determine them yet.
    ///
    /// # Errors
    ///
    /// A value that is invalid whatever its unknown parts become: `hcl2::terraform::invalid-instances` or `ephemeral-value`.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    /// use hcl2_terraform::eval::Keys;
    /// use hcl2_terraform::table::Language;
    /// use hcl2_terraform::{Module, ModuleFile};
    /// use hcl2_value::{Type, Value};
    ///
    /// let text = "module \"m\" {\n  source = \"./m\"\n  count  = 2\n}\n";
    /// let source = SourceMap::new().add("main.tf", text)?;
    /// let file = ModuleFile::parse(&source, Language::Terraform).value;
    /// let module = Module::from_files(&[file], Language::Terraform).value;
    /// let repetition = module.calls[0].repetition();
    ///
    /// let keys = Keys::of(repetition, &Value::from(2)).unwrap().unwrap();
    /// assert_eq!(keys.len(), 2);
    /// assert!(Keys::of(repetition, &Value::unknown(Type::NUMBER)).unwrap().is_none());
    /// let negative = Keys::of(repetition, &Value::from(-1)).unwrap_err();
    /// assert_eq!(negative.code.id(), "hcl2::terraform::invalid-instances");
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    pub fn of(repetition: Repetition<'_>, value: &Value) -> Result<Option<Self>, Box<Diagnostic>> {
        let (argument, expression) = match repetition {
            Repetition::One => return Ok(Some(Self::One)),
            Repetition::Count(count) => (names::COUNT, count),
            Repetition::ForEach(for_each) => (names::FOR_EACH, for_each),
            Repetition::Enabled(enabled) => (names::ENABLED, enabled),
        };
        if let Some(problem) = problem(argument, value, false).filter(Diagnostic::is_error) {
            return Err(Box::new(problem.with_subject(expression.span())));
        }
        let (plain, _) = value.unmark();
        Ok(match repetition {
            Repetition::One => Some(Self::One),
            Repetition::Count(_) => {
                let number = plain.convert(&Type::NUMBER).ok();
                let number = number.as_ref().and_then(Value::as_number);
                number
                    .and_then(|number| u64::try_from(number).ok())
                    .map(Self::Count)
            }
            Repetition::ForEach(_) => match plain.kind() {
                ValueKind::Map(_) | ValueKind::Object(_) | ValueKind::Set(_) => {
                    let elements: Option<Vec<_>> = elements(&plain).into_iter().collect();
                    elements.map(Self::Each)
                }
                _ => None,
            },
            Repetition::Enabled(_) => {
                let exists = plain.convert(&Type::BOOL).ok();
                exists
                    .and_then(|exists| exists.as_bool())
                    .map(|exists| if exists { Self::One } else { Self::Disabled })
            }
        })
    }

    /// Returns the known keys that the `for_each` of an import determines, which may be a tuple or a list too.
    #[must_use]
    pub fn of_import(value: &Value) -> Self {
        Self::Each(elements(&value.unmark().0).into_iter().flatten().collect())
    }

    /// Returns the keys of instances that an argument does not determine yet, in order to evaluate one that stands for all.
    #[must_use]
    pub fn unknown(repetition: Repetition<'_>, value: &Value) -> Self {
        let number = || Value::unknown_not_null(Type::NUMBER);
        Self::Unknown(match repetition {
            Repetition::One | Repetition::Enabled(_) => None,
            Repetition::Count(_) => Some(InstanceVariable::count(number())),
            Repetition::ForEach(_) => {
                let element = match value.unmark().0.ty().kind() {
                    TypeKind::Map(element) | TypeKind::Set(element) => Value::unknown(element.clone()),
                    _ => Value::DYNAMIC,
                };
                let key = Value::unknown_not_null(Type::STRING);
                Some(InstanceVariable::each(key, element))
            }
        })
    }

    /// Returns each key, with the variable for expressions of the instance.
    pub fn iter(&self) -> impl Iterator<Item = (Option<InstanceKey>, Option<InstanceVariable>)> {
        let one = matches!(self, Self::One).then_some((None, None));
        let count = match self {
            Self::Count(count) => *count,
            _ => 0,
        };
        let indices = (0..count).map(|index| {
            let key = InstanceKey::Index(index);
            let own = InstanceVariable::of(&key, &Value::DYNAMIC);
            (Some(key), Some(own))
        });
        let elements = match self {
            Self::Each(elements) => elements.as_slice(),
            _ => &[],
        };
        let elements = elements
            .iter()
            .map(|(key, value)| (Some(key.clone()), Some(InstanceVariable::of(key, value))));
        let unknown = match self {
            Self::Unknown(own) => Some((Some(InstanceKey::Unknown), own.clone())),
            _ => None,
        };
        one.into_iter().chain(indices).chain(elements).chain(unknown)
    }

    /// Returns the number of instances, of which an unknown number counts as one.
    #[must_use]
    pub fn len(&self) -> u64 {
        match self {
            Self::One | Self::Unknown(_) => 1,
            Self::Disabled => 0,
            Self::Count(count) => *count,
            Self::Each(elements) => elements.len() as u64,
        }
    }

    /// Returns whether there is no instance.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the value of the whole object from the values of its instances, in their order: the only one, null, a tuple or
    /// an object.
    pub fn collect(&self, values: impl IntoIterator<Item = Value>) -> Value {
        let mut values = values.into_iter();
        match self {
            Self::One => values.next().unwrap_or(Value::DYNAMIC),
            Self::Disabled => Value::null(Type::DYNAMIC),
            Self::Unknown(_) => Value::DYNAMIC,
            Self::Count(_) => Value::tuple(values),
            Self::Each(elements) => Value::object(elements.iter().zip(values).map(|((key, _), value)| {
                let name = match key {
                    InstanceKey::Name(name) => name.clone(),
                    InstanceKey::Index(index) => index.to_string().into(),
                    InstanceKey::Unknown => key.to_string().into(),
                };
                (name, value)
            })),
        }
    }
}

/// Returns the keys and values of the elements of a collection, `None` for each whose key is unknown.
fn elements(collection: &Value) -> Vec<Option<(InstanceKey, Value)>> {
    let named = |name: Str, value: &Value| Some((InstanceKey::Name(name), value.clone()));
    match collection.kind() {
        ValueKind::Map(fields) | ValueKind::Object(fields) => {
            let fields = fields.iter();
            fields.map(|(name, value)| named(name.clone(), value)).collect()
        }
        ValueKind::Set(members) => {
            let members = members.iter();
            members
                .map(|member| named(member.as_str()?.into(), member))
                .collect()
        }
        ValueKind::List(items) | ValueKind::Tuple(items) => {
            let items = items.iter().enumerate();
            items
                .map(|(index, item)| named(index.to_string().into(), item))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// The variable that only the expressions of one instance see: `count` or `each`.
#[derive(Clone, Debug)]
pub struct InstanceVariable {
    /// The name, with which references to it start.
    pub root: &'static str,
    /// The value: an object.
    pub value: Value,
}

impl InstanceVariable {
    /// Returns the variable of the instance with a key; `value` is that of its element in `for_each`.
    #[must_use]
    pub fn of(key: &InstanceKey, value: &Value) -> Self {
        match key {
            InstanceKey::Index(_) => Self::count(key.value()),
            InstanceKey::Name(_) | InstanceKey::Unknown => Self::each(key.value(), value.clone()),
        }
    }

    /// Returns `count` with an index.
    pub(crate) fn count(index: Value) -> Self {
        Self {
            root: ROOT_COUNT.0,
            value: Value::object([(ROOT_COUNT.1, index)]),
        }
    }

    /// Returns `each` with a key and the value of its element.
    pub(crate) fn each(key: Value, value: Value) -> Self {
        Self {
            root: ROOT_EACH.0,
            value: Value::object([(ROOT_EACH.1, key), (ROOT_EACH.2, value)]),
        }
    }

    /// Sets the variable of any instance in a context.
    pub(crate) fn set_unknown(instances: Instances, context: &mut EvalContext<'_>) {
        static COUNT: LazyLock<InstanceVariable> =
            LazyLock::new(|| InstanceVariable::count(Value::unknown(Type::NUMBER)));
        static EACH: LazyLock<InstanceVariable> =
            LazyLock::new(|| InstanceVariable::each(Value::unknown(Type::STRING), Value::DYNAMIC));
        match instances {
            Instances::One => {}
            Instances::Count => COUNT.add_to(context),
            Instances::ForEach => EACH.add_to(context),
        }
    }

    /// Sets the variable in a context.
    pub fn add_to(&self, context: &mut EvalContext<'_>) {
        context.set_variable(self.root, self.value.clone());
    }
}

/// Checks the known parts of the value of `count`, `for_each` or `enabled`. In imports, it may be a tuple, null, a set of any type or
/// sensitive, and only a plan refuses ephemeral values. The diagnostic
/// has no range yet; its code is `hcl2::terraform::invalid-instances` or `ephemeral-value`. It is a warning for an unknown
/// set whose elements are no strings, which is valid if it is empty.
pub(crate) fn problem(argument: &str, value: &Value, is_import: bool) -> Option<Diagnostic> {
    let (plain, marks) = value.unmark_deep();
    // The values of a map may be sensitive, but not the map itself.
    let own = value.unmark().1;
    if marks.contains(&ephemeral_mark()) {
        let problem = Diagnostic::error(codes::EPHEMERAL_VALUE, "Ephemeral instances").with_detail(
            "The number and keys of instances are stored, so they cannot be derived from ephemeral values.",
        );
        return Some(if_planned(problem, is_import));
    }
    if argument == names::ENABLED {
        if own.contains(&sensitive_mark()) {
            let found = "Whether an object exists is shown, so it cannot be derived from sensitive values.";
            return Some(invalid("Invalid condition of an instance", found.to_owned()));
        }
        return Some(invalid(
            "Invalid condition of an instance",
            wrong_condition(&plain)?,
        ));
    }
    if argument == names::COUNT {
        let found = wrong_count(&plain)?;
        return Some(invalid("Invalid number of instances", found));
    }
    let summary = "Invalid collection of instances";
    if own.contains(&sensitive_mark()) && !is_import {
        let found = "The keys of instances are shown, so they cannot be derived from sensitive values.";
        return Some(invalid(summary, found.to_owned()));
    }
    let mut problem = invalid(summary, wrong_collection(&plain, is_import)?);
    // A set of another type may turn out to be empty.
    if matches!(plain.ty().kind(), TypeKind::Set(_)) && !plain.is_known() {
        problem.severity = Severity::Warning;
    }
    Some(problem)
}

fn invalid(summary: &'static str, found: String) -> Diagnostic {
    Diagnostic::error(codes::INVALID_INSTANCES, summary).with_detail(found)
}

fn wrong_condition(value: &Value) -> Option<String> {
    let found = match (value.is_null(), value.convert(&Type::BOOL)) {
        (true, _) => "null".to_owned(),
        (false, Err(_)) => value.ty().friendly_name(),
        (false, Ok(_)) => return None,
    };
    Some(format!(
        "Expected whether the object exists, true or false, found {found}."
    ))
}

fn wrong_count(value: &Value) -> Option<String> {
    let wanted = "Expected a whole number of instances, 0 or more";
    if value.is_null() {
        return Some(format!("{wanted}, found null."));
    }
    let Ok(number) = value.convert(&Type::NUMBER) else {
        return Some(format!("{wanted}, found {}.", value.ty().friendly_name()));
    };
    let number = number.as_number()?;
    u64::try_from(number)
        .is_err()
        .then(|| format!("{wanted}, found {number}."))
}

fn wrong_collection(value: &Value, is_import: bool) -> Option<String> {
    let wanted = "Expected a map, an object or a set of strings, with an instance for each element";
    let ty = value.ty();
    if value.is_null() {
        return (!is_import).then(|| format!("{wanted}, found null."));
    }
    match ty.kind() {
        TypeKind::Dynamic | TypeKind::Map(_) | TypeKind::Object(_) => None,
        TypeKind::Set(_) | TypeKind::List(_) | TypeKind::Tuple(_) if is_import => None,
        TypeKind::Set(element) if element.is_dynamic() || *element == Type::STRING => {
            let elements = value.elements()?;
            let has_null = elements.iter().any(Value::is_null);
            has_null.then(|| format!("{wanted}, found a set that contains null."))
        }
        // Without elements, their type does not matter.
        TypeKind::Set(_) if value.elements().is_some_and(|elements| elements.is_empty()) => None,
        TypeKind::List(_) | TypeKind::Tuple(_) => Some(format!(
            "{wanted}, found {}. If its elements are distinct strings, convert it with `toset(…)`.",
            ty.friendly_name()
        )),
        _ => Some(format!("{wanted}, found {}.", ty.friendly_name())),
    }
}
