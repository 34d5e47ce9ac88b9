//! The variables and local values of Nomad and Packer.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use hcl2_diagnostics::codes::terraform as codes;
use hcl2_diagnostics::{Diagnostic, Span, nearest_name};
use hcl2_ext::types::plain_type_constraint;
use hcl2_functions::terraform::sensitive_mark;
use hcl2_model::{Block, BodySchema, EvalContext, ExpressionRef};
use hcl2_project::{VariableSource, expression_or_text};
use hcl2_terraform::{CycleLink, Order, cycle_among};
use hcl2_value::{Type, Value};

use crate::validation::Validation;
use crate::work::{Work, reference_to};

/// A variable.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) span: Span,
    ty: Option<Type>,
    pub(crate) description: Option<String>,
    pub(crate) is_sensitive: bool,
    /// The default, and then what is given.
    pub(crate) value: Option<Value>,
    validations: Vec<Validation>,
}

impl Input {
    /// Returns a value of the variable, marked if the variable is sensitive.
    pub(crate) fn marked(&self, value: &Value) -> Value {
        let value = value.clone();
        if self.is_sensitive {
            value.with_mark(sensitive_mark())
        } else {
            value
        }
    }
}

/// A local value.
#[derive(Clone, Debug)]
pub(crate) struct Local {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) expression: ExpressionRef,
    pub(crate) is_sensitive: bool,
}

/// Reads the blocks that declare variables. Defaults are evaluated in a context.
pub(crate) fn declared(work: &mut Work<'_>, blocks: &[Block], context: &EvalContext<'_>) -> Vec<Input> {
    let mut inputs: Vec<Input> = Vec::new();
    let mut seen: HashMap<String, Span> = HashMap::new();
    let schema = ["type", "default", "description", "sensitive"]
        .into_iter()
        .fold(BodySchema::new(), BodySchema::optional)
        .block("validation", [""; 0]);
    for block in blocks.iter().filter(|block| block.block_type == *"variable") {
        let Some(label) = block.labels.first() else {
            continue;
        };
        let problems = &mut work.reader.diagnostics;
        if let Some(first) = seen.insert(label.text.to_string(), label.span) {
            problems.push(duplicate("Duplicate variable", &label.text, label.span, first));
            continue;
        }
        let content = block.body.content(&schema).report_into(problems);
        let expression = |name: &str| content.attributes.get(name).map(|own| own.expression.clone());
        let ty = expression("type").map(|ty| plain_type_constraint(&*ty).report_into(problems));
        let mut value = |name: &str| {
            expression(name).map(|own| (own.evaluate(Some(context)).report_into(problems), own.span()))
        };
        let description = value("description").and_then(|(value, _)| Some(value.as_str()?.to_owned()));
        let is_sensitive = value("sensitive").is_some_and(|(value, _)| value.as_bool() == Some(true));
        let default = value("default").map(|(value, span)| match &ty {
            Some(ty) => value.convert(ty).unwrap_or_else(|error| {
                let detail = format!(
                    "The default value of `{}` does not have its type: {error}.",
                    label.text
                );
                problems.push(
                    Diagnostic::error(codes::INVALID_VALUE, "Invalid default value")
                        .with_detail(detail)
                        .with_subject(span),
                );
                Value::DYNAMIC
            }),
            None => value,
        });
        inputs.push(Input {
            name: label.text.to_string(),
            span: label.span,
            ty,
            description,
            is_sensitive,
            validations: Validation::read(&content.blocks, problems),
            value: default,
        });
    }
    for block in blocks.iter().filter(|block| block.block_type == *"variables") {
        let attributes = block.body.attributes().report_into(&mut work.reader.diagnostics);
        for attribute in &attributes {
            if let Some(first) = seen.insert(attribute.name.to_string(), attribute.name_span) {
                let place = attribute.name_span;
                work.report(duplicate("Duplicate variable", &attribute.name, place, first));
                continue;
            }
            let value = attribute
                .expression
                .evaluate(Some(context))
                .report_into(&mut work.reader.diagnostics);
            inputs.push(Input {
                name: attribute.name.to_string(),
                span: attribute.name_span,
                ty: None,
                description: None,
                is_sensitive: false,
                value: Some(value),
                validations: Vec::new(),
            });
        }
    }
    inputs
}

/// Sets variables from the environment, files that are read without being told, and then files and options, in this order, and
/// checks them. Each must have a value if there are no such files in the language.
pub(crate) fn set(
    work: &mut Work<'_>,
    inputs: &mut [Input],
    prefix: &str,
    context: &EvalContext<'_>,
    automatic: Option<&[PathBuf]>,
) {
    let positions: HashMap<String, usize> = inputs
        .iter()
        .enumerate()
        .map(|(at, own)| (own.name.clone(), at))
        .collect();
    for (name, text) in &work.options.environment {
        if let Some(position) = name.strip_prefix(prefix).and_then(|name| positions.get(name)) {
            let value = of_text(text, inputs[*position].ty.as_ref());
            assign(work, &mut inputs[*position], value, None);
        }
    }
    let unknown = |name: &str| {
        let near = nearest_name(name, positions.keys().map(String::as_str));
        let near = near.map_or_else(String::new, |near| format!(" Did you mean `{near}`?"));
        format!("The files declare no variable `{name}`.{near}")
    };
    let must_be_set = automatic.is_none();
    let automatic = automatic.into_iter().flatten().cloned().map(VariableSource::File);
    let sources: Vec<VariableSource> = automatic.chain(work.options.variables.iter().cloned()).collect();
    for source in &sources {
        match source {
            VariableSource::File(path) => {
                let Some(body) = work.parse(path) else {
                    continue;
                };
                let attributes = body.attributes().report_into(&mut work.reader.diagnostics);
                for attribute in &attributes {
                    let value = attribute
                        .expression
                        .evaluate(None)
                        .report_into(&mut work.reader.diagnostics);
                    match positions.get(attribute.name.as_str()) {
                        Some(position) => assign(
                            work,
                            &mut inputs[*position],
                            value,
                            Some(attribute.expression.span()),
                        ),
                        None => work.report(
                            Diagnostic::warning(codes::UNDECLARED, "Undeclared variable")
                                .with_detail(unknown(&attribute.name))
                                .with_subject(attribute.name_span),
                        ),
                    }
                }
            }
            VariableSource::Option { name, text } => match positions.get(name) {
                Some(position) => {
                    let value = of_text(text, inputs[*position].ty.as_ref());
                    assign(work, &mut inputs[*position], value, None);
                }
                None => work.report(
                    Diagnostic::error(codes::UNDECLARED, "Undeclared variable").with_detail(unknown(name)),
                ),
            },
            VariableSource::Environment { .. } | VariableSource::AutomaticFiles => {}
        }
    }
    for input in inputs {
        match &input.value {
            None if !must_be_set => {}
            None => work.report(
                Diagnostic::error(codes::MISSING_VALUE, "Missing value")
                    .with_detail(format!(
                        "The variable `{}` has no default. Set it with `--var {}=VALUE`.",
                        input.name, input.name
                    ))
                    .with_subject(input.span),
            ),
            Some(value) => validate(work, input, value, context),
        }
    }
}

/// Returns the value that a string gives a variable of a type.
fn of_text(text: &str, ty: Option<&Type>) -> Value {
    match ty {
        None => text.into(),
        Some(ty) if *ty == Type::STRING || *ty == Type::NUMBER => text.into(),
        Some(_) => expression_or_text(text),
    }
}

fn assign(work: &mut Work<'_>, input: &mut Input, value: Value, place: Option<Span>) {
    let converted = match &input.ty {
        Some(ty) => value.convert(ty).map_err(|error| error.to_string()),
        None => Ok(value),
    };
    match converted {
        Ok(value) => input.value = Some(value),
        Err(problem) => {
            let detail = format!(
                "The value that is given to `{}` does not have its type: {problem}.",
                input.name
            );
            let problem =
                Diagnostic::error(codes::INVALID_VALUE, "Invalid value for a variable").with_detail(detail);
            work.report(problem.with_subject(place.unwrap_or(input.span)));
        }
    }
}

fn validate(work: &mut Work<'_>, input: &Input, value: &Value, context: &EvalContext<'_>) {
    let mut scope = context.child();
    let value = input.marked(value);
    scope.set_variable("var", Value::object([(input.name.as_str(), value)]));
    for validation in &input.validations {
        let outcome = validation.condition.evaluate(Some(&scope));
        let value = outcome.report_into(&mut work.reader.diagnostics);
        let problem = validation.problem(&value, |message| message.evaluate(Some(&scope)).value);
        if let Some(problem) = problem {
            work.report(problem);
        }
    }
}

/// Returns an object of the values of variables.
pub(crate) fn object(inputs: &[Input]) -> Value {
    let fields = inputs
        .iter()
        .map(|input| (input.name.as_str(), input.value.clone().unwrap_or(Value::DYNAMIC)));
    Value::object(fields)
}

/// Returns the values of locals, each evaluated after those that it needs.
pub(crate) fn locals<'c>(
    work: &mut Work<'_>,
    locals: &[Local],
    roots: &[&str],
    scope: impl Fn(&ExpressionRef, Value) -> EvalContext<'c>,
) -> BTreeMap<String, Value> {
    let declarations = locals.iter().map(|local| (local.name.as_str(), local.span));
    report_duplicates(work, "Duplicate local value", declarations);
    let positions: HashMap<&str, usize> = locals
        .iter()
        .enumerate()
        .map(|(at, local)| (local.name.as_str(), at))
        .collect();
    let needs: Vec<Vec<(usize, Span)>> = locals
        .iter()
        .map(|local| {
            let references = local.expression.variables();
            let references = references.iter().filter_map(|reference| {
                let root = reference.root_name()?;
                let name = reference.steps().get(1)?.name()?;
                let position = roots.contains(&root.as_str()).then(|| positions.get(name))??;
                Some((*position, reference.span()?))
            });
            references.collect()
        })
        .collect();
    let needed = |position: usize| needs[position].iter().map(|(other, _)| *other);
    let order = Order::of(locals.len(), needed);
    for members in order.cycles() {
        work.report(cycle_among(&members, needed, |from, to| CycleLink {
            name: format!("`local.{}`", locals[from].name),
            span: reference_to(to, &needs[from]),
        }));
    }
    let mut values = BTreeMap::new();
    if order.is_cyclic() {
        return values;
    }
    for position in order.positions() {
        let local = &locals[*position];
        let own = needs[*position].iter().filter_map(|(other, _)| {
            let name = &locals[*other].name;
            Some((name.as_str(), values.get(name).cloned()?))
        });
        let own: BTreeMap<&str, Value> = own.collect();
        let scope = scope(&local.expression, Value::object(own));
        let mut value = local
            .expression
            .evaluate(Some(&scope))
            .report_into(&mut work.reader.diagnostics);
        if local.is_sensitive {
            value = value.with_mark(sensitive_mark());
        }
        values.insert(local.name.clone(), value);
    }
    values
}

/// Returns the arguments of blocks of local values.
pub(crate) fn local_blocks(work: &mut Work<'_>, blocks: &[Block]) -> Vec<Local> {
    let mut all: Vec<Local> = Vec::new();
    for block in blocks.iter().filter(|block| block.block_type == *"locals") {
        let attributes = block.body.attributes().report_into(&mut work.reader.diagnostics);
        all.extend(attributes.iter().map(|attribute| Local {
            name: attribute.name.to_string(),
            span: attribute.name_span,
            expression: attribute.expression.clone(),
            is_sensitive: false,
        }));
    }
    all
}

/// Reports those of several declarations, each with a name and a place, whose names earlier ones have.
pub(crate) fn report_duplicates<'n>(
    work: &mut Work<'_>,
    summary: &'static str,
    declarations: impl IntoIterator<Item = (&'n str, Span)>,
) {
    let mut seen: HashMap<&str, Span> = HashMap::new();
    for (name, span) in declarations {
        match seen.get(name) {
            Some(first) => work.report(duplicate(summary, name, span, *first)),
            None => drop(seen.insert(name, span)),
        }
    }
}

fn duplicate(summary: &'static str, name: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::error(codes::DUPLICATE_DECLARATION, summary)
        .with_detail(format!("`{name}` is declared twice. Remove one of the two."))
        .with_subject(span)
        .with_label(first, "the first declaration")
}
