//! Variables and functions that a resolver supplies.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::support::evaluated::evaluate;
use crate::support::found::found;
use hcl2_model::{Callable, EvalContext, ResolveError, Resolver};
use hcl2_value::{Function, Parameter, Type, Value};

/// A resolver of some names that counts its calls.
#[derive(Default)]
struct Application {
    asked: AtomicU32,
}

impl Resolver for Application {
    fn variable(&self, name: &str) -> Result<Option<Value>, ResolveError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        match name {
            "servers" => Ok(Some(Value::tuple([Value::object([("port", Value::from(80))])]))),
            "later" => Ok(Some(Value::unknown(Type::NUMBER))),
            "locked" => Err(ResolveError::new("the vault is locked")),
            _ => Ok(None),
        }
    }

    fn function(&self, name: &str) -> Result<Option<Callable>, ResolveError> {
        match name {
            "provider::vault::read" => Ok(Some(
                Function::new("read", |arguments, _| Ok(arguments[0].clone()))
                    .parameter(Parameter::new("path", Type::STRING))
                    .returns(Type::STRING)
                    .into(),
            )),
            "provider::locked::read" => Err(ResolveError::new("the plugin does not start")),
            _ => Ok(None),
        }
    }
}

fn context(application: &Arc<Application>) -> EvalContext<'static> {
    let mut context = EvalContext::new();
    context.set_variable("known", Value::from(1));
    context.set_resolver(Arc::<Application>::clone(application));
    context
}

#[track_caller]
fn value(text: &str) -> Value {
    let (_, value, diagnostics) = evaluate(text, Some(&context(&Arc::default())));
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    value
}

#[track_caller]
fn problem(text: &str, code: &str, covered: &str) {
    let (source, value, diagnostics) = evaluate(text, Some(&context(&Arc::default())));
    assert_eq!(found(&source, &diagnostics), [(code, covered)]);
    assert!(!value.is_wholly_known());
}

#[test]
fn supplied_names_work_like_defined_names() {
    assert_eq!(value("servers[0].port + known"), Value::from(81));
    assert_eq!(value("servers[*].port"), Value::tuple([Value::from(80)]));
    assert_eq!(
        value("[for n in [1] : servers[0].port + n]"),
        Value::tuple([Value::from(81)])
    );
    assert_eq!(value("provider::vault::read(\"a\")"), Value::from("a"));
    assert_eq!(value("later"), Value::unknown(Type::NUMBER));
    assert_eq!(*value("later + 1").ty(), Type::NUMBER);
}

#[test]
fn resolver_is_not_asked_for_defined_names() {
    let application = Arc::default();
    evaluate(
        "[known, known, [for later in [1] : later]]",
        Some(&context(&application)),
    );
    assert_eq!(application.asked.load(Ordering::Relaxed), 0);
    evaluate("[servers, servers]", Some(&context(&application)));
    assert_eq!(application.asked.load(Ordering::Relaxed), 2);
}

#[test]
fn resolver_failures_are_reported_at_the_name() {
    problem("[1, locked.a[0]]", "hcl2::expr::unresolved-name", "locked");
    problem("1 + locked", "hcl2::expr::unresolved-name", "locked");
    problem(
        "provider::locked::read(1)",
        "hcl2::expr::unresolved-name",
        "provider::locked::read",
    );
    problem("server", "hcl2::expr::unknown-variable", "server");
    problem("servers[0].prt", "hcl2::expr::unknown-attribute", ".prt");
}
