//! Function calls.

use hcl2_diagnostics::{Diagnostic, Span, codes::expr as codes, nearest_name};
use hcl2_model::{Argument, Callable, LazyCall, LazyFunction};
use hcl2_value::{Function, FunctionError, Parameter, Value};

use super::NativeExpression;
use super::operand::Operand;
use super::{Context, Evaluator, child_scope, sentence};
use crate::tree::{Call, CallId, ExprId, TextRange};

/// An argument of a call: an expression, or an element of the expanded value.
#[derive(Clone, Copy)]
enum Given<'a> {
    Expression(ExprId),
    Element(&'a Value),
}

/// The arguments of a call: expressions, followed by the elements of the expanded value.
struct AllGiven<'f> {
    expressions: &'f [ExprId],
    elements: Vec<Value>,
}

impl AllGiven<'_> {
    fn len(&self) -> usize {
        self.expressions.len() + self.elements.len()
    }

    fn get(&self, index: usize) -> Option<Given<'_>> {
        match self.expressions.get(index) {
            Some(expr) => Some(Given::Expression(*expr)),
            None => self
                .elements
                .get(index - self.expressions.len())
                .map(Given::Element),
        }
    }

    fn iter(&self) -> impl Iterator<Item = Given<'_>> {
        let expressions = self.expressions.iter().copied().map(Given::Expression);
        expressions.chain(self.elements.iter().map(Given::Element))
    }
}

/// Returns the arguments without the marks that are lost by the older rules, if any: a function that handles marks itself is
/// not called with unknown arguments.
#[inline(never)]
fn without_lost_marks(function: &Function, values: &[Value]) -> Option<Vec<Value>> {
    let prevents_call = |(index, value): (usize, &Value)| {
        function.parameter_at(index).is_some_and(|parameter| {
            !value.is_known()
                && !(parameter.allow_unknown && (parameter.allow_dynamic || !value.ty().is_dynamic()))
        })
    };
    if !values.iter().enumerate().any(prevents_call) {
        return None;
    }
    let values = values.iter().enumerate();
    let bare = values.map(|(index, value)| match function.parameter_at(index) {
        Some(parameter) if parameter.allow_marked => value.unmark().0,
        _ => value.clone(),
    });
    Some(bare.collect())
}

/// A call of a function that takes values.
struct EagerCall<'a> {
    id: ExprId,
    call: &'a Call,
    function: &'a Function,
    given: &'a AllGiven<'a>,
    /// The number of problems before the call.
    start: usize,
    context: Context<'a>,
}

impl EagerCall<'_> {
    fn has_right_count(&self) -> bool {
        let wanted = self.function.parameters().len();
        let count = self.given.len();
        count == wanted || count > wanted && self.function.variadic_parameter().is_some()
    }
}

impl<'f> Evaluator<'f> {
    /// Evaluates a `FunctionCall`.
    #[inline(never)]
    pub(super) fn function_call(&mut self, id: ExprId, call: CallId, context: Context<'_>) -> Value {
        let file = self.file;
        let call = &file.call(call);
        let name = file.text(call.name);
        match context.and_then(|context| context.function(name)) {
            Some(Callable::Eager(function)) if call.ellipsis.is_none() => self.call_eagerly(&EagerCall {
                id,
                call,
                function,
                given: &AllGiven {
                    expressions: file.exprs(call.arguments),
                    elements: Vec::new(),
                },
                start: self.diagnostics.len(),
                context,
            }),
            found => self.call_any(id, call, found, context),
        }
    }

    /// Calls a function of any kind, which `found` is unless a resolver supplies it.
    #[inline(never)]
    fn call_any(&mut self, id: ExprId, call: &Call, found: Option<&Callable>, context: Context<'_>) -> Value {
        let supplied;
        let callable = match found {
            Some(found) => found,
            None => match self.supplied_function(id, call, context) {
                Some(found) => {
                    supplied = found;
                    &supplied
                }
                None => return Value::DYNAMIC,
            },
        };
        let start = self.diagnostics.len();
        let Some(given) = self.arguments(id, call, context) else {
            return Value::DYNAMIC;
        };
        match callable {
            Callable::Eager(function) => self.call_eagerly(&EagerCall {
                id,
                call,
                function,
                given: &given,
                start,
                context,
            }),
            Callable::Lazy(function) => self.call_lazily(id, call, &**function, &given, context),
        }
    }

    #[inline(never)]
    fn call_lazily(
        &mut self,
        id: ExprId,
        call: &Call,
        function: &dyn LazyFunction,
        given: &AllGiven<'_>,
        context: Context<'_>,
    ) -> Value {
        let expanded = self.expanded_span(call);
        let arguments = given
            .iter()
            .map(|given| match given {
                Given::Expression(argument) => {
                    Argument::Expression(NativeExpression::shared(self.file, argument))
                }
                Given::Element(value) => Argument::Value(value.clone(), expanded),
            })
            .collect();
        let mut scope = child_scope(context);
        scope.set_budget(self.meter.share());
        let lazy = LazyCall {
            arguments,
            context: &scope,
            span: self.span(id),
        };
        let result = function.call(&lazy);
        if let Some(exceeded) = self.meter.exceeded() {
            return self.stop_in(exceeded, self.file.expr_range(id));
        }
        match result {
            Ok(outcome) => {
                let failed = outcome.has_errors();
                let value = outcome.report_into(self.diagnostics);
                if !self.counts(self.file.expr_range(id), 0, value.element_count().unwrap_or(0)) {
                    return Value::DYNAMIC;
                }
                if failed { Value::DYNAMIC } else { value }
            }
            Err(error) => {
                let spans = lazy.arguments.iter().map(Argument::start_span).collect();
                self.call_failed(id, call, None, &error, spans);
                Value::DYNAMIC
            }
        }
    }

    /// Returns the function that a resolver supplies for a name that no scope defines, or reports an unknown function.
    fn supplied_function(&mut self, id: ExprId, call: &Call, context: Context<'_>) -> Option<Callable> {
        let name = self.file.text(call.name);
        let (whole, name_span) = (self.span(id), self.file.span(call.name_range));
        match context.map(|context| context.resolve_function(name, name_span)) {
            None | Some(Ok(None)) => {}
            Some(Ok(found)) => return found,
            Some(Err(problem)) => {
                self.diagnostics.push(problem.with_context(whole));
                return None;
            }
        }
        let diagnostic = match context.filter(|context| context.has_functions()) {
            None => Diagnostic::error(codes::CALLS_NOT_ALLOWED, "Function calls not allowed")
                .with_detail("No functions can be called here.")
                .with_subject(whole),
            Some(context) => {
                let unknown = Diagnostic::error(codes::UNKNOWN_FUNCTION, "Unknown function")
                    .with_subject(name_span)
                    .with_context(whole);
                let namespace = name.rfind("::").map(|at| &name[..at + 2]);
                let mut names = context.function_names().map(|name| name.as_str());
                match (namespace, context.function_hint(name)) {
                    (Some(namespace), _) if !names.any(|name| name.starts_with(namespace)) => {
                        unknown.with_detail(format!("The namespace `{namespace}` has no functions."))
                    }
                    (_, Some(hint)) => unknown.with_detail(format!("No function is named `{name}`. {hint}")),
                    _ => match nearest_name(name, context.function_names().map(|name| name.as_str())) {
                        Some(near) => unknown
                            .with_detail(format!("No function is named `{name}`. Did you mean `{near}`?"))
                            .with_suggestion(name_span, near, format!("call `{near}`")),
                        None => unknown.with_detail(format!("No function is named `{name}`.")),
                    },
                }
            }
        };
        self.diagnostics.push(diagnostic);
        None
    }

    /// Returns the arguments as written, with the last one expanded if `...` follows it. Returns `None` if that fails, or if
    /// its elements are unknown.
    fn arguments(&mut self, id: ExprId, call: &Call, context: Context<'_>) -> Option<AllGiven<'f>> {
        let file = self.file;
        let written = file.exprs(call.arguments);
        match written.split_last() {
            Some((last, before)) if call.ellipsis.is_some() => self.expanded(id, before, *last, context),
            _ => Some(AllGiven {
                expressions: written,
                elements: Vec::new(),
            }),
        }
    }

    /// Returns the arguments `before` and the elements of the value of `last`.
    #[inline(never)]
    fn expanded(
        &mut self,
        id: ExprId,
        before: &'f [ExprId],
        last: ExprId,
        context: Context<'_>,
    ) -> Option<AllGiven<'f>> {
        let start = self.diagnostics.len();
        let value = self.expression(last, context);
        if self.diagnostics.has_errors_since(start) {
            return None;
        }
        let ty = value.ty();
        let sequence = ty.is_tuple() || ty.is_list() || ty.is_set();
        if !sequence && !ty.is_dynamic() || value.is_null() {
            let detail = if value.is_null() {
                "The value before `...` is null. It must be a list, set or tuple.".to_owned()
            } else {
                format!(
                    "The value before `...` must be a list, set or tuple, not {}.",
                    ty.friendly_name()
                )
            };
            self.fail(codes::INVALID_EXPANSION, "Invalid expansion", detail, last, id);
            return None;
        }
        let (value, marks) = value.unmark();
        let elements = value.elements()?;
        Some(AllGiven {
            expressions: before,
            elements: elements
                .iter()
                .map(|element| element.clone().with_marks(&marks))
                .collect(),
        })
    }

    fn expanded_span(&self, call: &Call) -> Span {
        self.file
            .exprs(call.arguments)
            .last()
            .map_or(self.file.span(call.name_range), |last| self.span(*last))
    }

    #[inline(never)]
    fn call_eagerly(&mut self, eager: &EagerCall<'_>) -> Value {
        if !eager.has_right_count() {
            self.wrong_count(eager);
            return Value::DYNAMIC;
        }
        // Few arguments need no allocation.
        match eager.given.len() {
            1 => {
                let values = [self.argument(eager, 0)];
                self.call_with(eager, &values)
            }
            2 => {
                let values = [self.argument(eager, 0), self.argument(eager, 1)];
                self.call_with(eager, &values)
            }
            3 => {
                let values = [0, 1, 2].map(|index| self.argument(eager, index));
                self.call_with(eager, &values)
            }
            count => {
                if !self.counts(self.file.expr_range(eager.id), count, 0) {
                    return Value::DYNAMIC;
                }
                let values: Vec<Value> = (0..count).map(|index| self.argument(eager, index)).collect();
                self.call_with(eager, &values)
            }
        }
    }

    /// Evaluates the argument at `index`, from 0, and converts it to the type of its parameter.
    fn argument(&mut self, eager: &EagerCall<'_>, index: usize) -> Value {
        let (given, parameter) = (eager.given.get(index), eager.function.parameter_at(index));
        let (Some(argument), Some(parameter)) = (given, parameter) else {
            return Value::DYNAMIC;
        };
        let value = match argument {
            Given::Expression(expr) => self.operand(expr, eager.context),
            Given::Element(value) => Operand::There(value),
        };
        if *value.ty() == parameter.ty {
            return value.into_value();
        }
        self.converted(eager, argument, &value, parameter)
    }

    /// Converts the value of an argument to the type of its parameter.
    #[inline(never)]
    fn converted(
        &mut self,
        eager: &EagerCall<'_>,
        argument: Given<'_>,
        value: &Value,
        parameter: &Parameter,
    ) -> Value {
        value.convert(&parameter.ty).unwrap_or_else(|error| {
            let detail = sentence(format!(
                "The argument for `{}` does not fit: {error}",
                parameter.name
            ));
            let (subject, whole) = (self.argument_span(eager.call, argument), self.span(eager.id));
            self.diagnostics.push(
                Diagnostic::error(codes::INVALID_ARGUMENT, "Invalid argument")
                    .with_detail(detail)
                    .with_subject(subject)
                    .with_context(whole),
            );
            Value::DYNAMIC
        })
    }

    /// Calls the function with the values of the arguments.
    fn call_with(&mut self, eager: &EagerCall<'_>, values: &[Value]) -> Value {
        if self.diagnostics.has_errors_since(eager.start) || self.stop.is_some() {
            return Value::DYNAMIC;
        }
        let forgotten = match eager.context {
            Some(context) if context.rules().unknown_values_lose_marks => {
                without_lost_marks(eager.function, values)
            }
            _ => None,
        };
        let values = forgotten.as_deref().unwrap_or(values);
        match eager.function.call_metered(values, &mut self.meter) {
            Ok(value) => value,
            Err(error) => {
                if let Some(exceeded) = self.meter.exceeded() {
                    return self.stop_in(exceeded, self.file.expr_range(eager.id));
                }
                let spans = eager
                    .given
                    .iter()
                    .map(|argument| self.argument_span(eager.call, argument))
                    .collect();
                self.call_failed(eager.id, eager.call, Some(eager.function), &error, spans);
                Value::DYNAMIC
            }
        }
    }

    /// Returns the span of messages about an argument: the part where it starts.
    fn argument_span(&self, call: &Call, argument: Given<'_>) -> Span {
        match argument {
            Given::Expression(expr) => self.file.span(self.file.start_range(expr)),
            Given::Element(_) => self.expanded_span(call),
        }
    }

    /// Reports missing or extra arguments instead of all other problems of the call.
    #[inline(never)]
    fn wrong_count(&mut self, eager: &EagerCall<'_>) {
        let &EagerCall {
            id,
            call,
            function,
            given,
            start,
            ..
        } = eager;
        let wanted = function.parameters().len();
        let variadic = function.variadic_parameter().is_some();
        let name = self.file.text(call.name);
        let whole = self.span(id);
        let plural = if wanted == 1 { "" } else { "s" };
        let diagnostic = if let Some(missing) = function.parameters().get(given.len()) {
            let least = if variadic { "at least " } else { "" };
            let close = call
                .close
                .map_or(TextRange::empty(self.file.expr_range(id).end), |close| {
                    TextRange::new(close, close + 1)
                });
            Diagnostic::error(codes::MISSING_ARGUMENT, "Missing argument")
                .with_detail(format!(
                    "The function `{name}` takes {least}{wanted} argument{plural}; the one for `{}` is missing.",
                    missing.name
                ))
                .with_subject(self.file.span(close))
        } else if let Some(extra) = given.iter().nth(wanted) {
            Diagnostic::error(codes::EXTRA_ARGUMENT, "Too many arguments")
                .with_detail(format!(
                    "The function `{name}` takes {wanted} argument{plural} only. Remove the rest."
                ))
                .with_subject(self.argument_span(call, extra))
        } else {
            return;
        };
        self.diagnostics.truncate(start);
        self.diagnostics.push(diagnostic.with_context(whole));
    }

    /// Reports the error of a function at the argument at fault, or at the call.
    fn call_failed(
        &mut self,
        id: ExprId,
        call: &Call,
        function: Option<&Function>,
        error: &FunctionError,
        arguments: Vec<Span>,
    ) {
        let whole = self.span(id);
        let name = self.file.text(call.name);
        let place = if error.path.is_empty() {
            String::new()
        } else {
            format!(" at `{}`", error.path)
        };
        let at_fault = error
            .argument
            .and_then(|index| Some((index, *arguments.get(index)?)));
        let diagnostic = match at_fault {
            Some((index, span)) => {
                let parameter = function.and_then(|function| function.parameter_at(index));
                let which = parameter.map_or(format!("argument {}", index + 1), |parameter| {
                    format!("argument for `{}`", parameter.name)
                });
                Diagnostic::error(codes::INVALID_ARGUMENT, "Invalid argument")
                    .with_detail(sentence(format!("The {which}{place} does not fit: {error}")))
                    .with_subject(span)
            }
            None => {
                let start = TextRange::new(call.name_range.start, call.open + 1);
                Diagnostic::error(codes::CALL_FAILED, "Call failed")
                    .with_detail(sentence(format!("The function `{name}` failed: {error}")))
                    .with_subject(self.file.span(start))
            }
        };
        let diagnostic = diagnostic.with_context(whole);
        self.diagnostics.push(match error.cause {
            Some(cause) => diagnostic.with_extra(cause),
            None => diagnostic,
        });
    }
}
