//! What a plan depends on besides the modules.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, SourceMap, Span};
use hcl2_functions::Host;
use hcl2_functions::terraform::UNPREDICTABLE;
use hcl2_model::{Callable, FunctionTable};
use hcl2_terraform::table::{Version, roots};
use hcl2_terraform::{
    ProviderSchemas, ResourceAddress, Target, ValidModules, Variable, adapt_functions, may_be_unpredictable,
    with_templates,
};
use hcl2_value::{Budget, Value};

use crate::{Answers, Fixtures, State};

/// The inputs of a plan besides the modules.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// What was found when the modules were read.
    pub found: Diagnostics,
    /// What was found when the values of variables were read: its errors hide all but those of the modules by themselves.
    pub found_in_variables: Diagnostics,
    /// The values of the root module's variables, as given.
    pub variables: BTreeMap<String, Value>,
    /// How these values were given, as far as it is known.
    pub channels: BTreeMap<String, Channel>,
    /// The functions that expressions can call.
    pub functions: Arc<FunctionTable>,
    /// The files that functions may read while the modules are validated, before the plan. Without it, their contents are
    /// unknown then, and templates call the functions that `functions` has for them rather than those of the version.
    pub host: Option<Arc<dyn Host>>,
    /// The schemas of providers.
    pub schemas: ProviderSchemas,
    /// Whether a resource without a schema is planned as its configuration is written, with nothing that a provider adds;
    /// references to it, and to modules that were not read, are unknown. By default they are errors.
    pub infers_schemas: bool,
    /// Whether what cannot be known is unknown and listed in [`Plan::gaps`](crate::Plan::gaps), in place of errors. It also
    /// [infers schemas](field@Self::infers_schemas).
    pub is_partial: bool,
    /// What data sources have when they are read. Others are unknown, but for their arguments.
    pub data: Fixtures,
    /// What a person says of attributes that only a provider knows, and of outputs of modules that were not read.
    pub answers: Answers,
    /// Whether optional attributes that the configuration omits are unknown, and with them all that a provider may set when
    /// it changes an object. By default they are as Terraform proposes them, which providers of the old kind may change.
    pub strict_unknown: bool,
    /// What is planned, with what it needs: everything if there are none.
    pub targets: Vec<Target>,
    /// The instances that are replaced, whatever their values are, if the state has their objects.
    pub replaced: HashSet<ResourceAddress>,
    /// The state before the plan.
    pub state: Option<State>,
    /// The called modules that are known to be valid, to which the plan adds.
    pub valid: ValidModules,
    /// The sources of the modules, for the places of gaps in JSON.
    pub sources: SourceMap,
    /// The directory in which Terraform would run, the value of `path.cwd`.
    pub working_directory: String,
    /// The name of the workspace; the default one if it is `None`.
    pub workspace: Option<String>,
    /// What all evaluations may take together.
    pub budget: Budget,
}

/// How a variable of the root module was given its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// On the command line.
    CommandLine,
    /// By the environment.
    Environment,
    /// By an expression in a file.
    File(Span),
}

impl Channel {
    /// Returns where the value is written, if that is a file.
    #[must_use]
    pub const fn place(self) -> Option<Span> {
        match self {
            Self::File(place) => Some(place),
            Self::CommandLine | Self::Environment => None,
        }
    }
}

impl Inputs {
    /// Returns the time of the plan in the format of RFC 3339, which expressions see by `plantimestamp`; empty without that
    /// function.
    ///
    /// # Examples
    ///
    /// ```
    /// assert_eq!(hcl2_plan::Inputs::default().time(), "");
    /// ```
    #[must_use]
    pub fn time(&self) -> String {
        let time = match self.functions.get("plantimestamp") {
            Some(Callable::Eager(function)) => function.call(&[]).ok(),
            _ => None,
        };
        let text = time.as_ref().and_then(Value::as_str);
        text.unwrap_or_default().to_owned()
    }

    /// Returns whether a resource without a schema is planned as its configuration is written.
    pub(crate) const fn infers_schemas(&self) -> bool {
        self.infers_schemas || self.is_partial
    }

    /// Returns whether a variable of the root module is given a value.
    pub(crate) fn has(&self, variable: &Variable) -> bool {
        self.variables.contains_key(variable.name.as_str())
    }

    /// Returns whether a variable of the root module has neither a value nor a default.
    pub(crate) fn lacks(&self, variable: &Variable) -> bool {
        variable.default.is_none() && !self.has(variable)
    }

    /// Returns the name of the workspace; `None` if it is not known, which only a partial plan allows.
    pub(crate) fn known_workspace(&self) -> Option<&str> {
        let default = (!self.is_partial).then_some(roots::WORKSPACE.1);
        self.workspace.as_deref().or(default)
    }

    /// Returns the functions of a version.
    pub(crate) fn functions_of(&self, version: Version) -> FunctionTable {
        let mut functions = FunctionTable::clone(&self.functions);
        adapt_functions(&mut functions, version);
        rendering(functions, version, self.host.as_ref())
    }

    /// Returns the functions of a version, of which unpredictable ones have unknown results, also in templates.
    pub(crate) fn functions_of_plan(&self, version: Version) -> Arc<FunctionTable> {
        let mut adapted = FunctionTable::over(Arc::clone(&self.functions));
        adapt_functions(&mut adapted, version);
        let base = Arc::new(adapted);
        let (given, host) = (Arc::clone(&self.functions), self.host.clone());
        let planned = FunctionTable::deferred(Arc::clone(&base), may_be_unpredictable, move || {
            let mut planned = FunctionTable::over(Arc::clone(&base));
            for name in UNPREDICTABLE {
                for name in [name.to_owned(), format!("core::{name}")] {
                    if let Some(Callable::Eager(function)) = given.get(&name) {
                        planned.insert(name, function.clone().unpredictable());
                    }
                }
            }
            rendering(planned, version, host.as_ref())
        });
        Arc::new(planned)
    }
}

/// Makes templates call the functions of a table, if any function renders them.
fn rendering(functions: FunctionTable, version: Version, host: Option<&Arc<dyn Host>>) -> FunctionTable {
    match host {
        Some(host) if functions.get("templatefile").is_some() => with_templates(functions, version, host),
        _ => functions,
    }
}
