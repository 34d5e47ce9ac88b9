//! Functions for validation, which see at most the files of the module.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use hcl2_functions::terraform::{MISSING_FILE, REFUSED_FILE};
use hcl2_functions::{Host, NoHost};
use hcl2_model::{Callable, FunctionTable, Name, ResolveError, Resolver};
use hcl2_value::{Function, FunctionError, Parameter, Type, Value};

use super::providers::is_built_in;
use crate::functions::{TEMPLATE_FILE, of_version};
use crate::module::Module;
use crate::schema::{FunctionSchema, ProviderSchemas};
use crate::table::{
    BUILT_IN_FUNCTIONS, FUNCTIONS_OF_FILES, FUNCTIONS_OF_PATHS, FUNCTIONS_OF_THE_MACHINE, Language,
    OPTIONAL_FUNCTIONS, PROVIDER_FUNCTIONS, REMOVED_FUNCTIONS, SYMBOL_FUNCTIONS, Version,
};

/// The start of the message about a file that does not exist.
const NO_FILE: &str = "no file exists at";
/// The start of the message about a file that the host refuses to show.
const NOT_SHOWN: &str = "nothing is read from";

/// Returns the functions of the language. Those that use the clock, randomness, or files that `host` does not show
/// return unknown values.
pub(super) fn table(version: Version, host: Option<&Arc<dyn Host>>) -> FunctionTable {
    let no_host = || Arc::new(NoHost) as Arc<dyn Host>;
    let base = Arc::new(of_version(version, &host.map_or_else(no_host, Arc::clone)));
    let host = host.cloned();
    FunctionTable::deferred(Arc::clone(&base), differs, move || {
        differing(Arc::clone(&base), version, host.as_ref())
    })
}

/// Returns whether a function may be another one in validations than in plans.
fn differs(name: &str) -> bool {
    let name = name.strip_prefix(BUILT_IN_FUNCTIONS).unwrap_or(name);
    FUNCTIONS_OF_THE_MACHINE.contains(&name)
        || OPTIONAL_FUNCTIONS.contains(&name)
        || REMOVED_FUNCTIONS.iter().any(|(removed, _)| *removed == name)
}

/// Returns the functions in `base` with those that differ in validations.
fn differing(base: Arc<FunctionTable>, version: Version, host: Option<&Arc<dyn Host>>) -> FunctionTable {
    let language = version.language;
    let mut table = FunctionTable::over(base);
    for (name, versions) in REMOVED_FUNCTIONS {
        match versions
            .until(language)
            .filter(|until| until.minor <= version.minor)
        {
            Some(until) => table.insert(*name, removed(name, until)),
            None if versions.has(version) => table.insert(*name, unknown(name)),
            None => {}
        }
    }
    for name in FUNCTIONS_OF_THE_MACHINE {
        let reads = FUNCTIONS_OF_FILES.contains(name) || FUNCTIONS_OF_PATHS.contains(name);
        let function = match (table.get(name), host) {
            (Some(Callable::Eager(function)), Some(host)) if reads => {
                of_files(function, FUNCTIONS_OF_FILES.contains(name), host)
            }
            (Some(Callable::Eager(function)), _) => unknown_as(function),
            _ => unknown(name),
        };
        let function = Callable::from(function);
        table.insert(format!("core::{name}"), function.clone());
        table.insert(*name, function);
    }
    for name in OPTIONAL_FUNCTIONS {
        if table.get(name).is_none() {
            table.insert(*name, unknown(name));
        }
    }
    table
}

/// Creates a function that a version removed.
fn removed(name: &'static str, until: Version) -> Function {
    let fail = move |_: &[Value], _: &Type| Err(FunctionError::new(format!("{until} removed the function")));
    Function::new(name, fail).variadic(anything())
}

/// Creates a function that accepts anything and returns an unknown value.
fn unknown(name: &'static str) -> Function {
    Function::new(name, |_, ty| Ok(Value::unknown(ty.clone()))).variadic(anything())
}

fn anything() -> Parameter {
    Parameter::new("arguments", Type::DYNAMIC)
        .allow_null()
        .allow_unknown()
        .allow_dynamic()
}

/// Creates a function with the parameters of another that returns an unknown value of its result type.
fn unknown_as(function: &Function) -> Function {
    let unknown = Function::new(function.name(), |_, ty| Ok(Value::unknown(ty.clone())));
    with_types_of(unknown, function)
}

/// Adds the result type and the parameters of a function to another.
fn with_types_of(own: Function, function: &Function) -> Function {
    if function.name() == TEMPLATE_FILE {
        // Its type is that of its result, which is not known without the file.
        return with_parameters_of(own.returns(Type::DYNAMIC), function);
    }
    let types = function.clone();
    with_parameters_of(
        own.returns_computed_metered(move |arguments, meter| types.result_type_metered(arguments, meter)),
        function,
    )
}

fn with_parameters_of(mut own: Function, function: &Function) -> Function {
    for parameter in function.parameters() {
        own = own.parameter(parameter.clone());
    }
    match function.variadic_parameter() {
        Some(parameter) => own.variadic(parameter.clone()),
        None => own,
    }
}

/// Creates a function that reads files as another does, but returns an unknown value for a path that the host does not
/// show. If `must_exist`, the file in the first argument must exist.
fn of_files(function: &Function, must_exist: bool, host: &Arc<dyn Host>) -> Function {
    let (inner, host) = (function.clone(), Arc::clone(host));
    let own = Function::new(function.name(), move |arguments, ty| {
        let path = arguments.first().and_then(Value::as_str).unwrap_or_default();
        match host.kind(path) {
            Ok(None) if must_exist => Err(FunctionError::for_argument(0, NO_FILE)
                .revealing(format!("{NO_FILE} {path:?}"))
                .caused_by(MISSING_FILE)),
            Ok(_) => inner.call(arguments),
            Err(error) if error.is_refusal() => Err(FunctionError::for_argument(0, NOT_SHOWN)
                .revealing(format!("{NOT_SHOWN} {path:?}: {error}"))
                .caused_by(REFUSED_FILE)),
            Err(_) => Ok(Value::unknown(ty.clone())),
        }
    });
    with_types_of(own, function)
}

/// Resolves the functions of the providers that a module requires. Those that are not built in return unknown values.
#[derive(Clone, Debug, Default)]
pub struct ProviderFunctions {
    /// The functions of each provider by its local name.
    functions: BTreeMap<Name, Provided>,
    /// The configurations, such as `aws.west`, whose functions OpenTofu can call.
    configurations: BTreeSet<String>,
    /// Whether the module uses symbol libraries, whose functions return unknown values.
    has_symbols: bool,
}

/// The functions of a provider.
#[derive(Clone, Debug)]
enum Provided {
    /// Those of the built-in provider.
    BuiltIn,
    /// Those in its schema.
    Described(BTreeMap<String, FunctionSchema>),
    /// Any, as its schema is not available.
    Any,
}

impl ProviderFunctions {
    /// Finds the functions of the providers that a module requires; any function of a provider without a schema.
    #[must_use]
    pub fn of(module: &Module, schemas: Option<&ProviderSchemas>) -> Self {
        let functions = module.requirements.iter().map(|required| {
            let source = required.source.as_deref();
            let functions = if source.is_some_and(is_built_in) {
                Provided::BuiltIn
            } else {
                let described = schemas.and_then(|schemas| schemas.provider_in(module, &required.name));
                described.map_or(Provided::Any, |provider| {
                    Provided::Described(provider.functions().clone())
                })
            };
            (required.name.clone(), functions)
        });
        let is_configured = module.language == Language::OpenTofu;
        let own = module
            .providers
            .iter()
            .filter_map(|own| Some(format!("{}.{}", own.name, own.alias.as_ref()?)));
        let expected = module
            .requirements
            .iter()
            .flat_map(|required| required.aliases.iter().cloned());
        Self {
            functions: functions.collect(),
            configurations: own.chain(expected).filter(|_| is_configured).collect(),
            has_symbols: module.contents.declared.has_symbols(),
        }
    }
}

impl Resolver for ProviderFunctions {
    fn function(&self, name: &str) -> Result<Option<Callable>, ResolveError> {
        if self.has_symbols && name.starts_with(SYMBOL_FUNCTIONS) {
            return Ok(Some(unknown("function of a symbol library").into()));
        }
        let parts = name
            .strip_prefix(PROVIDER_FUNCTIONS)
            .and_then(|rest| rest.split_once("::"));
        let Some((provider, mut function)) = parts else {
            return Ok(None);
        };
        if let Some((alias, of_configuration)) = function.split_once("::") {
            if !self.configurations.contains(&format!("{provider}.{alias}")) {
                return Ok(None);
            }
            function = of_configuration;
        }
        Ok(match self.functions.get(provider) {
            Some(Provided::BuiltIn) => crate::encoding::functions()
                .into_iter()
                .find(|own| own.name().rsplit("::").next() == Some(function))
                .map(Into::into),
            Some(Provided::Described(known)) => known.get(function).map(|schema| {
                let named = Function::new("provider function", |_, ty| Ok(Value::unknown(ty.clone())));
                let own = (0..schema.parameters).fold(named, |function, _| function.parameter(anything()));
                if schema.is_variadic {
                    own.variadic(anything())
                } else {
                    own
                }
                .into()
            }),
            Some(Provided::Any) => Some(unknown("provider function").into()),
            None => None,
        })
    }
}
