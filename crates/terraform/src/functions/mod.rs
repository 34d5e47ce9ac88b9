//! The functions of Terraform as a table.

mod templates;

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use hcl2_functions::{Host, NoHost, terraform};
use hcl2_model::{Callable, FunctionTable, Name};
use hcl2_value::Function;

pub use self::templates::with_templates;
pub(crate) use self::templates::{TEMPLATE_FILE, TEMPLATE_STRING};
use crate::table::behaviours::{
    Behaviour, COMPRESSES_OTHERWISE, CONTAINS_NULL, EXTENDS_PREFIXES_FAR, INTEGERS_OF_YAML,
    LENIENT_FUNCTIONS, LENIENT_NONSENSITIVE, MERGES_NULL_OBJECTS, MERGES_SEQUENCES, NAMES_OF_CLASSES,
    SENSITIVE_VALUES_MAY_CHANGE, UNKNOWN_MAY_BE_SENSITIVE,
};
use crate::table::{BUILT_IN_FUNCTIONS, FUNCTIONS_OF_THE_MACHINE, Language, Version};

/// Returns all functions of the newest released Terraform, each also in the namespace `core`, and those of its built-in provider, such as
/// `provider::terraform::encode_tfvars`; `host` answers for the machine.
///
/// `bcrypt` and `rsadecrypt` need the features `bcrypt` and `rsa` of `hcl2-functions`.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
/// use hcl2_functions::NoHost;
/// use hcl2_model::EvalContext;
///
/// let functions = hcl2_terraform::functions(&(Arc::new(NoHost) as _));
/// assert!(functions.get("cidrsubnet").is_some() && functions.get("core::cidrsubnet").is_some());
///
/// let mut context = EvalContext::new();
/// context.set_functions(functions);
/// assert!(context.has_functions());
/// ```
#[must_use]
pub fn functions(host: &Arc<dyn Host>) -> FunctionTable {
    versioned_functions(Language::Terraform, host)
}

/// Returns all functions of a version, or of the newest released version of a language, as [`functions`] does. Templates
/// call those of the version too.
///
/// OpenTofu has those of Terraform, `base64gunzip`, `cidrcontains`, `urldecode`, `convert`, and those whose names begin with
/// `assume`.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
/// use hcl2_functions::NoHost;
/// use hcl2_terraform::{table::{Language, Version}, versioned_functions};
///
/// let functions = versioned_functions(Language::OpenTofu, &(Arc::new(NoHost) as _));
/// assert!(functions.get("urldecode").is_some() && functions.get("core::urldecode").is_some());
///
/// let version: Version = "terraform@1.11".parse()?;
/// let functions = versioned_functions(version, &(Arc::new(NoHost) as _));
/// assert!(functions.get("cidrsubnet").is_some() && functions.get("urldecode").is_none());
/// # Ok::<(), String>(())
/// ```
#[must_use]
pub fn versioned_functions(version: impl Into<Version>, host: &Arc<dyn Host>) -> FunctionTable {
    static BUILT_IN: LazyLock<[Function; 3]> = LazyLock::new(crate::encoding::functions);
    let mut table = of_version(version.into(), host);
    for function in BUILT_IN.iter() {
        table.insert(function.name(), function.clone());
    }
    table
}

/// Replaces those functions in a table that versions have differently by those of one version.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
/// use hcl2_functions::NoHost;
/// use hcl2_terraform::{adapt_functions, functions};
///
/// let mut table = functions(&(Arc::new(NoHost) as _));
/// adapt_functions(&mut table, "terraform@1.11".parse()?);
/// # Ok::<(), String>(())
/// ```
pub fn adapt_functions(table: &mut FunctionTable, version: Version) {
    replace(table, &OfVersion::get(version).differing);
}

/// Replaces those of the functions that a table has.
fn replace(table: &mut FunctionTable, functions: &[(Name, Callable)]) {
    for (name, function) in functions {
        if table.get(name).is_some() {
            table.insert(name.clone(), function.clone());
        }
    }
}

/// The functions of a version that do not ask the host, which are made once.
struct OfVersion {
    /// Those that versions have differently.
    differing: Vec<(Name, Callable)>,
    /// All of them.
    all: Arc<FunctionTable>,
}

impl OfVersion {
    fn get(version: Version) -> Arc<Self> {
        static KNOWN: LazyLock<Mutex<HashMap<Version, Arc<OfVersion>>>> = LazyLock::new(Mutex::default);
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let own = known.entry(version);
        Arc::clone(own.or_insert_with(|| Arc::new(Self::new(version))))
    }

    fn new(version: Version) -> Self {
        let functions = differing(version).into_iter();
        let named = functions.flat_map(|function| {
            let name = function.name();
            let names = [name.to_owned(), format!("{BUILT_IN_FUNCTIONS}{name}")];
            names.map(|name| (Name::from(name), Callable::from(function.clone())))
        });
        let differing: Vec<(Name, Callable)> = named.collect();
        let mut all = without_host(version.language);
        replace(&mut all, &differing);
        Self {
            differing,
            all: Arc::new(all),
        }
    }
}

/// Returns the functions that versions have differently, as one version has them.
fn differing(version: Version) -> Vec<Function> {
    let choose = |behaviour: &Behaviour, with: fn() -> Function, without: fn() -> Function| {
        if behaviour.is_in(version) {
            with()
        } else {
            without()
        }
    };
    let old_yaml = terraform::yamldecode_with_old_integers;
    let single = [
        choose(&CONTAINS_NULL, hcl2_functions::contains, terraform::contains),
        choose(&MERGES_NULL_OBJECTS, hcl2_functions::merge, terraform::merge),
        choose(
            &COMPRESSES_OTHERWISE,
            || terraform::base64gzip().unpredictable(),
            terraform::base64gzip,
        ),
        choose(
            &LENIENT_FUNCTIONS,
            hcl2_functions::element,
            terraform::strict_element,
        ),
        choose(
            &LENIENT_NONSENSITIVE,
            terraform::nonsensitive,
            terraform::strict_nonsensitive,
        ),
        choose(
            &EXTENDS_PREFIXES_FAR,
            terraform::wide_cidrsubnets,
            terraform::cidrsubnets,
        ),
        match SENSITIVE_VALUES_MAY_CHANGE.is_in(version) {
            true => terraform::cautious_issensitive(),
            false => choose(
                &UNKNOWN_MAY_BE_SENSITIVE,
                terraform::issensitive,
                terraform::certain_issensitive,
            ),
        },
        match MERGES_SEQUENCES.is_in(version) {
            true => terraform::yamldecode_merging_sequences(),
            false => choose(&INTEGERS_OF_YAML, terraform::yamldecode, old_yaml),
        },
    ];
    let patterns = match NAMES_OF_CLASSES.is_in(version) {
        true => [
            hcl2_functions::regex(),
            hcl2_functions::regexall(),
            terraform::replace(),
        ],
        false => terraform::with_exact_names(),
    };
    let formats = match LENIENT_FUNCTIONS.is_in(version) {
        true => [hcl2_functions::format(), hcl2_functions::formatlist()],
        false => terraform::formats_of_typed_values(),
    };
    single.into_iter().chain(patterns).chain(formats).collect()
}

/// Returns the functions of a version without those of the built-in provider.
pub(crate) fn of_version(version: Version, host: &Arc<dyn Host>) -> FunctionTable {
    let all = Arc::clone(&OfVersion::get(version).all);
    let host = Arc::clone(host);
    FunctionTable::deferred(Arc::clone(&all), asks_host, move || {
        let mut base = FunctionTable::over(Arc::clone(&all));
        for function in terraform::host_functions(&host) {
            insert(&mut base, function.name(), function);
        }
        with_templates(base, version, &host)
    })
}

/// Returns whether a function asks the host, or calls functions that do.
fn asks_host(name: &str) -> bool {
    let name = name.strip_prefix(BUILT_IN_FUNCTIONS).unwrap_or(name);
    name == TEMPLATE_STRING || FUNCTIONS_OF_THE_MACHINE.contains(&name)
}

/// Returns whether the result of a function may change between a plan and its application, or whether it renders templates,
/// which call such functions.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::may_be_unpredictable;
///
/// assert!(may_be_unpredictable("timestamp") && may_be_unpredictable("core::templatefile"));
/// assert!(!may_be_unpredictable("upper"));
/// ```
#[must_use]
pub fn may_be_unpredictable(name: &str) -> bool {
    let name = name.strip_prefix(BUILT_IN_FUNCTIONS).unwrap_or(name);
    [TEMPLATE_FILE, TEMPLATE_STRING].contains(&name) || terraform::UNPREDICTABLE.contains(&name)
}

/// Returns the functions of a machine that answers nothing.
fn without_host(language: Language) -> FunctionTable {
    let mut table = FunctionTable::new();
    for function in terraform::functions(&(Arc::new(NoHost) as _)) {
        insert(&mut table, function.name(), function);
    }
    if language == Language::OpenTofu {
        for function in terraform::opentofu_functions() {
            insert(&mut table, function.name(), function);
        }
    }
    let convert = hcl2_ext::functions::convert_with_defaults_function();
    insert(&mut table, "convert", convert);
    insert(&mut table, "try", hcl2_ext::functions::try_function());
    insert(&mut table, "can", hcl2_ext::functions::can_function());
    table
}

/// Adds a function under its name and in the namespace of built-in functions.
fn insert(table: &mut FunctionTable, name: &str, function: impl Into<Callable>) {
    let function = function.into();
    table.insert(format!("core::{name}"), function.clone());
    table.insert(name, function);
}
