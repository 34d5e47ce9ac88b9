//! The functions of policies.

use std::sync::Arc;

use hcl2_model::{FunctionTable, Name};
use hcl2_terraform::{allows_version, is_constraint};
use hcl2_value::{Function, FunctionError, Marks, Parameter, Type, Value};

use crate::cause::Cause;

/// The namespace of the functions of the language.
const CORE: &str = "core::";

/// What lookups see.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lookup {
    pub(crate) resources: Vec<Candidate>,
    /// The objects of data sources, with their types.
    pub(crate) data: Vec<(String, Value)>,
    pub(crate) is_open: bool,
    pub(crate) has_mocks: bool,
}

/// A resource that a lookup may find.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) ty: String,
    pub(crate) address: String,
    pub(crate) attrs: Value,
    pub(crate) may_be_missing: bool,
}

/// Whether a candidate is among the results.
enum Match {
    No,
    /// It is, if what has these marks is known to be equal.
    Maybe(Marks),
    Yes,
}

/// Returns the functions of policies: those of Terraform, by their names with `core::`, and lookups.
pub(crate) fn table(terraform: &FunctionTable, lookup: &Arc<Lookup>, plugins: &[Name]) -> FunctionTable {
    let core = terraform
        .iter()
        .filter(|(name, _)| name.as_str().starts_with(CORE));
    let mut table: FunctionTable = FunctionTable::new();
    table.extend(core.map(|(name, function)| (name.clone(), function.clone())));
    table.set_hint(|_| Some("Functions of policies have the prefix `core::`, such as `core::length`."));
    let own = [
        resources(Arc::clone(lookup)),
        data_source(Arc::clone(lookup)),
        unavailable("gethttprequest", "core::gethttprequest"),
        semverconstraint(),
        contains_substring(),
    ];
    for function in own {
        table.insert(format!("{CORE}{}", function.name()), function);
    }
    for name in plugins {
        table.insert(name.clone(), unavailable("plugin", name.as_str()));
    }
    table
}

/// Returns a function whose results are not known here.
fn unavailable(short: &'static str, name: &str) -> Function {
    let cause = Cause::Function(name.to_owned());
    let anything = Parameter::new("arguments", Type::DYNAMIC)
        .allow_null()
        .allow_unknown()
        .allow_dynamic();
    Function::new(short, move |_, _| {
        Ok(Value::DYNAMIC.with_mark(cause.clone().mark()))
    })
    .describe("Returns a value that is not known, because the function is not called here.")
    .variadic(anything)
}

/// Creates a parameter for a value with unknown and marked parts.
fn any(name: &'static str) -> Parameter {
    Parameter::new(name, Type::DYNAMIC)
        .allow_null()
        .allow_unknown()
        .allow_dynamic()
        .allow_marked()
}

fn resources(lookup: Arc<Lookup>) -> Function {
    Function::new("getresources", move |arguments, _| {
        let [ty, filters @ ..] = arguments else {
            return Err(FunctionError::new("expected the type of the resources"));
        };
        lookup.resources(ty, filters.first().unwrap_or(&Value::object::<&str>([])))
    })
    .describe("Returns the resources of a type whose attributes have the given values.")
    .parameter(any("type"))
    .variadic(any("filter"))
}

fn data_source(lookup: Arc<Lookup>) -> Function {
    Function::new("getdatasource", move |arguments, _| {
        let (ty, config) = (&arguments[0], &arguments[1]);
        lookup.data_source(ty, config)
    })
    .describe("Returns the object of a data source that the plan reads.")
    .parameter(any("type"))
    .parameter(any("config"))
}

impl Lookup {
    fn resources(&self, ty: &Value, filter: &Value) -> Result<Value, FunctionError> {
        let (name, mut marks) = ty.unmark();
        let Some(name) = name.as_str() else {
            return Ok(Value::unknown(Type::list(Type::DYNAMIC)).with_marks(&marks));
        };
        let (mut found, mut least, mut most) = (Vec::new(), 0_u64, Some(0_u64));
        for candidate in self.resources.iter().filter(|candidate| candidate.ty == name) {
            let is_found = is_match(&candidate.attrs, filter, false)?;
            let is_found = match is_found {
                Match::Yes if candidate.may_be_missing => {
                    Match::Maybe(marks_of(Cause::Instance(candidate.address.clone())))
                }
                Match::Maybe(others) if candidate.may_be_missing => {
                    Match::Maybe(others.union(&marks_of(Cause::Instance(candidate.address.clone()))))
                }
                is_found => is_found,
            };
            match is_found {
                Match::No => continue,
                Match::Yes => {
                    found.push(candidate.attrs.clone());
                    least += 1;
                }
                Match::Maybe(own) => marks = marks.union(&own),
            }
            most = most.map(|most| most + 1).filter(|_| !candidate.may_be_missing);
        }
        if self.is_open {
            marks = marks.union(&marks_of(Cause::Resources(name.to_owned())));
            most = None;
        }
        let value = if most == Some(least) {
            Value::tuple(found)
        } else {
            let unknown = Value::unknown(Type::list(Type::DYNAMIC)).refine_not_null();
            unknown.refine_length(least, most)
        };
        Ok(value.with_marks(&marks))
    }

    fn data_source(&self, ty: &Value, config: &Value) -> Result<Value, FunctionError> {
        let (name, marks) = ty.unmark();
        let Some(name) = name.as_str() else {
            return Ok(Value::DYNAMIC.with_marks(&marks));
        };
        let mut found = Vec::new();
        for (ty, attrs) in &self.data {
            if ty == name && !matches!(is_match(attrs, config, self.has_mocks)?, Match::No) {
                found.push(attrs);
            }
        }
        let certain = match found.as_slice() {
            [only] if matches!(is_match(only, config, self.has_mocks)?, Match::Yes) => Some((*only).clone()),
            [] if self.has_mocks => {
                let message = format!("the tests have no `data` block of the type `{name}` for this call");
                return Err(FunctionError::new(message));
            }
            _ => None,
        };
        let value = certain.unwrap_or_else(|| {
            let (_, marks) = config.unmark_deep();
            let unknown = Value::DYNAMIC.with_mark(Cause::DataSource(name.to_owned()).mark());
            unknown.with_marks(&marks)
        });
        Ok(value.with_marks(&marks))
    }
}

fn marks_of(cause: Cause) -> Marks {
    Value::DYNAMIC.with_mark(cause.mark()).marks()
}

/// Compares an object with the values that it should have. Attributes that a mock lacks do not count.
fn is_match(object: &Value, filter: &Value, lacks_attributes: bool) -> Result<Match, FunctionError> {
    let (bare, marks) = filter.unmark();
    if !bare.is_known() {
        return Ok(Match::Maybe(marks));
    }
    let Some(expected) = bare.fields() else {
        return Err(FunctionError::for_argument(
            1,
            "expected an object with the values of attributes",
        ));
    };
    let (object, of_object) = object.unmark();
    if !object.is_known() {
        return Ok(Match::Maybe(of_object.union(&marks)));
    }
    let mut is_certain = true;
    let mut maybe = Marks::default();
    for (name, value) in expected.iter() {
        let Some(own) = object.get(name) else {
            if lacks_attributes {
                continue;
            }
            return Ok(Match::No);
        };
        let (is_equal, marks) = own.equals(value).unmark_deep();
        match is_equal.as_bool() {
            Some(true) => {}
            Some(false) => return Ok(Match::No),
            None => {
                is_certain = false;
                maybe = maybe.union(&marks);
            }
        }
    }
    Ok(if is_certain {
        Match::Yes
    } else {
        Match::Maybe(maybe)
    })
}

fn semverconstraint() -> Function {
    Function::new("semverconstraint", |arguments, _| {
        let [version, constraint] =
            [0, 1].map(|position: usize| arguments[position].as_str().unwrap_or_default());
        // A version alone is a constraint too.
        if version.contains([',', ' ', '=', '<', '>', '~']) || !is_constraint(version) {
            return Err(FunctionError::for_argument(
                0,
                "expected a version, such as `1.2.3`",
            ));
        }
        if !is_constraint(constraint) {
            return Err(FunctionError::for_argument(
                1,
                "expected constraints, such as `>= 1.2, < 2.0`",
            ));
        }
        Ok(Value::from(allows_version(constraint, version)))
    })
    .describe("Returns whether a version satisfies constraints.")
    .parameter(Parameter::new("version", Type::STRING))
    .parameter(Parameter::new("constraint", Type::STRING))
    .returns(Type::BOOL)
    .never_null()
}

fn contains_substring() -> Function {
    Function::new("contains_substring", |arguments, _| {
        let [text, part] = [0, 1].map(|position: usize| arguments[position].as_str().unwrap_or_default());
        Ok(Value::from(text.contains(part)))
    })
    .describe("Returns whether a string contains another one.")
    .parameter(Parameter::new("string", Type::STRING))
    .parameter(Parameter::new("substring", Type::STRING))
    .returns(Type::BOOL)
    .never_null()
}
