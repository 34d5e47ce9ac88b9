//! Names that no scope defines, and that resolvers supply.

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, Outcome, SourceId, Span, codes::expr as codes};
use hcl2_model::{Callable, EvalContext, FunctionTable, ResolveError, Resolver, Traversal, TraversalStep};
use hcl2_value::{Function, Type, Value};

/// Knows names that start with its prefix, and fails for `broken`.
struct Prefixed(&'static str);

impl Resolver for Prefixed {
    fn variable(&self, name: &str) -> Result<Option<Value>, ResolveError> {
        match name {
            "broken" => Err(ResolveError::new("the network is down")),
            _ => Ok(name.starts_with(self.0).then(|| Value::from(self.0))),
        }
    }

    fn function(&self, name: &str) -> Result<Option<Callable>, ResolveError> {
        match name {
            "broken" => Err(ResolveError::new("the plugin is missing")),
            _ => Ok(name.starts_with(self.0).then(|| constant(self.0).into())),
        }
    }
}

fn constant(text: &'static str) -> Function {
    Function::new("constant", move |_, _| Ok(Value::from(text))).returns(Type::STRING)
}

fn span() -> Span {
    Span::empty(SourceId::default(), 0)
}

fn variable(context: &EvalContext<'_>, name: &str) -> Option<Value> {
    context
        .resolve_variable(name, span())
        .expect("the resolver does not fail")
}

#[test]
fn a_scope_comes_before_every_resolver_and_an_inner_resolver_before_an_outer_one() {
    let mut outer = EvalContext::new();
    outer.set_variable("inner_but_defined", Value::from(1));
    outer.set_resolver(Arc::new(Prefixed("in")));
    let mut inner = outer.child();
    inner.set_resolver(Arc::new(Prefixed("inner")));
    for context in [&inner, &inner.flattened()] {
        assert_eq!(variable(context, "inner_but_defined"), Some(Value::from(1)));
        assert_eq!(variable(context, "inner_x"), Some(Value::from("inner")));
        assert_eq!(variable(context, "in_x"), Some(Value::from("in")));
        assert_eq!(variable(context, "x"), None);
        assert_eq!(context.variable("in_x"), None);
        assert!(context.resolve_function("inner_f", span()).unwrap().is_some());
        assert!(context.resolve_function("f", span()).unwrap().is_none());
    }
}

#[test]
fn a_failure_of_a_resolver_is_reported_with_the_name() {
    let mut context = EvalContext::new();
    context.set_resolver(Arc::new(Prefixed("x")));
    let Outcome { value, diagnostics } = Traversal::from_variable("broken", span()).evaluate(Some(&context));
    assert_eq!(value, Value::DYNAMIC);
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(diagnostics[0].code, codes::UNRESOLVED_NAME);
    assert_eq!(diagnostics[0].subject, Some(span()));
    assert_eq!(
        diagnostics[0].detail,
        "The variable `broken` has no value: the network is down."
    );
    let problem = context.resolve_function("broken", span()).unwrap_err();
    assert_eq!(problem.code, codes::UNRESOLVED_NAME);
    assert_eq!(
        problem.detail,
        "The function `broken` cannot be called: the plugin is missing."
    );
}

#[test]
fn a_name_that_no_resolver_has_is_reported_as_without_resolvers() {
    let mut context = EvalContext::new();
    context.set_resolver(Arc::new(Prefixed("x")));
    let code = |context: &EvalContext<'_>| {
        let mut diagnostics = Diagnostics::new();
        Traversal::from_variable("other", span())
            .evaluate(Some(context))
            .report_into(&mut diagnostics);
        diagnostics[0].code
    };
    assert_eq!(code(&context), codes::VARIABLES_NOT_ALLOWED);
    context.allow_variables();
    assert_eq!(code(&context), codes::UNKNOWN_VARIABLE);
}

#[test]
fn a_flattened_context_has_the_definitions_of_every_scope() {
    let mut outer = EvalContext::new();
    outer.set_variable("a", Value::from("outer"));
    outer.set_variable("b", Value::from("outer"));
    outer.set_functions([constant("outer")].into_iter().collect::<FunctionTable>());
    let mut inner = outer.child();
    inner.set_variable("b", Value::from("inner"));
    let flat = inner.flattened();
    assert_eq!(flat.variable("a"), Some(&Value::from("outer")));
    assert_eq!(flat.variable("b"), Some(&Value::from("inner")));
    assert_eq!(flat.variable_names().count(), 2);
    assert!(flat.function("constant").is_some());
    assert!(!EvalContext::new().flattened().has_variables());
    assert!(!EvalContext::new().flattened().has_functions());
}

/// Knows references as they are written, unless they end in `gone`.
struct Written;

impl Resolver for Written {
    fn reference(&self, reference: &Traversal) -> Result<Option<Value>, ResolveError> {
        let text = reference.to_string();
        match text.strip_suffix("gone") {
            Some(_) => Err(ResolveError::new("it is gone")),
            None => Ok(Some(text.into())),
        }
    }
}

#[test]
fn a_resolver_supplies_whole_references_to_variables_that_no_scope_defines() {
    let mut outer = EvalContext::new();
    outer.set_variable("known", Value::object([("a", Value::from(1))]));
    outer.set_resolver(Arc::new(Prefixed("in")));
    let mut inner = outer.child();
    inner.set_resolver(Arc::new(Written));
    let reference = |root: &str, name: &str| {
        let (root, name, span) = (root.into(), name.into(), span());
        let steps = [
            TraversalStep::Root { name: root, span },
            TraversalStep::Attribute { name, span },
        ];
        Traversal::new(steps.into())
    };
    for context in [&inner, &inner.flattened()] {
        let value = |root: &str| reference(root, "a").evaluate(Some(context)).into_result();
        assert_eq!(value("known"), Ok(Value::from(1)));
        assert_eq!(value("inner"), Ok(Value::from("inner.a")));
        let gone = reference("node", "gone").evaluate(Some(context)).diagnostics;
        assert_eq!((gone.len(), gone[0].code), (1, codes::UNRESOLVED_NAME));
        assert_eq!(
            gone[0].detail,
            "The reference `node.gone` has no value: it is gone."
        );
    }
}
