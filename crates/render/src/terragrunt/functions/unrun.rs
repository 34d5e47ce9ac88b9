//! Functions that would run a program, ask a cloud, or read what nobody allowed: their results are unknown.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, Outcome};
use hcl2_model::{Callable, LazyCall, LazyFunction};
use hcl2_value::{FunctionError, Type, Value};

use crate::terragrunt::place::Place;
use crate::terragrunt::unknown::unknown;

/// A function with the type of its results and why they are unknown.
type Row = (&'static str, fn() -> Type, &'static str);

const CLOUD: &str = "no cloud is asked";

/// All functions whose results are unknown.
pub(super) const ALL: &[Row] = &[
    ("run_cmd", || Type::STRING, "no program runs"),
    ("sops_decrypt_file", || Type::STRING, "nothing is decrypted"),
    ("get_aws_account_alias", || Type::STRING, CLOUD),
    ("get_aws_account_id", || Type::STRING, CLOUD),
    ("get_aws_caller_identity_arn", || Type::STRING, CLOUD),
    ("get_aws_caller_identity_user_id", || Type::STRING, CLOUD),
    (
        "get_default_retryable_errors",
        || Type::list(Type::STRING),
        "the patterns depend on the version of Terragrunt",
    ),
    (
        "get_working_dir",
        || Type::STRING,
        "it is where Terragrunt copies the module to",
    ),
    (
        "get_platform",
        || Type::STRING,
        "it depends on where Terragrunt runs",
    ),
    (
        "mark_glob_as_read",
        || Type::list(Type::STRING),
        "no files are listed",
    ),
    ("timestamp", || Type::STRING, "it depends on when Terragrunt runs"),
];

/// A function whose results are unknown.
#[derive(Debug)]
pub(super) struct Unrun {
    name: &'static str,
    ty: Type,
    reason: &'static str,
}

impl Unrun {
    pub(super) fn callable(name: &'static str, ty: Type, reason: &'static str) -> Callable {
        Callable::Lazy(Arc::new(Self { name, ty, reason }))
    }
}

impl LazyFunction for Unrun {
    fn call(&self, call: &LazyCall<'_>) -> Result<Outcome<Value>, FunctionError> {
        let (_, problems) = arguments_of(call);
        let text = format!("{} in `{}`", self.reason, self.name);
        Ok(Outcome::new(
            unknown(self.ty.clone(), text, Some(call.span)),
            problems,
        ))
    }
}

fn arguments_of(call: &LazyCall<'_>) -> (Vec<Value>, Diagnostics) {
    let mut problems = Diagnostics::new();
    let arguments = call.arguments.iter();
    let values = arguments.map(|argument| argument.evaluate(call.context).report_into(&mut problems));
    (values.collect(), problems)
}

/// Returns the function `get_env`.
pub(super) fn environment(place: &Arc<Place>) -> Callable {
    Callable::Lazy(Arc::new(Environment(place.world.given.environment.clone())))
}

struct Environment(BTreeMap<String, String>);

impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Values of the environment may be secret.
        f.debug_set().entries(self.0.keys()).finish()
    }
}

impl LazyFunction for Environment {
    fn call(&self, call: &LazyCall<'_>) -> Result<Outcome<Value>, FunctionError> {
        let (values, problems) = arguments_of(call);
        if problems.has_errors() {
            return Ok(Outcome::new(Value::unknown(Type::STRING), problems));
        }
        let (name, default) = match values.as_slice() {
            [name] => (name, None),
            [name, default] => (name, Some(default)),
            more => {
                let message = format!("expected 1 or 2 arguments, found {}", more.len());
                return Err(FunctionError::new(message));
            }
        };
        let Some(text) = name.as_str() else {
            let value = unknown(
                Type::STRING,
                "the name of the variable is not known",
                Some(call.span),
            );
            return Ok(Outcome::new(value, problems));
        };
        let value = match (self.0.get(text), default) {
            (Some(value), _) => Value::from(value.as_str()),
            (None, Some(default)) => default.convert(&Type::STRING).unwrap_or_else(|_| default.clone()),
            (None, None) => {
                let text =
                    format!("the variable `{text}` of the environment is not set; `--env {text}` sets it");
                unknown(Type::STRING, text, Some(call.span))
            }
        };
        Ok(Outcome::new(value, problems))
    }
}
