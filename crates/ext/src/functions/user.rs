//! Functions that a configuration defines.

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, codes::decode as codes};
use hcl2_model::{
    Block, BodyRef, BodySchema, Callable, EvalContext, Expression, ExpressionRef, FunctionTable, LazyCall,
    LazyFunction, Name, PartialContent,
};
use hcl2_value::{Budget, FunctionError, Marks, Meter, Value};

use super::check_count;

/// The bytes of the source of a function, whose names and literals each call reads, that take a step.
const BYTES_A_STEP: usize = 64;

/// The result of [`user_functions`].
#[derive(Clone, Debug)]
pub struct UserFunctions {
    /// The functions by name.
    pub functions: FunctionTable,
    /// The rest of the body.
    pub remain: BodyRef,
}

/// Reads the functions that a body defines, and returns them with the rest of the body.
///
/// A definition is a block of the type `block_type`. Its label is the function's name, and it has the attributes
/// `params` and `result`, and optionally `variadic_param`. Results are evaluated in `context`, with the parameters as
/// variables.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_ext::functions::user_functions;
/// use hcl2_model::EvalContext;
/// use hcl2_native::NativeBody;
///
/// let mut sources = SourceMap::new();
/// let source = sources.add("f.hcl", "function \"double\" {\n  params = [n]\n  result = n * 2\n}\n")?;
/// let parsed = hcl2_native::parse_file(&source);
/// let body = Arc::new(NativeBody::new(Arc::clone(&parsed.value), parsed.value.root().body().unwrap()));
/// let read = user_functions(&(body as _), "function", &Arc::new(EvalContext::new()));
/// assert!(read.diagnostics.is_empty());
/// assert!(read.value.functions.get("double").is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn user_functions(
    body: &BodyRef,
    block_type: &str,
    context: &Arc<EvalContext<'static>>,
) -> Outcome<UserFunctions> {
    let Outcome {
        value: PartialContent { content, remain },
        mut diagnostics,
    } = body.partial_content(&BodySchema::new().block(block_type, ["name"]));
    let mut functions = FunctionTable::new();
    if !diagnostics.has_errors() {
        for block in &content.blocks {
            if let Some(function) = user_function(block, VARIADIC, context).report_into(&mut diagnostics) {
                functions.insert(function_name(block), function);
            }
        }
    }
    Outcome::new(UserFunctions { functions, remain }, diagnostics)
}

/// The attribute for the variadic parameter that the specification names.
const VARIADIC: &str = "variadic_param";

/// Reads the function that one block defines, as [`user_functions`] does, with another name for the attribute
/// `variadic_param`.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_ext::functions::user_function;
/// use hcl2_model::EvalContext;
/// use hcl2_native::NativeBody;
///
/// let text = "function \"all\" {\n  params = []\n  variadic_params = items\n  result = items\n}\n";
/// let source = SourceMap::new().add("f.hcl", text)?;
/// let body = NativeBody::of_file(hcl2_native::parse_file(&source).value);
/// let block = &body.blocks("function")[0];
/// let function = user_function(block, "variadic_params", &Arc::new(EvalContext::new()));
/// assert!(function.into_result().unwrap().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn user_function(
    block: &Block,
    variadic: &'static str,
    context: &Arc<EvalContext<'static>>,
) -> Outcome<Option<Callable>> {
    let mut diagnostics = Diagnostics::new();
    let function = read(block, variadic, context, &mut diagnostics).map(|function| {
        let function: Arc<dyn LazyFunction> = Arc::new(function);
        Callable::Lazy(function)
    });
    Outcome::new(function, diagnostics)
}

fn function_name(block: &Block) -> Name {
    block
        .labels
        .first()
        .map_or_else(Name::default, |label| label.text.clone())
}

/// Reads one definition.
fn read(
    block: &Block,
    variadic: &'static str,
    context: &Arc<EvalContext<'static>>,
    diagnostics: &mut Diagnostics,
) -> Option<UserFunction> {
    let schema = BodySchema::new()
        .required("params")
        .optional(variadic)
        .required("result");
    let Outcome {
        value: content,
        diagnostics: problems,
    } = block.body.content(&schema);
    let failed = problems.has_errors();
    diagnostics.append(problems);
    if failed {
        return None;
    }
    let params = &content.attributes.get("params")?.expression;
    let result = content.attributes.get("result")?.expression.clone();
    let parameters = parameter_names(&**params, diagnostics)?;
    let rest = match content.attributes.get(variadic) {
        Some(attribute) => {
            let detail = format!("The variadic parameter must be a bare name, as in `{variadic} = rest`.");
            Some(parameter_name(&*attribute.expression, detail, diagnostics)?)
        }
        None => None,
    };
    Some(UserFunction {
        parameters,
        variadic: rest,
        result,
        context: Arc::clone(context),
    })
}

fn parameter_names(params: &dyn Expression, diagnostics: &mut Diagnostics) -> Option<Vec<Name>> {
    let Some(items) = params.static_list() else {
        diagnostics.push(
            Diagnostic::error(codes::NOT_A_LIST, "Not a list")
                .with_detail("Expected a list of parameters in brackets, as in `params = [a, b]`.")
                .with_subject(params.start_span()),
        );
        return None;
    };
    let detail = "A parameter must be a bare name, without quotes, dots or brackets.";
    items
        .iter()
        .map(|item| parameter_name(&**item, detail, diagnostics))
        .collect()
}

fn parameter_name(
    expression: &dyn Expression,
    detail: impl Into<std::borrow::Cow<'static, str>>,
    diagnostics: &mut Diagnostics,
) -> Option<Name> {
    let name = expression.keyword();
    if name.is_none() {
        diagnostics.push(
            Diagnostic::error(codes::INVALID_PARAMETER, "Invalid parameter")
                .with_detail(detail)
                .with_subject(expression.span()),
        );
    }
    name
}

/// A function that a configuration defines.
///
/// It is lazy only because its parameters have names that are known at run time. It evaluates all of its arguments, like
/// any function of values.
#[derive(Debug)]
struct UserFunction {
    parameters: Vec<Name>,
    variadic: Option<Name>,
    result: ExpressionRef,
    context: Arc<EvalContext<'static>>,
}

impl LazyFunction for UserFunction {
    fn call(&self, call: &LazyCall<'_>) -> Result<Outcome<Value>, FunctionError> {
        let mut diagnostics = Diagnostics::new();
        let names: Vec<&str> = self.parameters.iter().map(Name::as_str).collect();
        if !check_count(call, &names, self.variadic.is_some(), &mut diagnostics) {
            return Ok(Outcome::new(Value::DYNAMIC, diagnostics));
        }
        let values: Vec<Value> = call
            .arguments
            .iter()
            .map(|argument| argument.evaluate(call.context).report_into(&mut diagnostics))
            .collect();
        if diagnostics.has_errors() {
            return Ok(Outcome::new(Value::DYNAMIC, diagnostics));
        }
        Ok(Outcome::new(
            self.call_with(values, call.context.budget())?,
            diagnostics,
        ))
    }
}

impl UserFunction {
    fn call_with(&self, mut values: Vec<Value>, budget: Budget) -> Result<Value, FunctionError> {
        let mut all_marks = Marks::NONE;
        let mut unknown = false;
        let mut dynamic = false;
        for (index, value) in values.iter_mut().enumerate() {
            let (bare, marks) = value.unmark_deep();
            *value = bare;
            all_marks = all_marks.union(&marks);
            if value.is_null() {
                let name = self.parameters.get(index).or(self.variadic.as_ref());
                let name = name.map_or("", Name::as_str);
                return Err(
                    FunctionError::for_argument(index, format!("`{name}` must not be null")).general(),
                );
            }
            unknown |= !value.is_known();
            dynamic |= value.ty().is_dynamic();
        }
        if dynamic {
            return Ok(Value::DYNAMIC.with_marks(&all_marks));
        }
        let rest = values.split_off(self.parameters.len().min(values.len()));
        let mut scope = self.context.child_without_facts();
        scope.allow_variables();
        Meter::new(&budget).steps(self.result.span().len() as usize / BYTES_A_STEP)?;
        scope.set_budget(budget);
        for (name, value) in self.parameters.iter().zip(values) {
            scope.set_variable(name, value);
        }
        if let Some(variadic) = &self.variadic {
            scope.set_variable(variadic, Value::tuple(rest));
        }
        let Outcome {
            value: result,
            diagnostics: problems,
        } = self.result.evaluate(Some(&scope));
        if let Some(error) = problems.iter().find(|problem| problem.is_error()) {
            return Err(FunctionError::new(reason(error, &all_marks)));
        }
        let result = if unknown {
            Value::unknown(result.ty().clone())
        } else {
            result
        };
        Ok(result.with_marks(&all_marks))
    }
}

/// Returns why evaluating the result failed. Details that could reveal a marked argument are left out.
fn reason(error: &Diagnostic, marks: &Marks) -> String {
    let text = if marks.is_empty() && !error.detail.is_empty() {
        &error.detail
    } else {
        &error.summary
    };
    format!("its result has an error: {}", text.trim_end_matches('.'))
}
