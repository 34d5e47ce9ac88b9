//! Functions that expressions can call.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Arc, OnceLock};

use foldhash::fast::RandomState;
use hcl2_diagnostics::{Outcome, Span};
use hcl2_value::{Function, FunctionError, Value};

use crate::{EvalContext, Expression, ExpressionRef, Name};

/// A table of functions by name.
#[derive(Clone, Debug, Default)]
pub struct FunctionTable {
    own: HashMap<Name, Callable, RandomState>,
    deferred: Option<Arc<Deferred>>,
    base: Option<Arc<FunctionTable>>,
    hint: Option<Hint>,
}

/// Returns how to define a function that a table lacks, for some names of functions.
type Hint = fn(&str) -> Option<&'static str>;

/// Functions that are created when one of them is looked up.
struct Deferred {
    has: fn(&str) -> bool,
    make: Box<dyn Fn() -> FunctionTable + Send + Sync>,
    made: OnceLock<FunctionTable>,
}

impl Deferred {
    fn made(&self) -> &FunctionTable {
        self.made.get_or_init(&self.make)
    }

    fn get(&self, name: &str) -> Option<&Callable> {
        if !(self.has)(name) {
            return None;
        }
        self.made().get(name)
    }
}

impl fmt::Debug for Deferred {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deferred")
            .field("made", &self.made)
            .finish_non_exhaustive()
    }
}

impl FunctionTable {
    /// Creates an empty table.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a table of the functions of another one, to which more can be added. An added function replaces a
    /// function with the same name.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use hcl2_model::FunctionTable;
    /// use hcl2_value::{Function, Value};
    ///
    /// let one = Function::new("one", |_, _| Ok(Value::from(1)));
    /// let mut table = FunctionTable::over(Arc::new(FunctionTable::from_iter([one.clone()])));
    /// table.insert("another", one);
    /// let names: Vec<_> = table.iter().map(|(name, _)| name.as_str()).collect();
    /// assert_eq!(names, ["another", "one"]);
    /// ```
    #[must_use]
    pub fn over(base: Arc<Self>) -> Self {
        Self {
            base: Some(base),
            ..Self::default()
        }
    }

    /// Creates a table of the functions of another one, except that functions whose names `has` accepts are replaced by
    /// those that `make` returns. `make` is called only when one of them is looked up, since few expressions call any.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use hcl2_model::FunctionTable;
    /// use hcl2_value::{Function, Value};
    ///
    /// let one = || FunctionTable::from_iter([Function::new("one", |_, _| Ok(Value::from(1)))]);
    /// let table = FunctionTable::deferred(Arc::default(), |name| name == "one", one);
    /// assert!(table.get("one").is_some() && table.get("two").is_none());
    /// ```
    #[must_use]
    pub fn deferred(
        base: Arc<Self>,
        has: fn(&str) -> bool,
        make: impl Fn() -> Self + Send + Sync + 'static,
    ) -> Self {
        let deferred = Deferred {
            has,
            make: Box::new(make),
            made: OnceLock::new(),
        };
        Self {
            deferred: Some(Arc::new(deferred)),
            ..Self::over(base)
        }
    }

    /// Adds a function under a name, which may have namespaces (`provider::aws::arn_parse`).
    pub fn insert(&mut self, name: impl Into<Name>, function: impl Into<Callable>) {
        self.own.insert(name.into(), function.into());
    }

    /// Sets a sentence for messages about unknown functions of some names: how to define them.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut table = hcl2_model::FunctionTable::new();
    /// table.set_hint(|name| (name == "now").then_some("Define it with a clock."));
    /// assert_eq!(table.hint("now"), Some("Define it with a clock."));
    /// ```
    pub fn set_hint(&mut self, hint: fn(&str) -> Option<&'static str>) {
        self.hint = Some(hint);
    }

    /// Returns how to define the function with a name, if the table knows.
    #[must_use]
    pub fn hint(&self, name: &str) -> Option<&'static str> {
        let own = self.hint.and_then(|hint| hint(name));
        own.or_else(|| self.base.as_ref()?.hint(name))
    }

    /// Returns the function with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Callable> {
        let deferred = || self.deferred.as_ref()?.get(name);
        let base = || self.base.as_ref()?.get(name);
        self.own.get(name).or_else(deferred).or_else(base)
    }

    /// Returns the functions, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&Name, &Callable)> {
        let mut all = BTreeMap::new();
        let mut table = Some(self);
        while let Some(FunctionTable {
            own,
            deferred,
            base,
            hint: _,
        }) = table
        {
            for (name, function) in own {
                all.entry(name).or_insert(function);
            }
            if let Some(deferred) = deferred {
                let made = deferred.made().iter();
                for (name, function) in made.filter(|(name, _)| (deferred.has)(name)) {
                    all.entry(name).or_insert(function);
                }
            }
            table = base.as_deref();
        }
        all.into_iter()
    }
}

impl Extend<(Name, Callable)> for FunctionTable {
    fn extend<I: IntoIterator<Item = (Name, Callable)>>(&mut self, functions: I) {
        self.own.extend(functions);
    }
}

impl FromIterator<Function> for FunctionTable {
    /// Creates a table of functions under their own names.
    fn from_iter<I: IntoIterator<Item = Function>>(functions: I) -> Self {
        let named = |function: Function| (Name::from(function.name()), Callable::Eager(function));
        let mut table = Self::new();
        table.extend(functions.into_iter().map(named));
        table
    }
}

/// A function that expressions can call.
#[derive(Clone, Debug)]
pub enum Callable {
    /// A function of values, whose arguments are evaluated and converted first.
    Eager(Function),
    /// A function of expressions, which evaluates its arguments itself.
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

/// A function of expressions, such as `try` and `convert`.
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
    /// The context of the call. Its budget is the share of the expression.
    pub context: &'a EvalContext<'a>,
    /// The span of the whole call.
    pub span: Span,
}

/// An argument of a [`LazyCall`].
#[derive(Clone, Debug)]
pub enum Argument {
    /// An argument in the source.
    Expression(ExpressionRef),
    /// An element of a value expanded with `...`, and the span of the expanded expression.
    Value(Value, Span),
}

impl Argument {
    /// Evaluates the argument.
    pub fn evaluate(&self, context: &EvalContext<'_>) -> Outcome<Value> {
        match self {
            Self::Expression(expression) => expression.evaluate(Some(context)),
            Self::Value(value, _) => value.clone().into(),
        }
    }

    /// Returns the span of the argument.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Expression(expression) => expression.span(),
            Self::Value(_, span) => *span,
        }
    }

    /// Returns the span of the start of the argument, for diagnostics about the argument as a whole.
    #[must_use]
    pub fn start_span(&self) -> Span {
        match self {
            Self::Expression(expression) => expression.start_span(),
            Self::Value(_, span) => *span,
        }
    }

    /// Returns the expression, unless the argument is an element of an expanded value.
    #[must_use]
    pub fn expression(&self) -> Option<&dyn Expression> {
        match self {
            Self::Expression(expression) => Some(&**expression),
            Self::Value(..) => None,
        }
    }
}
