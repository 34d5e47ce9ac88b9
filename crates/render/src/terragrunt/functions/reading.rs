//! Functions that read files.

use std::sync::Arc;

use hcl2_model::EvalContext;
use hcl2_native::{Input, NativeBody, parse_file};
use hcl2_value::{Function, FunctionError, Parameter, Type, Value};
use hcl2_wire::json::{JsonOptions, value_to_json};

use super::of_strings;
use super::paths::full;
use crate::terragrunt::config::Evaluated;
use crate::terragrunt::evaluated::configuration;
use crate::terragrunt::paths::{directory, text};
use crate::terragrunt::place::Place;
use crate::terragrunt::stack;
use crate::terragrunt::world::{VALUES_FILE, is_of_stack};

/// The number of files that may read each other in a row.
const MAX_CHAIN: usize = 32;

/// Returns the functions that read files.
pub(super) fn functions(place: &Arc<Place>) -> Vec<Function> {
    let asked = Arc::clone(place);
    let read = Function::new("read_terragrunt_config", move |arguments, _| {
        let path = arguments.first().and_then(Value::as_str).unwrap_or_default();
        match arguments {
            [_] => read_configuration(&asked, path, None),
            [_, default] => read_configuration(&asked, path, Some(default)),
            more => {
                let message = format!("expected 1 or 2 arguments, found {}", more.len());
                Err(FunctionError::new(message))
            }
        }
    });
    let default = Parameter::new("default", Type::DYNAMIC);
    let default = default
        .allow_null()
        .allow_unknown()
        .allow_dynamic()
        .allow_marked();
    let read = read
        .parameter(Parameter::new("config_path", Type::STRING))
        .variadic(default);
    let asked = Arc::clone(place);
    let variables = of_strings("read_tfvars_file", 1..=1, move |arguments| {
        variables(&asked, arguments[0])
    });
    let marked = of_strings("mark_as_read", 1..=1, |arguments| Ok(Value::from(arguments[0])));
    vec![read, variables, marked]
}

/// Returns what a configuration at a path is.
fn read_configuration(place: &Place, path: &str, default: Option<&Value>) -> Result<Value, FunctionError> {
    let world = &place.world;
    if !std::path::Path::new(path).is_absolute() {
        place.ask_configuration();
    }
    let path = world.configuration(directory(&place.configuration), path);
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    if name == VALUES_FILE
        && let Some(values) = world.values_of(directory(&path))
    {
        return Ok(values);
    }
    if world.kind(&path).is_none() {
        return default.cloned().ok_or_else(|| {
            FunctionError::new(format!(
                "the file {} does not exist or may not be read; fix the path, give a value for this case as the second argument, \
                 or allow to read it with `--allow-read`",
                world.shown(&path)
            ))
        });
    }
    let chain: Vec<_> = place
        .chain
        .as_deref()
        .map(|chain| chain.iter().collect())
        .unwrap_or_default();
    if let Some(start) = chain.iter().position(|own| *own == path) {
        let again = chain[..=start].iter().rev().copied().chain([path.as_path()]);
        let names: Vec<String> = again.map(|path| world.shown(path)).collect();
        return Err(FunctionError::new(format!(
            "reference cycle: each of these files reads the next: {}",
            names.join(", ")
        )));
    }
    if chain.len() >= MAX_CHAIN {
        return Err(FunctionError::new(format!(
            "more than {MAX_CHAIN} files read each other in a row"
        )));
    }
    if is_of_stack(name) {
        let stack = stack::read(
            world,
            &path,
            &place.original,
            place.chain.clone(),
            place.functions,
        );
        place.ask_original();
        let (shown, problems) = stack.map_err(|problem| FunctionError::new(problem.detail.to_string()))?;
        return sound(place, &path, &problems).map(|()| shown);
    }
    if name.ends_with(VALUES_FILE) {
        let file = world
            .parse(&path)
            .map_err(|problem| FunctionError::new(problem.detail.to_string()))?;
        let attributes = file.body.attributes().value;
        let context = EvalContext::new();
        let values = attributes
            .iter()
            .map(|own| (own.name.as_str(), own.expression.evaluate(&context).value));
        return Ok(Value::object(values.collect::<Vec<_>>()));
    }
    if let Some(read) = world.shared_read(&path, &place.original) {
        if read.depends_on_original {
            place.ask_original();
        }
        return shown(place, &path, &read);
    }
    let read = configuration(
        world,
        &path,
        &place.original,
        place.chain.clone(),
        place.functions,
    );
    let (mut read, inner) = read.map_err(|problem| FunctionError::new(problem.detail.to_string()))?;
    read.depends_on_original = inner.asked_original.load(std::sync::atomic::Ordering::Relaxed);
    if read.depends_on_original {
        place.ask_original();
    }
    let read = Arc::new(read);
    world.share_read(&path, read.depends_on_original.then_some(&*place.original), &read);
    shown(place, &path, &read)
}

fn shown(place: &Place, path: &std::path::Path, read: &Evaluated) -> Result<Value, FunctionError> {
    sound(place, path, &read.problems).map(|()| read.config.shown(true))
}

/// Fails if there are errors in what was read.
fn sound(
    place: &Place,
    path: &std::path::Path,
    problems: &hcl2_diagnostics::Diagnostics,
) -> Result<(), FunctionError> {
    let Some(problem) = problems.iter().find(|problem| problem.is_error()) else {
        return Ok(());
    };
    let at = problem.subject.and_then(|span| place.world.place(span));
    let at = at.unwrap_or_else(|| place.world.shown(path));
    let detail = problem.detail.trim_end_matches('.');
    Err(FunctionError::new(format!("{at}: {}: {detail}", problem.summary)))
}

/// Returns the variables in a file as JSON.
fn variables(place: &Place, path: &str) -> Result<Value, FunctionError> {
    let path = full(directory(place.ask_original()), path);
    let world = &place.world;
    let source = world.read(&path).map_err(|problem| {
        let detail = problem.detail.trim_end_matches('.').to_owned();
        FunctionError::new(detail)
    })?;
    if text(&path).ends_with("json") {
        let parsed = hcl2_json::parse(&source);
        if parsed.has_errors() {
            return Err(FunctionError::new(format!(
                "the file {} is not JSON",
                world.shown(&path)
            )));
        }
        return Ok(Value::from(source.text().unwrap_or_default()));
    }
    let body = parse_file(Input::whole(&source).with_limits(world.given.limits)).map(NativeBody::of_file);
    let invalid = |problems: hcl2_diagnostics::Diagnostics| {
        let first = problems.iter().next().map(|problem| problem.detail.to_string());
        FunctionError::new(format!(
            "the file {} is invalid: {}",
            world.shown(&path),
            first.unwrap_or_default()
        ))
    };
    let attributes = body
        .into_result()
        .map_err(invalid)?
        .attributes()
        .into_result()
        .map_err(invalid)?;
    let mut values = Vec::new();
    for attribute in &attributes {
        let value = attribute
            .expression
            .evaluate(None)
            .into_result()
            .map_err(invalid)?;
        values.push((attribute.name.as_str(), value));
    }
    let options = JsonOptions {
        keep_nulls: true,
        ..JsonOptions::default()
    };
    let json = value_to_json(&Value::object(values), options);
    json.map(Value::from)
        .map_err(|error| FunctionError::new(error.to_string()))
}
