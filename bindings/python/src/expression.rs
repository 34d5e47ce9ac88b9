//! Expressions and their evaluation.

use std::sync::{Arc, Mutex};

use hcl2::diagnostics::{Source, SourceMap};
use hcl2::model::{EvalContext, ExpressionRef, FunctionTable, Limits, Traversal};
use hcl2::native::tree::{Expr, ExprId, File as Tree};
use hcl2::value::{Function, FunctionError, Parameter, Type, Value};
use pyo3::exceptions::{PyException, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::problems::{Range, exception, exception_of};
use crate::source::{Content, PartCall, Place, Shared, Step, json_call, part_call};
use crate::values::{Numbers, from_python, to_python};

/// An expression of a file, which is not evaluated yet.
#[pyclass(frozen, module = "hcl2rs", from_py_object)]
#[derive(Clone)]
pub(crate) struct Expression {
    pub(crate) shared: Arc<Shared>,
    expression: ExpressionRef,
    pub(crate) origin: Origin,
}

/// Where an expression was found.
#[derive(Clone)]
pub(crate) enum Origin {
    /// In native syntax: its node.
    Node(ExprId),
    /// In native syntax: a key that is a name, which has no node of its own.
    Name,
    /// In JSON syntax: the place of the attribute that it is the value of, or its own inside of it.
    Json(Arc<Place>),
}

impl Expression {
    pub(crate) fn new(shared: &Arc<Shared>, expression: ExpressionRef, origin: Origin) -> Self {
        Self {
            shared: Arc::clone(shared),
            expression,
            origin,
        }
    }

    /// Returns the tree of the file in native syntax.
    pub(crate) fn tree(&self) -> Option<&Arc<Tree>> {
        match &self.shared.root {
            Content::Native(tree, _) => Some(tree),
            Content::Json(..) => None,
        }
    }

    fn node(&self) -> Option<(&Arc<Tree>, ExprId)> {
        match self.origin {
            Origin::Node(id) => self.tree().map(|tree| (tree, id)),
            _ => None,
        }
    }

    /// Returns a part, which has a node or else is a name in native syntax.
    fn part(&self, expression: ExpressionRef, node: Option<ExprId>, step: Step) -> Self {
        let origin = match (&self.origin, node) {
            (Origin::Json(place), _) => Origin::Json(Place::new(Some(place), step)),
            (_, Some(node)) => Origin::Node(node),
            _ => Origin::Name,
        };
        Self::new(&self.shared, expression, origin)
    }

    /// Returns the part that a step leads to.
    pub(crate) fn part_at(&self, step: &Step) -> Option<Self> {
        match step {
            Step::Element(index) => self.elements()?.into_iter().nth(*index),
            Step::Pair(index, is_key) => {
                let (key, value) = self.pairs()?.into_iter().nth(*index)?;
                Some(if *is_key { key } else { value })
            }
            _ => None,
        }
    }
}

#[pymethods]
impl Expression {
    /// Returns the source text.
    #[getter]
    pub(crate) fn text(&self) -> String {
        let bytes = self.shared.source.slice(self.expression.span());
        String::from_utf8_lossy(bytes).into_owned()
    }

    /// Returns the range.
    #[getter]
    fn range(&self) -> Range {
        self.shared.range(self.expression.span())
    }

    /// Returns the kind: `number`, `bool`, `null`, `string`, `template`, `reference`, `operation`, `conditional`, `tuple`, `object`,
    /// `for`, `call`, or `json`.
    #[getter]
    fn kind(&self) -> &'static str {
        let Some((tree, mut id)) = self.node() else {
            return match self.origin {
                Origin::Json(_) => "json",
                _ => "string",
            };
        };
        while let Expr::Parens { inner } = tree.expr(id) {
            id = inner;
        }
        match tree.expr(id) {
            Expr::Number => "number",
            Expr::Bool(_) => "bool",
            Expr::Null => "null",
            Expr::String { .. } => "string",
            Expr::Template { .. } | Expr::TemplateWrap { .. } => "template",
            Expr::Traversal { .. } | Expr::Postfix { .. } => "reference",
            Expr::Unary { .. } | Expr::Binary { .. } => "operation",
            Expr::Conditional(_) => "conditional",
            Expr::Tuple { .. } => "tuple",
            Expr::Object { .. } => "object",
            Expr::For(_) => "for",
            Expr::Call(_) => "call",
            Expr::Parens { .. } | Expr::Error => "error",
        }
    }

    /// Returns the references to variables, such as `var.region`, in source order.
    #[getter]
    fn references(&self) -> Vec<String> {
        let found = self.expression.variables();
        let spans = found.iter().filter_map(Traversal::span);
        spans
            .map(|span| String::from_utf8_lossy(self.shared.source.slice(span)).into_owned())
            .collect()
    }

    /// Returns the names of the functions that are called, in source order.
    #[getter]
    fn functions(&self) -> Vec<String> {
        let found = self.expression.functions().into_iter();
        found.map(|function| function.name.to_string()).collect()
    }

    /// Returns the elements of a list constructor, or `None` for any other expression.
    #[getter]
    fn elements(&self) -> Option<Vec<Self>> {
        let elements = self.expression.static_list()?.into_iter().enumerate();
        let nodes = match self.node().map(|(tree, id)| (tree, tree.expr(id))) {
            Some((tree, Expr::Tuple { items })) => tree.exprs(items),
            _ => &[],
        };
        let part = |(index, element)| self.part(element, nodes.get(index).copied(), Step::Element(index));
        Some(elements.map(part).collect())
    }

    /// Returns the keys and values of an object constructor, or `None` for any other expression.
    #[getter]
    fn pairs(&self) -> Option<Vec<(Self, Self)>> {
        let pairs = self.expression.static_map()?.into_iter().enumerate();
        let mut nodes = Vec::new();
        if let Some((tree, id)) = self.node()
            && let Expr::Object { items } = tree.expr(id)
        {
            nodes.extend(tree.object_items(items).iter().map(|item| {
                let is_name =
                    matches!(tree.expr(item.key), Expr::Traversal { steps, .. } if steps.is_empty());
                ((!is_name).then_some(item.key), Some(item.value))
            }));
        }
        let pair = |(index, (key, value))| {
            let (key_node, value_node) = nodes.get(index).copied().unwrap_or_default();
            let key = self.part(key, key_node, Step::Pair(index, true));
            (key, self.part(value, value_node, Step::Pair(index, false)))
        };
        Some(pairs.map(pair).collect())
    }

    /// Returns the value of an expression without variables; it may call the standard functions.
    ///
    /// Numbers that are not whole become `float`, or `decimal.Decimal` with `numbers="decimal"`. Raises `HclError` if the
    /// expression refers to anything.
    #[pyo3(signature = (*, numbers = "float"))]
    pub(crate) fn value<'py>(&self, py: Python<'py>, numbers: &str) -> PyResult<Bound<'py, PyAny>> {
        self.evaluate(py, None, None, numbers)
    }

    /// Returns the value of the expression with variables and functions, as the function `evaluate` does.
    #[pyo3(signature = (variables = None, functions = None, *, numbers = "float"))]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        variables: Option<&Bound<'py, PyDict>>,
        functions: Option<&Bound<'py, PyDict>>,
        numbers: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let numbers = numbers.parse()?;
        let scope = Scope::new(variables, functions)?;
        let limits = self.shared.limits;
        scope.evaluate(py, &self.expression, &self.shared.sources(), limits, numbers)
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<PartCall<'py>> {
        let part = slf.as_any();
        let span = slf.get().expression.span();
        match &slf.get().origin {
            Origin::Node(_) => part_call(part, "expression", span),
            Origin::Name => part_call(part, "name", span),
            Origin::Json(place) => json_call(part, "expression", place),
        }
    }

    fn __repr__(&self) -> String {
        format!("<Expression {} at {}>", self.kind(), self.range())
    }
}

/// Evaluates an expression: its text, or an `Expression` of a file.
///
/// The expression may call the standard functions, and Python callables in `functions`. An exception that a callable raises
/// becomes the `__cause__` of the `HclError`, but `KeyboardInterrupt` and others that are not an `Exception` are raised themselves.
#[pyfunction]
#[pyo3(signature = (expression, variables = None, functions = None, *, numbers = "float"))]
pub(crate) fn evaluate<'py>(
    py: Python<'py>,
    expression: &Bound<'py, PyAny>,
    variables: Option<&Bound<'py, PyDict>>,
    functions: Option<&Bound<'py, PyDict>>,
    numbers: &str,
) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(expression) = expression.cast::<Expression>() {
        return expression.get().evaluate(py, variables, functions, numbers);
    }
    let numbers = numbers.parse()?;
    let Ok(text) = expression.cast::<PyString>() else {
        let kind = expression.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "expected str or Expression, not {kind}"
        )));
    };
    let source = Source::new("<expression>", text.to_cow()?.as_ref());
    let source = source.map_err(|error| exception_of(py, &error.into()))?;
    let sources = SourceMap::from(source.clone());
    let parsed = py.detach(|| hcl2::ParseOptions::new().parse_expression(&source));
    if parsed.has_errors() {
        return Err(exception(py, &parsed.diagnostics, &sources, None));
    }
    let scope = Scope::new(variables, functions)?;
    scope.evaluate(py, &parsed.value, &sources, Limits::default(), numbers)
}

/// The first exception that a Python function raised.
type Raised = Arc<Mutex<Option<PyErr>>>;

/// Variables and functions given as Python objects.
pub(crate) struct Scope {
    context: EvalContext<'static>,
    raised: Raised,
}

impl Scope {
    pub(crate) fn new(
        variables: Option<&Bound<'_, PyDict>>,
        functions: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let mut context = EvalContext::new();
        let raised = Raised::default();
        for (name, value) in variables.into_iter().flatten() {
            let name: String = name.extract()?;
            context.set_variable(name.as_str(), from_python(&value)?);
        }
        let mut table = hcl2::standard_functions();
        add_functions(&mut table, functions, &raised)?;
        context.set_functions(table);
        Ok(Self { context, raised })
    }

    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        expression: &ExpressionRef,
        sources: &SourceMap,
        limits: Limits,
        numbers: Numbers,
    ) -> PyResult<Bound<'py, PyAny>> {
        let outcome = py.detach(|| {
            let mut context = self.context.child();
            context.set_budget(limits.budget());
            expression.evaluate(Some(&context))
        });
        let raised = self.raised.lock().ok().and_then(|mut raised| raised.take());
        if let Some(interrupt) = raised.as_ref().filter(|error| is_interrupt(py, error)) {
            return Err(interrupt.clone_ref(py));
        }
        if outcome.has_errors() {
            return Err(exception(py, &outcome.diagnostics, sources, raised));
        }
        to_python(py, &outcome.value, numbers)
    }
}

/// Adds Python callables to the functions that expressions can call.
pub(crate) fn add_functions(
    table: &mut FunctionTable,
    functions: Option<&Bound<'_, PyDict>>,
    raised: &Raised,
) -> PyResult<()> {
    for (name, callable) in functions.into_iter().flatten() {
        if !callable.is_callable() {
            return Err(PyTypeError::new_err(format!("{name} is not callable")));
        }
        let name: String = name.extract()?;
        table.insert(
            name.as_str(),
            python_function(callable.unbind(), Arc::clone(raised)),
        );
    }
    Ok(())
}

fn python_function(callable: Py<PyAny>, raised: Raised) -> Function {
    let call = move |arguments: &[Value], _: &Type| {
        Python::attach(|py| {
            let called = call_python(py, &callable, arguments);
            called.map_err(|(message, error)| {
                if let Ok(mut raised) = raised.lock() {
                    match &mut *raised {
                        Some(first) if is_interrupt(py, &error) => *first = error,
                        raised => _ = raised.get_or_insert(error),
                    }
                }
                FunctionError::new(message)
            })
        })
    };
    Function::new("python", call).variadic(Parameter::new("arguments", Type::DYNAMIC).allow_null())
}

/// Calls a Python function. A failure has a message, which has no values: they may be sensitive.
fn call_python(py: Python<'_>, callable: &Py<PyAny>, arguments: &[Value]) -> Result<Value, (String, PyErr)> {
    let called = || {
        let arguments = arguments
            .iter()
            .map(|argument| to_python(py, argument, Numbers::Float))
            .collect::<PyResult<Vec<_>>>()?;
        callable.bind(py).call1(PyTuple::new(py, arguments)?)
    };
    let name =
        |name: PyResult<Bound<'_, PyString>>| name.map_or_else(|_| "?".to_owned(), |name| name.to_string());
    let returned = called().map_err(|error| {
        let message = format!("the Python function raised {}", name(error.get_type(py).name()));
        (message, error)
    })?;
    from_python(&returned).map_err(|error| {
        let kind = name(returned.get_type().name());
        let message =
            format!("the Python function returned an object of the type `{kind}` that is not a value");
        (message, error)
    })
}

/// Returns whether an exception ends the program, such as `KeyboardInterrupt`. It is none of an expression.
fn is_interrupt(py: Python<'_>, error: &PyErr) -> bool {
    !error.is_instance_of::<PyException>(py)
}
