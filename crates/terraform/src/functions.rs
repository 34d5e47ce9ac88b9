//! The functions of Terraform as a table, including those that render templates.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use hcl2_diagnostics::{Diagnostics, Outcome, Source, SourceMap};
use hcl2_functions::{Host, NoHost, terraform};
use hcl2_model::{Callable, EvalContext, Expression, FunctionTable, LazyCall, LazyFunction, Name, Traversal};
use hcl2_native::NativeExpression;
use hcl2_native::lexer::is_identifier;
use hcl2_value::{Budget, Fields, Function, FunctionError, Meter, Parameter, Type, Value};

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
    functions_of(Language::Terraform, host)
}

/// Returns all functions of the newest released version of a language, as [`functions`] does. OpenTofu has those of Terraform, `base64gunzip`,
/// `cidrcontains`, `urldecode`, `convert`, and those whose names begin with `assume`.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
/// use hcl2_functions::NoHost;
/// use hcl2_terraform::{functions_of, table::Language};
///
/// let functions = functions_of(Language::OpenTofu, &(Arc::new(NoHost) as _));
/// assert!(functions.get("urldecode").is_some() && functions.get("core::urldecode").is_some());
/// ```
#[must_use]
pub fn functions_of(language: Language, host: &Arc<dyn Host>) -> FunctionTable {
    functions_in(Version::newest(language), host)
}

/// Returns all functions of a version, as [`functions_of`] does. Templates call those of the version too.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
/// use hcl2_functions::NoHost;
///
/// let functions = hcl2_terraform::functions_in("terraform@1.11".parse()?, &(Arc::new(NoHost) as _));
/// assert!(functions.get("cidrsubnet").is_some() && functions.get("urldecode").is_none());
/// # Ok::<(), String>(())
/// ```
#[must_use]
pub fn functions_in(version: Version, host: &Arc<dyn Host>) -> FunctionTable {
    static BUILT_IN: LazyLock<[Function; 3]> = LazyLock::new(crate::encoding::functions);
    let mut table = of_version(version, host);
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

/// Returns a table with functions that render templates, which call the functions of the table as a version evaluates them.
/// `host` answers for the files of templates.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
/// use hcl2_functions::NoHost;
/// use hcl2_model::FunctionTable;
///
/// let functions = FunctionTable::from_iter([hcl2_functions::upper()]);
/// let functions = hcl2_terraform::with_templates(functions, "terraform@1.11".parse()?, &(Arc::new(NoHost) as _));
/// assert!(functions.get("upper").is_some() && functions.get("templatestring").is_some());
/// # Ok::<(), String>(())
/// ```
#[must_use]
pub fn with_templates(functions: FunctionTable, version: Version, host: &Arc<dyn Host>) -> FunctionTable {
    let base = Arc::new(functions);
    let mut inner = FunctionTable::over(Arc::clone(&base));
    for name in [TEMPLATE_FILE, TEMPLATE_STRING] {
        insert(&mut inner, name, in_template(name));
    }
    let inner = Arc::new(inner);
    let mut table = FunctionTable::over(base);
    let templates = Templates {
        version,
        host: Arc::clone(host),
        inner: Arc::clone(&inner),
    };
    let file = templates.file_function(0);
    insert(&mut table, TEMPLATE_FILE, file);
    let string: Arc<dyn LazyFunction> = Arc::new(TemplateString {
        version,
        functions: inner,
    });
    insert(&mut table, TEMPLATE_STRING, string);
    table
}

/// How many templates deep OpenTofu lets `templatefile` call itself.
const MAX_TEMPLATES: u32 = 1024;

/// How many of them share a stack.
const TEMPLATES_ON_A_STACK: u32 = 8;

/// The size of their stack in bytes, of which what is not used costs nothing.
const STACK: usize = 32 << 20;

/// The steps that a nested template takes: it is read and parsed each time, and one that calls itself twice must end.
const STEPS_A_TEMPLATE: usize = 10_000;

/// The bytes of a nested template that count as another step.
const BYTES_A_STEP: usize = 64;

/// What rendering the templates of files needs.
#[derive(Clone)]
struct Templates {
    version: Version,
    host: Arc<dyn Host>,
    /// The functions that a template may call that cannot render others.
    inner: Arc<FunctionTable>,
}

impl Templates {
    /// Creates the function `templatefile` for templates at this depth. In OpenTofu, they may call it in turn.
    fn file_function(&self, depth: u32) -> Function {
        let own = self.clone();
        terraform::templatefile(
            &self.host,
            Arc::new(move |name, text, variables, meter| {
                let functions = own.functions_at(depth, text, meter)?;
                let value = if depth > 0 && depth.is_multiple_of(TEMPLATES_ON_A_STACK) {
                    on_own_stack(|| render(name, text, variables, (own.version, &functions), meter))?
                } else {
                    render(name, text, variables, (own.version, &functions), meter)?
                };
                if value.is_null() {
                    return Err(FunctionError::new("the template's result is null"));
                }
                Ok(value)
            }),
        )
    }

    /// Returns the functions that the template `text` at this depth may call.
    fn functions_at(
        &self,
        depth: u32,
        text: &str,
        meter: &mut Meter<'_>,
    ) -> Result<Arc<FunctionTable>, FunctionError> {
        if self.version.language == Language::Terraform {
            return Ok(Arc::clone(&self.inner));
        }
        if depth > MAX_TEMPLATES {
            let message = format!("templates call {TEMPLATE_FILE} more than {MAX_TEMPLATES} deep");
            return Err(FunctionError::new(message).general());
        }
        if depth > 0 {
            meter.steps(STEPS_A_TEMPLATE + text.len() / BYTES_A_STEP)?;
        }
        let mut table = FunctionTable::over(Arc::clone(&self.inner));
        insert(&mut table, TEMPLATE_FILE, self.file_function(depth + 1));
        let string: Arc<dyn LazyFunction> = Arc::new(TemplateString {
            version: self.version,
            functions: Arc::clone(&self.inner),
        });
        insert(&mut table, TEMPLATE_STRING, string);
        Ok(Arc::new(table))
    }
}

/// Calls a function on a stack of its own.
fn on_own_stack<T: Send>(
    function: impl FnOnce() -> Result<T, FunctionError> + Send,
) -> Result<T, FunctionError> {
    let builder = std::thread::Builder::new().stack_size(STACK);
    let budget = Budget::current();
    std::thread::scope(|scope| {
        let called = builder.spawn_scoped(scope, || budget.during(function));
        called.ok().and_then(|called| called.join().ok())
    })
    .unwrap_or_else(|| {
        Err(FunctionError::new(
            "templates call each other too deeply for this machine",
        ))
    })
}

pub(crate) const TEMPLATE_FILE: &str = "templatefile";
pub(crate) const TEMPLATE_STRING: &str = "templatestring";

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

/// Returns what a template function is inside a template: an error.
fn in_template(name: &'static str) -> Function {
    Function::new(name, move |_, _| {
        Err(FunctionError::new(format!(
            "a template that is rendered by a function cannot call {name}"
        )))
    })
    .describe("Cannot be called in a template.")
    .variadic(
        Parameter::new("arguments", Type::DYNAMIC)
            .describe("Anything.")
            .allow_null()
            .allow_unknown()
            .allow_dynamic()
            .allow_marked(),
    )
}

/// Renders a template with functions, as a version evaluates it.
fn render(
    name: &str,
    text: &str,
    variables: Fields<'_>,
    (version, functions): (Version, &Arc<FunctionTable>),
    meter: &mut Meter<'_>,
) -> Result<Value, FunctionError> {
    for variable in variables.keys().iter() {
        if !is_identifier(variable) {
            return Err(
                of_variables("a variable of a template must have a name that is an identifier").revealing(
                    format!(
                        "{:?} cannot be the name of a variable of a template",
                        variable.as_str()
                    ),
                ),
            );
        }
    }
    let mut sources = SourceMap::new();
    let source = sources
        .add(name, text)
        .map_err(|error| FunctionError::for_argument(0, error.to_string()))?;
    let file = hcl2_native::parse_template(&source)
        .into_result()
        .map_err(|problems| of_template(&source, &problems).in_argument(0))?;
    let Some(id) = file.root().expr() else {
        return Ok(Value::from(""));
    };
    let template = NativeExpression::new(file, id);
    for reference in template.variables() {
        check_reference(&source, &reference, variables)?;
    }
    let mut context = EvalContext::new();
    context.allow_variables();
    context.set_functions(Arc::clone(functions));
    context.set_rules(version.rules());
    context.set_budget(meter.share());
    for (name, value) in variables.iter() {
        context.set_variable(name.as_str(), value.clone());
    }
    let Outcome {
        value,
        diagnostics: problems,
    } = template.evaluate(Some(&context.child_without_facts()));
    if problems.has_errors() {
        return Err(of_template(&source, &problems));
    }
    Ok(value)
}

fn of_variables(message: &'static str) -> FunctionError {
    FunctionError::for_argument(1, message)
}

fn check_reference(
    source: &Source,
    reference: &Traversal,
    variables: Fields<'_>,
) -> Result<(), FunctionError> {
    let Some(root) = reference.root_name() else {
        return Ok(());
    };
    if variables.get(root.as_str()).is_some() {
        return Ok(());
    }
    let message = "the template refers to a variable that is not among the given ones";
    let place = reference
        .span()
        .map_or_else(String::new, |span| format!(" {}", place(source, span.start)));
    Err(of_variables(message).revealing(format!(
        "the template refers to the variable {root}{place}, which is not among the given ones"
    )))
}

/// Describes a place in a template.
fn place(source: &Source, offset: u32) -> String {
    let position = source.line_index().position(source.bytes(), offset);
    format!(
        "in line {}, column {} of {}",
        position.line,
        position.column,
        source.name()
    )
}

/// Converts the first error of a template into an error of the call.
fn of_template(source: &Source, problems: &Diagnostics) -> FunctionError {
    let error = FunctionError::new("the template has an error");
    let Some(first) = problems.iter().find(|problem| problem.is_error()) else {
        return error;
    };
    let text = if first.detail.is_empty() {
        &first.summary
    } else {
        &first.detail
    };
    let place = first.subject.map_or_else(String::new, |subject| {
        format!(" {}", place(source, subject.start))
    });
    error.revealing(format!(
        "the template has an error{place}: {}",
        text.trim_end_matches('.')
    ))
}

/// `templatestring(template, vars)`: renders a template that is a string elsewhere.
///
/// In Terraform the template must be a reference, since a literal template would be rendered before the call, and the result
/// is a string. In OpenTofu the template is any string, and one that is a single interpolation has a result of any type.
#[derive(Debug)]
struct TemplateString {
    version: Version,
    functions: Arc<FunctionTable>,
}

impl LazyFunction for TemplateString {
    fn call(&self, call: &LazyCall<'_>) -> Result<Outcome<Value>, FunctionError> {
        let mut diagnostics = Diagnostics::new();
        let [template, _] = call.arguments.as_slice() else {
            let count = call.arguments.len();
            return Err(FunctionError::new(format!("2 arguments required, not {count}")).general());
        };
        let version = self.version;
        let is_strict = version.language == Language::Terraform;
        let values: Vec<Value> = call
            .arguments
            .iter()
            .map(|argument| argument.evaluate(call.context).report_into(&mut diagnostics))
            .collect();
        if diagnostics.has_errors() {
            return Ok(Outcome::new(Value::DYNAMIC, diagnostics));
        }
        // As in Terraform, nothing is known of a call whose variables are unknown.
        if is_strict && values[1].is_known() && !template.expression().is_none_or(is_reference) {
            return Err(FunctionError::for_argument(
                0,
                "the template must be written as a reference to a string; write out a template as it is, without this function",
            ));
        }
        let functions = Arc::clone(&self.functions);
        let mut meter = call.context.meter();
        // The protocol of functions of values takes care of null, unknown and marked arguments.
        let result = Function::metered(TEMPLATE_STRING, move |arguments, _, meter| {
            let (variables, marks) = arguments[1].unmark();
            let fields = variables
                .fields()
                .ok_or_else(|| of_variables("the variables must be given as an object or a map"))?;
            let given = &arguments[0];
            let wrong_type = || {
                let found = given.ty().friendly_name();
                FunctionError::for_argument(0, format!("string is required, not {found}"))
            };
            if is_strict && !given.is_null() && given.as_str().is_none() {
                return Err(wrong_type());
            }
            let template = given.convert(&Type::STRING).map_err(|_| wrong_type())?;
            let Some(text) = template.as_str() else {
                return Err(FunctionError::for_argument(0, "argument must not be null"));
            };
            let value = render("the template", text, fields, (version, &functions), meter)?;
            if !is_strict {
                return Ok(value.with_marks(&marks));
            }
            match value.convert(&Type::STRING) {
                Ok(text) if !text.is_null() => Ok(text.with_marks(&marks)),
                _ => Err(FunctionError::new("the template's result must be a string")),
            }
        })
        .parameter(
            Parameter::new("template", Type::DYNAMIC)
                .allow_null()
                .allow_dynamic(),
        )
        .parameter(Parameter::new("vars", Type::DYNAMIC).allow_marked())
        .returns(if is_strict { Type::STRING } else { Type::DYNAMIC })
        .call_within(&values, &mut meter)?;
        Ok(Outcome::new(result, diagnostics))
    }
}

/// Returns whether an expression is a reference to a variable or a part of one.
fn is_reference(expression: &dyn Expression) -> bool {
    if expression.static_traversal().is_some() {
        return true;
    }
    // An expression with a computed index is not a traversal, but starts with one.
    let variables = expression.variables();
    let Some(first) = variables.first().and_then(Traversal::span) else {
        return false;
    };
    let rest = expression.native_text().and_then(|text| {
        let after = usize::try_from(first.end.checked_sub(expression.span().start)?).ok()?;
        Some(text.get(after..)?.trim_start().starts_with(['[', '.']))
    });
    first.start == expression.span().start && expression.static_call().is_none() && rest.unwrap_or(true)
}
