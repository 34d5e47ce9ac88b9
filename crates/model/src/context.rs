//! Evaluation contexts: the variables and functions that expressions can use.

use std::fmt;
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Outcome, Span, codes::expr as codes};
use hcl2_value::{Function, FunctionError, Value};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::{Expression, ExpressionRef, Name, ResolveError, Resolver};

/// A scope of variables, with the functions that can be called, inside an outer scope or on its own.
///
/// # Examples
///
/// ```
/// use hcl2_model::EvalContext;
/// use hcl2_value::Value;
///
/// let mut context = EvalContext::new();
/// context.set_variable("region", Value::from("eu-1"));
/// let mut inner = context.child();
/// inner.set_variable("zone", Value::from("a"));
/// assert_eq!(inner.variable("region"), Some(&Value::from("eu-1")));
/// assert_eq!(context.variable("zone"), None);
/// ```
#[derive(Clone, Default)]
pub struct EvalContext<'a> {
    parent: Option<&'a EvalContext<'a>>,
    /// `None` until the first variable is set.
    variables: Option<Variables>,
    functions: Option<Arc<FunctionTable>>,
    resolver: Option<Arc<dyn Resolver>>,
}

impl<'a> EvalContext<'a> {
    /// Makes a scope without variables or functions.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            parent: None,
            variables: None,
            functions: None,
            resolver: None,
        }
    }

    /// Makes an empty scope inside this one: its variables hide those of the same name further out.
    #[must_use]
    pub fn child(&'a self) -> EvalContext<'a> {
        EvalContext {
            parent: Some(self),
            variables: None,
            functions: None,
            resolver: None,
        }
    }

    /// Defines a variable in this scope, or changes it.
    pub fn set_variable(&mut self, name: impl Into<Name>, value: Value) {
        self.variables.get_or_insert_default().set(name.into(), value);
    }

    /// Says that the scope has variables, be it none: a reference to any other is then an unknown variable and
    /// not a variable where none is allowed.
    pub fn allow_variables(&mut self) {
        self.variables.get_or_insert_default();
    }

    /// Sets the functions that this scope offers besides those further out.
    pub fn set_functions(&mut self, functions: impl Into<Arc<FunctionTable>>) {
        self.functions = Some(functions.into());
    }

    /// Sets what supplies the variables and functions that neither this scope nor any other defines. Where several scopes
    /// have a resolver, the innermost is asked first.
    pub fn set_resolver(&mut self, resolver: Arc<dyn Resolver>) {
        self.resolver = Some(resolver);
    }

    /// The innermost variable that a scope defines with this name; resolvers are not asked.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&Value> {
        let mut scope = self;
        loop {
            if let Some(value) = scope.variables.as_ref().and_then(|variables| variables.get(name)) {
                return Some(value);
            }
            scope = scope.parent?;
        }
    }

    /// The value of a variable: that of the innermost scope that defines it, or else what a resolver supplies; `None` where
    /// there is none. `span` is the name as written.
    ///
    /// # Errors
    ///
    /// A diagnostic with the code `hcl2::expr::unresolved-name` where a resolver fails.
    pub fn resolve_variable(&self, name: &str, span: Span) -> Result<Option<Value>, Box<Diagnostic>> {
        if let Some(value) = self.variable(name) {
            return Ok(Some(value.clone()));
        }
        self.resolved(|resolver| resolver.variable(name))
            .map_err(|error| unresolved(format!("The variable `{name}` has no value: {error}."), span))
    }

    /// Whether any scope defines variables.
    #[must_use]
    pub fn has_variables(&self) -> bool {
        self.scopes().any(|scope| scope.variables.is_some())
    }

    /// The names of all variables, from the innermost scope out, each scope's in order.
    pub fn variable_names(&self) -> impl Iterator<Item = &Name> {
        self.scopes()
            .filter_map(|scope| scope.variables.as_ref())
            .flat_map(|variables| &variables.entries)
            .map(|variable| &variable.name)
    }

    /// The innermost function that a scope offers with this name; resolvers are not asked.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<&Callable> {
        self.function_tables().find_map(|functions| functions.get(name))
    }

    /// What a resolver supplies for a function that no scope offers; `None` where there is none. `span` is the name as
    /// written.
    ///
    /// # Errors
    ///
    /// A diagnostic with the code `hcl2::expr::unresolved-name` where a resolver fails.
    pub fn resolve_function(&self, name: &str, span: Span) -> Result<Option<Callable>, Box<Diagnostic>> {
        self.resolved(|resolver| resolver.function(name))
            .map_err(|error| unresolved(format!("The function `{name}` cannot be called: {error}."), span))
    }

    /// Whether any scope offers functions.
    #[must_use]
    pub fn has_functions(&self) -> bool {
        self.function_tables().next().is_some()
    }

    /// The names of all functions, from the innermost scope out, each scope's in order.
    pub fn function_names(&self) -> impl Iterator<Item = &Name> {
        self.function_tables()
            .flat_map(|functions| functions.iter().map(|(name, _)| name))
    }

    /// A context of its own with all that this one and those further out define.
    #[must_use]
    pub fn flattened(&self) -> EvalContext<'static> {
        let mut flat = EvalContext::new();
        let scopes: Vec<&EvalContext<'a>> = self.scopes().collect();
        let mut functions: Option<FunctionTable> = None;
        for scope in scopes.iter().rev() {
            for variable in scope.variables.iter().flat_map(|variables| &variables.entries) {
                flat.set_variable(&variable.name, variable.value.clone());
            }
            if let Some(table) = &scope.functions {
                let table = table
                    .iter()
                    .map(|(name, function)| (name.clone(), function.clone()));
                functions.get_or_insert_default().0.extend(table);
            }
        }
        if self.has_variables() {
            flat.allow_variables();
        }
        flat.functions = functions.map(Arc::new);
        let mut resolvers: Vec<Arc<dyn Resolver>> =
            scopes.iter().filter_map(|scope| scope.resolver.clone()).collect();
        flat.resolver = match resolvers.len() {
            0 | 1 => resolvers.pop(),
            _ => Some(Arc::new(Several(resolvers))),
        };
        flat
    }

    /// What the innermost resolver that knows of something says.
    fn resolved<T>(
        &self,
        ask: impl Fn(&dyn Resolver) -> Result<Option<T>, ResolveError>,
    ) -> Result<Option<T>, ResolveError> {
        first(self.scopes().filter_map(|scope| scope.resolver.as_deref()), ask)
    }

    fn scopes(&self) -> impl Iterator<Item = &EvalContext<'a>> {
        std::iter::successors(Some(self), |scope| scope.parent)
    }

    fn function_tables(&self) -> impl Iterator<Item = &FunctionTable> {
        self.scopes().filter_map(|scope| scope.functions.as_deref())
    }
}

impl<N: Into<Name>, V: Into<Value>> Extend<(N, V)> for EvalContext<'_> {
    /// Defines variables in this scope, or changes them.
    fn extend<I: IntoIterator<Item = (N, V)>>(&mut self, variables: I) {
        self.allow_variables();
        for (name, value) in variables {
            self.set_variable(name, value.into());
        }
    }
}

impl<N: Into<Name>, V: Into<Value>> FromIterator<(N, V)> for EvalContext<'_> {
    /// Creates a scope of variables.
    fn from_iter<I: IntoIterator<Item = (N, V)>>(variables: I) -> Self {
        let mut context = Self::new();
        context.extend(variables);
        context
    }
}

/// The variables of one scope.
#[derive(Clone, Default)]
struct Variables {
    /// Sorted by name.
    entries: Vec<Variable>,
}

#[derive(Clone)]
struct Variable {
    name: Name,
    value: Value,
}

/// Looking at the names of this many variables in turn is faster than bisecting them: most differ in length.
const FEW: usize = 16;

impl Variables {
    fn set(&mut self, name: Name, value: Value) {
        match self.entries.binary_search_by(|have| have.name.cmp(&name)) {
            Ok(index) => self.entries[index].value = value,
            Err(index) => self.entries.insert(index, Variable { name, value }),
        }
    }

    #[inline]
    fn get(&self, name: &str) -> Option<&Value> {
        let found = if self.entries.len() <= FEW {
            self.entries.iter().find(|have| have.name == *name)
        } else {
            let found = self.entries.binary_search_by(|have| have.name.as_str().cmp(name));
            self.entries.get(found.ok()?)
        };
        found.map(|variable| &variable.value)
    }
}

/// What the first of some resolvers that knows of something says.
fn first<'r, T>(
    resolvers: impl IntoIterator<Item = &'r dyn Resolver>,
    ask: impl Fn(&dyn Resolver) -> Result<Option<T>, ResolveError>,
) -> Result<Option<T>, ResolveError> {
    for resolver in resolvers {
        if let Some(found) = ask(resolver)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn unresolved(detail: String, span: Span) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error(codes::UNRESOLVED_NAME, "Unresolved name")
            .with_detail(detail)
            .with_subject(span),
    )
}

/// The resolvers of several scopes, the innermost first.
struct Several(Vec<Arc<dyn Resolver>>);

impl Resolver for Several {
    fn variable(&self, name: &str) -> Result<Option<Value>, ResolveError> {
        first(self.0.iter().map(|resolver| &**resolver), |resolver| {
            resolver.variable(name)
        })
    }

    fn function(&self, name: &str) -> Result<Option<Callable>, ResolveError> {
        first(self.0.iter().map(|resolver| &**resolver), |resolver| {
            resolver.function(name)
        })
    }
}

impl fmt::Debug for EvalContext<'_> {
    /// Writes the names only: values may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EvalContext")
            .field("variables", &self.variable_names().collect::<Vec<_>>())
            .finish()
    }
}

/// Functions by name.
#[derive(Clone, Debug, Default)]
pub struct FunctionTable(
    /// Sorted by name.
    IndexMap<Name, Callable, FxBuildHasher>,
);

impl FunctionTable {
    /// Makes an empty table.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a function under a name, which may have namespaces (`provider::aws::arn_parse`).
    pub fn insert(&mut self, name: impl Into<Name>, function: impl Into<Callable>) {
        self.0.insert_sorted(name.into(), function.into());
    }

    /// The function with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Callable> {
        self.0.get(name)
    }

    /// The functions in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&Name, &Callable)> {
        self.0.iter()
    }
}

impl FromIterator<Function> for FunctionTable {
    /// Puts each function under its own name.
    fn from_iter<I: IntoIterator<Item = Function>>(functions: I) -> Self {
        let mut table: IndexMap<Name, Callable, FxBuildHasher> = functions
            .into_iter()
            .map(|function| (Name::from(function.name()), Callable::Eager(function)))
            .collect();
        table.sort_unstable_keys();
        Self(table)
    }
}

/// Something that expressions can call.
#[derive(Clone, Debug)]
pub enum Callable {
    /// A function of values: its arguments are evaluated and converted first.
    Eager(Function),
    /// A function of expressions, which evaluates its arguments itself, or not at all.
    Lazy(Arc<dyn LazyFunction>),
}

impl From<Function> for Callable {
    fn from(function: Function) -> Self {
        Self::Eager(function)
    }
}

impl From<Arc<dyn LazyFunction>> for Callable {
    fn from(function: Arc<dyn LazyFunction>) -> Self {
        Self::Lazy(function)
    }
}

/// A function that sees its arguments as expressions, such as `try` and `convert`.
pub trait LazyFunction: fmt::Debug + Send + Sync {
    /// Calls the function. The outcome holds the diagnostics of the arguments that the function evaluates; if one is
    /// an error, the call evaluates to an unknown value.
    ///
    /// # Errors
    ///
    /// [`FunctionError`] if the call itself fails.
    fn call(&self, call: &LazyCall<'_>) -> Result<Outcome<Value>, FunctionError>;
}

/// A call of a [`LazyFunction`].
#[derive(Clone, Debug)]
pub struct LazyCall<'a> {
    /// The arguments in order.
    pub arguments: Vec<Argument>,
    /// The context of the call.
    pub context: Option<&'a EvalContext<'a>>,
    /// The whole call as written.
    pub span: Span,
}

/// An argument of a [`LazyCall`].
#[derive(Clone, Debug)]
pub enum Argument {
    /// An argument as written.
    Expression(ExpressionRef),
    /// An element of the value that was expanded with `...`, and the span of that expression.
    Value(Value, Span),
}

impl Argument {
    /// Evaluates the argument.
    pub fn evaluate(&self, context: Option<&EvalContext<'_>>) -> Outcome<Value> {
        match self {
            Self::Expression(expression) => expression.evaluate(context),
            Self::Value(value, _) => value.clone().into(),
        }
    }

    /// The argument as written.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Expression(expression) => expression.span(),
            Self::Value(_, span) => *span,
        }
    }

    /// The part at which the argument starts, for messages about it as a whole.
    #[must_use]
    pub fn start_span(&self) -> Span {
        match self {
            Self::Expression(expression) => expression.start_span(),
            Self::Value(_, span) => *span,
        }
    }

    /// The argument's expression, where it is not an element of an expanded value.
    #[must_use]
    pub fn expression(&self) -> Option<&dyn Expression> {
        match self {
            Self::Expression(expression) => Some(&**expression),
            Self::Value(..) => None,
        }
    }
}
