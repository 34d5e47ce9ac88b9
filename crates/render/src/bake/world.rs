//! The variables and functions that expressions of bake files see, as far as they are known.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, PoisonError, RwLock};

use hcl2_model::{Callable, EvalContext, ResolveError, Resolver};
use hcl2_value::Value;

use super::declared::BUILT_IN;
use super::functions::functions;
use super::given::JSON_END;
use crate::Options;

/// What is known of variables and functions.
#[derive(Default)]
struct Known {
    values: RwLock<HashMap<String, Value>>,
    functions: RwLock<HashMap<String, Callable>>,
}

impl Resolver for Known {
    fn variable(&self, name: &str) -> Result<Option<Value>, ResolveError> {
        Ok(self
            .values
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(name)
            .cloned())
    }

    fn function(&self, name: &str) -> Result<Option<Callable>, ResolveError> {
        Ok(self
            .functions
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(name)
            .cloned())
    }
}

/// The variables and functions of bake files.
pub(super) struct World {
    known: Arc<Known>,
    /// The variables that the command line sets.
    given: BTreeMap<String, String>,
    environment: BTreeMap<String, String>,
    /// Resolves what is known, within the budget of the options.
    pub(super) context: EvalContext<'static>,
}

impl World {
    pub(super) fn new(options: &Options, given: BTreeMap<String, String>) -> Self {
        let known = Arc::new(Known::default());
        let mut context = EvalContext::new();
        context.allow_variables();
        context.set_budget(options.budget.clone());
        let home = options.environment.get("HOME").map(String::as_str);
        context.set_functions(functions(&options.host(), home));
        context.set_resolver(Arc::clone(&known) as Arc<dyn Resolver>);
        let world = Self {
            known,
            given,
            environment: options.environment.clone(),
            context,
        };
        let [directory, platform] = BUILT_IN;
        world.set(directory, "cwd://".into());
        world.set(
            platform,
            format!("{}/{}", operating_system(), architecture()).into(),
        );
        world
    }

    pub(super) fn set(&self, name: &str, value: Value) {
        let mut values = self.known.values.write().unwrap_or_else(PoisonError::into_inner);
        values.insert(name.to_owned(), value);
    }

    pub(super) fn set_function(&self, name: &str, function: Callable) {
        let mut functions = self
            .known
            .functions
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        functions.insert(name.to_owned(), function);
    }

    /// Returns what sets a variable from outside, and whether it is JSON. A name that ends in `_JSON` is for JSON, unless a
    /// variable has that name; for a variable with a type, it comes first.
    pub(super) fn given(
        &self,
        name: &str,
        is_typed: bool,
        is_declared: impl Fn(&str) -> bool,
    ) -> Option<(&str, bool)> {
        let look_up = |name: &str| self.given.get(name).or_else(|| self.environment.get(name));
        let plain = look_up(name);
        if plain.is_none() || is_typed {
            let json = format!("{name}{JSON_END}");
            let value = look_up(&json).filter(|_| !is_declared(&json) && !BUILT_IN.contains(&&*json));
            if let Some(text) = value {
                return Some((text, true));
            }
        }
        plain.map(|text| (text.as_str(), false))
    }
}

/// Returns the name that Go has for the operating system.
fn operating_system() -> &'static str {
    match std::env::consts::OS {
        "macos" => "darwin",
        other => other,
    }
}

/// Returns the name that Go has for the architecture.
fn architecture() -> &'static str {
    match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "x86" => "386",
        "aarch64" => "arm64",
        other => other,
    }
}
