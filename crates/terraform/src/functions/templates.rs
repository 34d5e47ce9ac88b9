//! The functions that render templates: `templatefile` and `templatestring`.

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, Outcome, Source, SourceMap};
use hcl2_functions::{Host, terraform};
use hcl2_model::{EvalContext, Expression, FunctionTable, LazyCall, LazyFunction, Traversal};
use hcl2_native::NativeExpression;
use hcl2_native::lexer::is_identifier;
use hcl2_value::{Budget, Fields, Function, FunctionError, Meter, Parameter, Type, Value};

use super::insert;
use crate::table::{Language, Version};

/// Returns a table with functions that render templates, which call the functions of the table as a version evaluates them.
/// `host` answers for the files of templates.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
/// use hcl2_functions::NoHost;
/// use hcl2_model::FunctionTable;
///
/// let functions = FunctionTable::from_iter([hcl2_functions::upper()]);
/// let functions = hcl2_terraform::with_templates(functions, "terraform@1.11".parse()?, &(Arc::new(NoHost) as _));
/// assert!(functions.get("upper").is_some() && functions.get("templatestring").is_some());
/// # Ok::<(), String>(())
/// ```
#[must_use]
pub fn with_templates(functions: FunctionTable, version: Version, host: &Arc<dyn Host>) -> FunctionTable {
    let base = Arc::new(functions);
    let mut inner = FunctionTable::over(Arc::clone(&base));
    for name in [TEMPLATE_FILE, TEMPLATE_STRING] {
        insert(&mut inner, name, in_template(name));
    }
    let inner = Arc::new(inner);
    let mut table = FunctionTable::over(base);
    let templates = Templates {
        version,
        host: Arc::clone(host),
        inner: Arc::clone(&inner),
    };
    let file = templates.file_function(0);
    insert(&mut table, TEMPLATE_FILE, file);
    let string: Arc<dyn LazyFunction> = Arc::new(TemplateString {
        version,
        functions: inner,
    });
    insert(&mut table, TEMPLATE_STRING, string);
    table
}

/// How many templates deep OpenTofu lets `templatefile` call itself.
const MAX_TEMPLATES: u32 = 1024;

/// How many of them share a stack.
const TEMPLATES_ON_A_STACK: u32 = 8;

/// The size of their stack in bytes, of which what is not used costs nothing.
const STACK: usize = 32 << 20;

/// The steps that a nested template takes: it is read and parsed each time, and one that calls itself twice must end.
const STEPS_A_TEMPLATE: usize = 10_000;

/// The bytes of a nested template that count as another step.
const BYTES_A_STEP: usize = 64;

/// What rendering the templates of files needs.
#[derive(Clone)]
struct Templates {
    version: Version,
    host: Arc<dyn Host>,
    /// The functions that a template may call that cannot render others.
    inner: Arc<FunctionTable>,
}

impl Templates {
    /// Creates the function `templatefile` for templates at this depth. In OpenTofu, they may call it in turn.
    fn file_function(&self, depth: u32) -> Function {
        let own = self.clone();
        terraform::templatefile(
            &self.host,
            Arc::new(move |name, text, variables, meter| {
                let functions = own.functions_at(depth, text, meter)?;
                let value = if depth > 0 && depth.is_multiple_of(TEMPLATES_ON_A_STACK) {
                    on_own_stack(|| render(name, text, variables, (own.version, &functions), meter))?
                } else {
                    render(name, text, variables, (own.version, &functions), meter)?
                };
                if value.is_null() {
                    return Err(FunctionError::new("the template's result is null"));
                }
                Ok(value)
            }),
        )
    }

    /// Returns the functions that the template `text` at this depth may call.
    fn functions_at(
        &self,
        depth: u32,
        text: &str,
        meter: &mut Meter<'_>,
    ) -> Result<Arc<FunctionTable>, FunctionError> {
        if self.version.language == Language::Terraform {
            return Ok(Arc::clone(&self.inner));
        }
        if depth > MAX_TEMPLATES {
            let message = format!("templates call {TEMPLATE_FILE} more than {MAX_TEMPLATES} deep");
            return Err(FunctionError::new(message).general());
        }
        if depth > 0 {
            meter.steps(STEPS_A_TEMPLATE + text.len() / BYTES_A_STEP)?;
        }
        let mut table = FunctionTable::over(Arc::clone(&self.inner));
        insert(&mut table, TEMPLATE_FILE, self.file_function(depth + 1));
        let string: Arc<dyn LazyFunction> = Arc::new(TemplateString {
            version: self.version,
            functions: Arc::clone(&self.inner),
        });
        insert(&mut table, TEMPLATE_STRING, string);
        Ok(Arc::new(table))
    }
}

/// Calls a function on a stack of its own.
fn on_own_stack<T: Send>(
    function: impl FnOnce() -> Result<T, FunctionError> + Send,
) -> Result<T, FunctionError> {
    let builder = std::thread::Builder::new().stack_size(STACK);
    let budget = Budget::current();
    std::thread::scope(|scope| {
        let called = builder.spawn_scoped(scope, || budget.during(function));
        called.ok().and_then(|called| called.join().ok())
    })
    .unwrap_or_else(|| {
        Err(FunctionError::new(
            "templates call each other too deeply for this machine",
        ))
    })
}

pub(crate) const TEMPLATE_FILE: &str = "templatefile";
pub(crate) const TEMPLATE_STRING: &str = "templatestring";

/// Returns what a template function is inside a template: an error.
fn in_template(name: &'static str) -> Function {
    Function::new(name, move |_, _| {
        Err(FunctionError::new(format!(
            "a template that is rendered by a function cannot call {name}"
        )))
    })
    .describe("Cannot be called in a template.")
    .variadic(
        Parameter::new("arguments", Type::DYNAMIC)
            .describe("Anything.")
            .allow_null()
            .allow_unknown()
            .allow_dynamic()
            .allow_marked(),
    )
}

/// Renders a template with functions, as a version evaluates it.
fn render(
    name: &str,
    text: &str,
    variables: Fields<'_>,
    (version, functions): (Version, &Arc<FunctionTable>),
    meter: &mut Meter<'_>,
) -> Result<Value, FunctionError> {
    for variable in variables.keys().iter() {
        if !is_identifier(variable) {
            return Err(
                of_variables("a variable of a template must have a name that is an identifier").revealing(
                    format!(
                        "{:?} cannot be the name of a variable of a template",
                        variable.as_str()
                    ),
                ),
            );
        }
    }
    let mut sources = SourceMap::new();
    let source = sources
        .add(name, text)
        .map_err(|error| FunctionError::for_argument(0, error.to_string()))?;
    let file = hcl2_native::parse_template(&source)
        .into_result()
        .map_err(|problems| of_template(&source, &problems).in_argument(0))?;
    let Some(id) = file.root().expr() else {
        return Ok(Value::from(""));
    };
    let template = NativeExpression::new(file, id);
    for reference in template.variables() {
        check_reference(&source, &reference, variables)?;
    }
    let mut context = EvalContext::new();
    context.allow_variables();
    context.set_functions(Arc::clone(functions));
    context.set_rules(version.rules());
    context.set_budget(meter.share());
    for (name, value) in variables.iter() {
        context.set_variable(name.as_str(), value.clone());
    }
    let Outcome {
        value,
        diagnostics: problems,
    } = template.evaluate(Some(&context.child_without_facts()));
    if problems.has_errors() {
        return Err(of_template(&source, &problems));
    }
    Ok(value)
}

fn of_variables(message: &'static str) -> FunctionError {
    FunctionError::for_argument(1, message)
}

fn check_reference(
    source: &Source,
    reference: &Traversal,
    variables: Fields<'_>,
) -> Result<(), FunctionError> {
    let Some(root) = reference.root_name() else {
        return Ok(());
    };
    if variables.get(root.as_str()).is_some() {
        return Ok(());
    }
    let message = "the template refers to a variable that is not among the given ones";
    let place = reference
        .span()
        .map_or_else(String::new, |span| format!(" {}", place(source, span.start)));
    Err(of_variables(message).revealing(format!(
        "the template refers to the variable {root}{place}, which is not among the given ones"
    )))
}

/// Describes a place in a template.
fn place(source: &Source, offset: u32) -> String {
    let position = source.line_index().position(source.bytes(), offset);
    format!(
        "in line {}, column {} of {}",
        position.line,
        position.column,
        source.name()
    )
}

/// Converts the first error of a template into an error of the call.
fn of_template(source: &Source, problems: &Diagnostics) -> FunctionError {
    let error = FunctionError::new("the template has an error");
    let Some(first) = problems.iter().find(|problem| problem.is_error()) else {
        return error;
    };
    let text = if first.detail.is_empty() {
        &first.summary
    } else {
        &first.detail
    };
    let place = first.subject.map_or_else(String::new, |subject| {
        format!(" {}", place(source, subject.start))
    });
    error.revealing(format!(
        "the template has an error{place}: {}",
        text.trim_end_matches('.')
    ))
}

/// `templatestring(template, vars)`: renders a template that is a string elsewhere.
///
/// In Terraform the template must be a reference, since a literal template would be rendered before the call, and the result
/// is a string. In OpenTofu the template is any string, and one that is a single interpolation has a result of any type.
#[derive(Debug)]
struct TemplateString {
    version: Version,
    functions: Arc<FunctionTable>,
}

impl LazyFunction for TemplateString {
    fn call(&self, call: &LazyCall<'_>) -> Result<Outcome<Value>, FunctionError> {
        let mut diagnostics = Diagnostics::new();
        let [template, _] = call.arguments.as_slice() else {
            let count = call.arguments.len();
            return Err(FunctionError::new(format!("2 arguments required, not {count}")).general());
        };
        let version = self.version;
        let is_strict = version.language == Language::Terraform;
        let values: Vec<Value> = call
            .arguments
            .iter()
            .map(|argument| argument.evaluate(call.context).report_into(&mut diagnostics))
            .collect();
        if diagnostics.has_errors() {
            return Ok(Outcome::new(Value::DYNAMIC, diagnostics));
        }
        // As in Terraform, nothing is known of a call whose variables are unknown.
        if is_strict && values[1].is_known() && !template.expression().is_none_or(is_reference) {
            return Err(FunctionError::for_argument(
                0,
                "the template must be written as a reference to a string; write out a template as it is, without this function",
            ));
        }
        let functions = Arc::clone(&self.functions);
        let mut meter = call.context.meter();
        // The protocol of functions of values takes care of null, unknown and marked arguments.
        let result = Function::metered(TEMPLATE_STRING, move |arguments, _, meter| {
            let (variables, marks) = arguments[1].unmark();
            let fields = variables
                .fields()
                .ok_or_else(|| of_variables("the variables must be given as an object or a map"))?;
            let given = &arguments[0];
            let wrong_type = || {
                let found = given.ty().friendly_name();
                FunctionError::for_argument(0, format!("string is required, not {found}"))
            };
            if is_strict && !given.is_null() && given.as_str().is_none() {
                return Err(wrong_type());
            }
            let template = given.convert(&Type::STRING).map_err(|_| wrong_type())?;
            let Some(text) = template.as_str() else {
                return Err(FunctionError::for_argument(0, "argument must not be null"));
            };
            let value = render("the template", text, fields, (version, &functions), meter)?;
            if !is_strict {
                return Ok(value.with_marks(&marks));
            }
            match value.convert(&Type::STRING) {
                Ok(text) if !text.is_null() => Ok(text.with_marks(&marks)),
                _ => Err(FunctionError::new("the template's result must be a string")),
            }
        })
        .parameter(
            Parameter::new("template", Type::DYNAMIC)
                .allow_null()
                .allow_dynamic(),
        )
        .parameter(Parameter::new("vars", Type::DYNAMIC).allow_marked())
        .returns(if is_strict { Type::STRING } else { Type::DYNAMIC })
        .call_metered(&values, &mut meter)?;
        Ok(Outcome::new(result, diagnostics))
    }
}

/// Returns whether an expression is a reference to a variable or a part of one.
fn is_reference(expression: &dyn Expression) -> bool {
    if expression.static_traversal().is_some() {
        return true;
    }
    // An expression with a computed index is not a traversal, but starts with one.
    let variables = expression.variables();
    let Some(first) = variables.first().and_then(Traversal::span) else {
        return false;
    };
    let rest = expression.native_text().and_then(|text| {
        let after = usize::try_from(first.end.checked_sub(expression.span().start)?).ok()?;
        Some(text.get(after..)?.trim_start().starts_with(['[', '.']))
    });
    first.start == expression.span().start && expression.static_call().is_none() && rest.unwrap_or(true)
}
