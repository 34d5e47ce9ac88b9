//! Evaluation contexts: the variables and functions available to expressions.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Span, codes::expr as codes};
use hcl2_value::{Budget, Meter, Value};

use crate::{Callable, FunctionTable, Name, ResolveError, Resolver, Rules, TakenBranches, Traversal};

/// A scope of variables and functions, possibly nested in another one.
///
/// Every evaluation has a budget: a new default one, unless [`set_budget`](Self::set_budget) sets one that all
/// evaluations in the scope share.
///
/// # Examples
///
/// ```
/// use hcl2_model::EvalContext;
/// use hcl2_value::Value;
///
/// let mut context = EvalContext::new();
/// context.set_variable("region", "eu-1");
/// let mut inner = context.child();
/// inner.set_variable("zone", "a");
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
    budget: Shared<'a>,
    rules: Rules,
    /// Whether diagnostics need no facts.
    omits_facts: bool,
    /// The record of the results of conditionals that evaluations take.
    taken: Option<TakenBranches>,
}

/// The budget of a scope.
#[derive(Clone, Default)]
enum Shared<'a> {
    /// None: each evaluation has a new default budget.
    #[default]
    Default,
    Own(Budget),
    OfParent(&'a Budget),
}

impl<'a> EvalContext<'a> {
    /// Creates a scope without variables or functions.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            parent: None,
            variables: None,
            functions: None,
            resolver: None,
            budget: Shared::Default,
            rules: Rules {
                both_operands_count: false,
                unknown_objects_have_any: false,
                unknown_values_lose_marks: false,
                only_the_chosen_result_has_marks: false,
                null_compares_with_the_whole: false,
            },
            omits_facts: false,
            taken: None,
        }
    }

    /// Creates a scope whose variables are the attributes of an object or the elements of a map; `None` for any other value.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_model::EvalContext;
    /// use hcl2_value::{Value, value};
    ///
    /// let context = EvalContext::from_object(&value!({ "user": "root", "ports": [80, 443] })).unwrap();
    /// assert_eq!(context.variable("user"), Some(&Value::from("root")));
    /// assert!(EvalContext::from_object(&Value::from(80)).is_none());
    /// ```
    #[must_use]
    pub fn from_object(variables: &Value) -> Option<EvalContext<'static>> {
        let fields = variables.fields()?;
        Some(
            fields
                .iter()
                .map(|(name, value)| (name.as_str(), value.clone()))
                .collect(),
        )
    }

    /// Creates an empty scope nested in this one. Its variables hide those with the same name in outer scopes.
    #[must_use]
    pub fn child(&'a self) -> EvalContext<'a> {
        EvalContext {
            parent: Some(self),
            variables: None,
            functions: None,
            resolver: None,
            budget: self.shared_budget().map_or(Shared::Default, Shared::OfParent),
            rules: self.rules,
            omits_facts: self.omits_facts,
            taken: self.taken.clone(),
        }
    }

    /// Creates an empty scope nested in this one, whose diagnostics get no facts about variables. It is for evaluations
    /// such as in `try`, whose diagnostics are not shown in full.
    #[must_use]
    pub fn child_without_facts(&'a self) -> EvalContext<'a> {
        let mut scope = self.child();
        scope.omits_facts = true;
        scope
    }

    /// Creates an empty scope nested in this one, whose evaluations do not record the results of conditionals that they
    /// take.
    #[must_use]
    pub fn child_without_branches(&'a self) -> EvalContext<'a> {
        let mut scope = self.child();
        scope.taken = None;
        scope
    }

    /// Records the results of conditionals that evaluations take in this scope and inner ones. A result counts only if
    /// the results around it are taken too.
    pub fn record_branches(&mut self, taken: TakenBranches) {
        self.taken = Some(taken);
    }

    /// Returns the record of the results of conditionals that evaluations take.
    #[must_use]
    #[inline]
    pub const fn taken_branches(&self) -> Option<&TakenBranches> {
        self.taken.as_ref()
    }

    /// Returns whether diagnostics need no facts.
    pub(super) fn omits_facts(&self) -> bool {
        self.omits_facts
    }

    /// Defines a variable in this scope, or changes its value.
    pub fn set_variable(&mut self, name: impl Into<Name>, value: impl Into<Value>) {
        self.variables
            .get_or_insert_default()
            .set(name.into(), value.into());
    }

    /// Allows references to variables, even if the scope defines none: the diagnostic for a reference then says that
    /// the variable is unknown, not that variables are not allowed.
    pub fn allow_variables(&mut self) {
        self.variables.get_or_insert_default();
    }

    /// Sets the functions of this scope; those of outer scopes remain available.
    pub fn set_functions(&mut self, functions: impl Into<Arc<FunctionTable>>) {
        self.functions = Some(functions.into());
    }

    /// Adds a function to this scope, or replaces the function with the same name.
    pub fn set_function(&mut self, name: impl Into<Name>, function: impl Into<Callable>) {
        let functions = self.functions.get_or_insert_default();
        Arc::make_mut(functions).insert(name, function);
    }

    /// Sets the resolver of variables and functions that no scope defines. If several scopes have a resolver, the innermost
    /// one is asked first.
    pub fn set_resolver(&mut self, resolver: Arc<dyn Resolver>) {
        self.resolver = Some(resolver);
    }

    /// Sets the budget that all evaluations in this scope and inner ones share. Without one, each evaluation has a default
    /// budget of its own.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_model::{EvalContext, Limits};
    ///
    /// let mut context = EvalContext::new();
    /// context.set_budget(Limits::new().with_steps(1_000_000).budget());
    /// assert_eq!(context.child().budget().left().steps, 1_000_000);
    /// ```
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = Shared::Own(budget);
    }

    /// Sets the rules of evaluations in this scope and inner ones.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// Returns the rules of evaluations in this scope.
    #[must_use]
    #[inline]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the budget of an evaluation in this scope: the innermost one that was set, or else a new default one.
    #[must_use]
    pub fn budget(&self) -> Budget {
        self.shared_budget().cloned().unwrap_or_default()
    }

    /// Creates the meter of an evaluation in this scope.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_model::{EvalContext, Limits};
    /// use hcl2_value::Exceeded;
    ///
    /// let mut context = EvalContext::new();
    /// assert_eq!(context.meter().steps(20_000), Ok(()));
    /// context.set_budget(Limits::new().with_steps(10_000).budget());
    /// assert_eq!(context.meter().steps(20_000), Err(Exceeded::Steps(10_000)));
    /// ```
    #[must_use]
    #[inline]
    pub fn meter(&self) -> Meter<'_> {
        self.shared_budget().map_or_else(Meter::default, Meter::new)
    }

    #[inline]
    fn shared_budget(&self) -> Option<&Budget> {
        match &self.budget {
            Shared::Default => None,
            Shared::Own(budget) => Some(budget),
            Shared::OfParent(budget) => Some(budget),
        }
    }

    /// Returns whether evaluations in this scope share a budget.
    #[must_use]
    pub fn has_budget(&self) -> bool {
        self.shared_budget().is_some()
    }

    /// Returns the value of the innermost variable with this name, without asking resolvers.
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

    /// Returns the value of the innermost variable with this name, or else the one that a resolver supplies. `span` is that
    /// of the reference.
    ///
    /// # Errors
    ///
    /// A diagnostic with the code `hcl2::expr::unresolved-name` if a resolver fails.
    pub fn resolve_variable(&self, name: &str, span: Span) -> Result<Option<Value>, Box<Diagnostic>> {
        if let Some(value) = self.variable(name) {
            return Ok(Some(value.clone()));
        }
        self.resolved(|resolver| resolver.variable(name))
            .map_err(|error| unresolved(format!("The variable `{name}` has no value: {error}."), span))
    }

    /// Returns the value that a resolver supplies for a whole reference to a variable that no scope defines.
    /// `span` is that of the variable.
    pub(super) fn resolve_reference(
        &self,
        reference: &Traversal,
        span: Span,
    ) -> Result<Option<Value>, Box<Diagnostic>> {
        self.resolved(|resolver| resolver.reference(reference))
            .map_err(|error| {
                let detail = format!("The reference `{reference}` has no value: {error}.");
                unresolved(detail, reference.span().unwrap_or(span))
            })
    }

    /// Returns whether any scope defines or allows variables.
    #[must_use]
    pub fn has_variables(&self) -> bool {
        self.scopes().any(|scope| scope.variables.is_some())
    }

    /// Returns the names of all variables, from the innermost scope outwards, sorted in each scope.
    pub fn variable_names(&self) -> impl Iterator<Item = &Name> {
        self.scopes()
            .filter_map(|scope| scope.variables.as_ref())
            .flat_map(|variables| &variables.entries)
            .map(|variable| &variable.name)
    }

    /// Returns the innermost function with this name, without asking resolvers.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<&Callable> {
        self.function_tables().find_map(|functions| functions.get(name))
    }

    /// Returns the function that a resolver supplies for this name. `span` is that of the name in the call.
    ///
    /// # Errors
    ///
    /// A diagnostic with the code `hcl2::expr::unresolved-name` if a resolver fails.
    pub fn resolve_function(&self, name: &str, span: Span) -> Result<Option<Callable>, Box<Diagnostic>> {
        self.resolved(|resolver| resolver.function(name))
            .map_err(|error| unresolved(format!("The function `{name}` cannot be called: {error}."), span))
    }

    /// Returns whether any scope has functions.
    #[must_use]
    pub fn has_functions(&self) -> bool {
        self.function_tables().next().is_some()
    }

    /// Returns the names of all functions, from the innermost scope outwards, sorted in each scope.
    pub fn function_names(&self) -> impl Iterator<Item = &Name> {
        self.function_tables()
            .flat_map(|functions| functions.iter().map(|(name, _)| name))
    }

    /// Returns how to define the function with a name, if a table of functions [knows](FunctionTable::set_hint).
    #[must_use]
    pub fn function_hint(&self, name: &str) -> Option<&'static str> {
        self.function_tables().find_map(|functions| functions.hint(name))
    }

    /// Returns a single scope with the variables, functions, resolvers, budget and record of conditionals of this scope and all outer ones.
    #[must_use]
    pub fn flattened(&self) -> EvalContext<'static> {
        let mut flat = EvalContext::new();
        let scopes: Vec<&EvalContext<'a>> = self.scopes().collect();
        let mut functions: Option<Arc<FunctionTable>> = None;
        for scope in scopes.iter().rev() {
            for variable in scope.variables.iter().flat_map(|variables| &variables.entries) {
                flat.set_variable(&variable.name, variable.value.clone());
            }
            match (&scope.functions, &mut functions) {
                (None, _) => {}
                (Some(table), None) => functions = Some(Arc::clone(table)),
                (Some(table), Some(outer)) => {
                    let table = table.iter();
                    let table = table.map(|(name, function)| (name.clone(), function.clone()));
                    Arc::make_mut(outer).extend(table);
                }
            }
        }
        if self.has_variables() {
            flat.allow_variables();
        }
        flat.rules = self.rules;
        flat.omits_facts = self.omits_facts;
        flat.taken = self.taken.clone();
        flat.functions = functions;
        flat.budget = self.shared_budget().cloned().map_or(Shared::Default, Shared::Own);
        let mut resolvers: Vec<Arc<dyn Resolver>> =
            scopes.iter().filter_map(|scope| scope.resolver.clone()).collect();
        flat.resolver = match resolvers.len() {
            0 | 1 => resolvers.pop(),
            _ => Some(Arc::new(Several(resolvers))),
        };
        flat
    }

    /// Returns a single scope like [`flattened`](Self::flattened) that is nested in another one, for values that are
    /// defined later than those of the outer scope.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_model::EvalContext;
    /// use hcl2_value::Value;
    ///
    /// let loaded: EvalContext<'_> = [("region", "eu-1")].into_iter().collect();
    /// let request: EvalContext<'_> = [("user", "root")].into_iter().collect();
    /// let scope = request.within(&loaded);
    /// assert_eq!(scope.variable("region"), Some(&Value::from("eu-1")));
    /// assert_eq!(scope.variable("user"), Some(&Value::from("root")));
    /// ```
    #[must_use]
    pub fn within<'o>(&self, outer: &'o EvalContext<'o>) -> EvalContext<'o> {
        let mut scope: EvalContext<'o> = self.flattened();
        scope.parent = Some(outer);
        if !scope.has_budget() {
            scope.budget = outer.shared_budget().map_or(Shared::Default, Shared::OfParent);
        }
        if scope.rules == Rules::default() {
            scope.rules = outer.rules;
        }
        scope
    }

    /// Returns the first answer of a resolver, from the innermost scope outwards.
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

impl<N: Into<Name>, V: Into<Value>, const COUNT: usize> From<[(N, V); COUNT]> for EvalContext<'_> {
    /// Creates a scope of variables.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_model::EvalContext;
    ///
    /// let context = EvalContext::from([("cpu", 2), ("memory", 16)]);
    /// assert_eq!(context.variable("cpu").unwrap(), 2);
    /// ```
    fn from(variables: [(N, V); COUNT]) -> Self {
        variables.into_iter().collect()
    }
}

impl<N: Into<Name>, V: Into<Value>, S> From<HashMap<N, V, S>> for EvalContext<'_> {
    /// Creates a scope of variables.
    fn from(variables: HashMap<N, V, S>) -> Self {
        variables.into_iter().collect()
    }
}

impl<N: Into<Name>, V: Into<Value>> From<BTreeMap<N, V>> for EvalContext<'_> {
    /// Creates a scope of variables.
    fn from(variables: BTreeMap<N, V>) -> Self {
        variables.into_iter().collect()
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

/// Maximum number of variables for a linear search, which is faster than a binary one: most names differ in length.
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
            self.entries.iter().find(|have| is_same(&have.name, name))
        } else {
            let found = self.entries.binary_search_by(|have| have.name.as_str().cmp(name));
            self.entries.get(found.ok()?)
        };
        found.map(|variable| &variable.value)
    }
}

/// Returns whether two names are equal. Short ones are compared in a few instructions, without a call.
#[inline]
fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    match a.len() {
        8..=16 => ends::<8>(a) == ends::<8>(b),
        4..=7 => ends::<4>(a) == ends::<4>(b),
        2..=3 => ends::<2>(a) == ends::<2>(b),
        1 => a[0] == b[0],
        _ => a == b,
    }
}

/// Returns the first and the last bytes of a string, which are all bytes of one that is at most twice as long.
#[inline]
fn ends<const N: usize>(text: &[u8]) -> (Option<&[u8; N]>, Option<&[u8; N]>) {
    (text.first_chunk(), text.last_chunk())
}

/// Returns the first answer of a resolver.
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
    fn reference(&self, reference: &Traversal) -> Result<Option<Value>, ResolveError> {
        first(self.0.iter().map(|resolver| &**resolver), |resolver| {
            resolver.reference(reference)
        })
    }

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
    /// Writes only the names, since values may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EvalContext")
            .field("variables", &self.variable_names().collect::<Vec<_>>())
            .finish()
    }
}
