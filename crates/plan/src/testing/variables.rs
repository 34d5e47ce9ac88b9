//! Values of variables in runs: of the run itself, of its file, and from outside.

use std::collections::{BTreeMap, BTreeSet};

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::terraform as codes};
use hcl2_model::{Attribute, EvalContext, Traversal, TraversalStep};
use hcl2_terraform::table::behaviours::FILE_VARIABLES_REFER_TO_OTHERS;
use hcl2_terraform::table::roots;
use hcl2_terraform::{Module, TestRun, Variable};
use hcl2_value::Value;

use super::{GivenValue, Tester, undeclared};
use crate::stages::missing_value;

/// The values of variables in a run.
#[derive(Debug, Default)]
pub(super) struct Variables {
    /// Those that the module declares.
    pub(super) of_module: BTreeMap<String, Value>,
    /// Where they are written.
    pub(super) places: BTreeMap<String, Span>,
    /// Where those of the run and of its file are written.
    pub(super) of_run: BTreeMap<String, Span>,
    /// Those that only the assertions see.
    pub(super) of_test: BTreeMap<String, Value>,
    /// Whether one depends on an output of an earlier run that only a provider knows.
    pub(super) is_unanswered: bool,
}

/// What an expression of a variable may refer to.
struct Available {
    variables: BTreeMap<String, Value>,
    context: EvalContext<'static>,
    /// Whether outputs of earlier runs are among it.
    has_runs: bool,
}

impl Tester<'_> {
    /// Evaluates the variables of a run.
    pub(super) fn variables(
        &self,
        run: &TestRun,
        module: &Module,
        diagnostics: &mut Diagnostics,
    ) -> Variables {
        let declared: BTreeSet<&str> = module
            .variables
            .iter()
            .map(|variable| variable.name.as_str())
            .collect();
        let asserted: BTreeSet<String> = run
            .asserts
            .iter()
            .flat_map(|assertion| assertion.condition.iter().chain(&assertion.error_message))
            .flat_map(|expression| expression.variables())
            .filter_map(|reference| second_name(&reference, roots::VARIABLE))
            .collect();
        diagnostics.append(self.outside(run, module));
        let mut variables = Variables::default();
        let given = self.globals(&module.variables);
        let add = |variables: &mut Variables, name: &str, value: Value, place: Option<Span>| {
            if declared.contains(name) {
                variables.places.remove(name);
                variables
                    .places
                    .extend(place.map(|place| (name.to_owned(), place)));
                variables.of_module.insert(name.to_owned(), value);
            } else if asserted.contains(name) {
                variables.of_test.insert(name.to_owned(), value);
            }
        };
        for (name, value) in &given {
            let place = match &self.inputs.variables[name] {
                GivenValue::Value(_, place) => Some(*place),
                GivenValue::Text { .. } => None,
            };
            add(&mut variables, name, value.clone(), place);
        }
        let mut shared = match self.needs_definitions() {
            true => self.globals(&[]),
            false => given,
        };
        for definition in &self.file.definitions {
            let name = definition.name.as_str();
            let value = defined(definition, shared.get(name).cloned()).unwrap_or_else(|problem| {
                diagnostics.push(*problem);
                Value::DYNAMIC
            });
            shared.insert(name.to_owned(), value.clone());
            add(&mut variables, name, value, Some(definition.span));
        }
        let globals = self.available(shared, None);
        let mut of_file = globals.variables.clone();
        let references: Vec<Traversal> = run
            .variables
            .iter()
            .flat_map(|own| own.expression.variables())
            .collect();
        let referred: BTreeSet<String> = references
            .iter()
            .filter_map(|reference| second_name(reference, roots::VARIABLE))
            .collect();
        // Those that nothing needs are not evaluated, nor those that the run replaces.
        let needed = self.file.variables.iter().filter(|attribute| {
            let name = attribute.name.as_str();
            let is_replaced = run.variables.get(name).is_some();
            let is_seen = declared.contains(name) || asserted.contains(name);
            is_seen && !is_replaced || referred.contains(name)
        });
        let version = self.inputs.module.0.module.version();
        let refer_to_others = FILE_VARIABLES_REFER_TO_OTHERS.is_in(version);
        let needed: Vec<&Attribute> = match refer_to_others {
            true => self.with_others(needed),
            false => needed.collect(),
        };
        for attribute in needed {
            let name = attribute.name.as_str();
            let is_alone = !refer_to_others || self.others(attribute).is_empty();
            let value = match is_alone {
                true => self.variable(attribute, &globals, &mut variables, diagnostics),
                false => {
                    let available = self.available(of_file.clone(), None);
                    self.variable(attribute, &available, &mut variables, diagnostics)
                }
            };
            of_file.insert(name.to_owned(), value.clone());
            add(&mut variables, name, value, Some(attribute.expression.span()));
        }
        let available = self.available(of_file, Some(&references));
        for attribute in &run.variables {
            let name = attribute.name.as_str();
            let value = self.variable(attribute, &available, &mut variables, diagnostics);
            if !declared.contains(name) && !asserted.contains(name) {
                diagnostics.push(
                    Diagnostic::warning(codes::UNDECLARED, "Undeclared input variable")
                        .with_detail(format!(
                            "The module under test declares no variable `{name}`, so its value is ignored."
                        ))
                        .with_subject(attribute.expression.span()),
                );
            }
            add(&mut variables, name, value, Some(attribute.expression.span()));
        }
        let of_file = self.file.variables.iter().chain(&run.variables);
        variables.of_run = of_file
            .map(|attribute| (attribute.name.to_string(), attribute.expression.span()))
            .collect();
        variables
    }

    /// Returns the variables of the file to which one refers.
    fn others(&self, attribute: &Attribute) -> Vec<&Attribute> {
        let references = attribute.expression.variables();
        let names = references
            .iter()
            .filter_map(|reference| second_name(reference, roots::VARIABLE));
        names.filter_map(|name| self.file.variables.get(&name)).collect()
    }

    /// Returns variables of the file and those to which they refer, each after these.
    fn with_others<'a>(&'a self, needed: impl Iterator<Item = &'a Attribute>) -> Vec<&'a Attribute> {
        let (mut entered, mut left) = (BTreeSet::new(), BTreeSet::new());
        let mut found = Vec::new();
        let mut pending: Vec<&Attribute> = needed.collect();
        pending.reverse();
        while let Some(attribute) = pending.last().copied() {
            let name = attribute.name.as_str();
            let is_new = entered.insert(name);
            if is_new {
                pending.extend(
                    self.others(attribute)
                        .into_iter()
                        .filter(|other| !entered.contains(other.name.as_str())),
                );
                continue;
            }
            pending.pop();
            if left.insert(name) {
                found.push(attribute);
            }
        }
        found
    }

    /// Returns the values from outside, as variables take them that a module declares or the file defines. Values of other
    /// variables are expressions.
    fn globals(&self, declared: &[Variable]) -> BTreeMap<String, Value> {
        // The definitions in the file of tests count more.
        let declared: BTreeMap<&str, &Variable> = declared
            .iter()
            .chain(&self.file.definitions)
            .map(|variable| (variable.name.as_str(), variable))
            .collect();
        let has_value = |(name, given): &(&String, &GivenValue)| {
            declared.contains_key(name.as_str()) || !given.is_malformed()
        };
        let given = self.inputs.variables.iter().filter(has_value);
        let values = given.map(|(name, given)| {
            let value = match given {
                GivenValue::Value(value, _) => value.clone(),
                GivenValue::Text { text, value } => match declared.get(name.as_str()) {
                    Some(variable) if variable.takes_text() => Value::from(text.as_str()),
                    _ => value.clone(),
                },
            };
            (name.clone(), value)
        });
        values.collect()
    }

    /// Evaluates the value of a variable.
    fn variable(
        &self,
        attribute: &Attribute,
        available: &Available,
        variables: &mut Variables,
        diagnostics: &mut Diagnostics,
    ) -> Value {
        let errors = diagnostics.error_count();
        for reference in attribute.expression.variables() {
            match self.unavailable(&reference, available) {
                Ok(()) => {}
                Err(Unavailable::Error(problem)) => diagnostics.push(*problem),
                Err(Unavailable::Unanswered(problem)) => {
                    diagnostics.push(*problem);
                    variables.is_unanswered = true;
                }
            }
        }
        if diagnostics.error_count() > errors || variables.is_unanswered {
            return Value::DYNAMIC;
        }
        let value = attribute.expression.evaluate(Some(&available.context));
        value.report_into(diagnostics)
    }

    /// Returns what expressions may refer to: some variables, and the outputs of earlier runs that `runs` refer to.
    fn available(&self, variables: BTreeMap<String, Value>, runs: Option<&[Traversal]>) -> Available {
        let mut context = EvalContext::new();
        context.allow_variables();
        let version = self.inputs.module.0.module.version();
        context.set_functions(self.inputs.inputs.functions_of(version));
        context.set_budget(self.inputs.inputs.budget.clone());
        context.set_rules(version.rules());
        let fields = variables.iter();
        let fields = fields.map(|(name, value)| (name.as_str(), value.clone()));
        context.set_variable(roots::VARIABLE, Value::object(fields));
        if let Some(references) = runs {
            let outputs = named(&self.outputs, roots::RUN, references, |outputs| &outputs.value);
            context.set_variable(roots::RUN, Value::object(outputs));
        }
        Available {
            variables,
            context,
            has_runs: runs.is_some(),
        }
    }

    /// Checks a reference in the value of a variable.
    fn unavailable(&self, reference: &Traversal, available: &Available) -> Result<(), Unavailable> {
        let Some(span) = reference.span() else {
            return Ok(());
        };
        let error = |detail: String| Err(Unavailable::Error(Box::new(undeclared(detail, span))));
        if let Some(name) = second_name(reference, roots::VARIABLE) {
            if available.variables.contains_key(&name) {
                return Ok(());
            }
            if let Some(problem) = self.malformed(&name, span) {
                return Err(Unavailable::Error(Box::new(problem)));
            }
            return error(format!(
                "The variable `{name}` has no value here: only variables of the file and from outside it do."
            ));
        }
        let Some(name) = second_name(reference, roots::RUN).filter(|_| available.has_runs) else {
            return error(
                "Only variables of the file and from outside it, and in runs also outputs of earlier runs, are available \
                 here."
                    .to_owned(),
            );
        };
        let Some(outputs) = self.outputs.get(&name) else {
            let is_declared = self.file.runs.iter().any(|run| *run.name == *name);
            return error(match is_declared {
                true => format!("The run `{name}` has no outputs yet: it does not run before this one."),
                false => format!("The file declares no run `{name}`."),
            });
        };
        let value = reference.evaluate(Some(&available.context));
        // What is wrong with the reference is reported when the whole expression is evaluated.
        if value.has_errors() || value.value.is_wholly_known() {
            return Ok(());
        }
        let problem = Box::new(unknown_output(&name, span, outputs.is_unanswered));
        Err(match outputs.is_unanswered {
            true => Unavailable::Unanswered(problem),
            false => Unavailable::Error(problem),
        })
    }
}

/// Returns the value of a variable that a file of tests declares.
fn defined(definition: &Variable, given: Option<Value>) -> Result<Value, Box<Diagnostic>> {
    if given.is_none() && definition.default.is_none() {
        return Err(Box::new(missing_value(definition)));
    }
    let value = definition.accept_at(given.as_ref(), definition.span)?;
    Ok(definition.marked(value))
}

/// Why a reference has no value.
enum Unavailable {
    Error(Box<Diagnostic>),
    /// Only a provider knows it.
    Unanswered(Box<Diagnostic>),
}

fn unknown_output(run: &str, span: Span, is_unanswered: bool) -> Diagnostic {
    let (problem, reason) = if is_unanswered {
        let problem = Diagnostic::warning(codes::UNKNOWN_CONDITION, "Unknown output");
        (problem, "only a provider knows. Mock the provider")
    } else {
        let problem = Diagnostic::error(codes::UNKNOWN_CONDITION, "Unknown output");
        (problem, "is unknown until the plan is applied. Apply it")
    };
    problem
        .with_detail(format!("The run `{run}` has an output here that {reason}."))
        .with_subject(span)
}

/// Returns the values that references with a root name; all of them if one names none.
pub(super) fn named<T>(
    all: &BTreeMap<String, T>,
    root: &str,
    references: &[Traversal],
    value: impl Fn(&T) -> &Value,
) -> BTreeMap<String, Value> {
    let own = references
        .iter()
        .filter(|reference| reference.root_name().is_some_and(|name| *name == *root));
    let names: Option<BTreeSet<String>> = own.map(|reference| second_name(reference, root)).collect();
    let Some(names) = names else {
        return all
            .iter()
            .map(|(name, one)| (name.clone(), value(one).clone()))
            .collect();
    };
    let found = names.into_iter().filter_map(|name| {
        let value = value(all.get(&name)?).clone();
        Some((name, value))
    });
    found.collect()
}

/// Returns the name after the root of a reference, if it has this root.
pub(super) fn second_name(reference: &Traversal, root: &str) -> Option<String> {
    match reference.steps() {
        [
            TraversalStep::Root { name: own, .. },
            TraversalStep::Attribute { name, .. },
            ..,
        ] if *own == *root => Some(name.to_string()),
        _ => None,
    }
}
