//! Descriptions of the functions that expressions can call.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use hcl2_functions::{Host, NoHost, terraform, terraform_expression_functions};
use hcl2_value::{Function, FunctionError, Parameter};

/// The parameters of a function, and the one at an offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The name of the function with its parameters.
    pub label: String,
    /// The parameters as they are in the label.
    pub parameters: Vec<String>,
    /// The description of the function, as Markdown.
    pub documentation: Option<String>,
    /// The number of the parameter at the offset, if the function has it.
    pub active: Option<u32>,
}

/// Where the pages of the functions are.
const PAGES: &str = "https://developer.hashicorp.com/terraform/language/functions";

/// Returns the names of all functions, sorted.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    let eager = functions().keys().map(String::as_str);
    let lazy = terraform_expression_functions().iter();
    let lazy = lazy.map(|function| function.name);
    let mut names: Vec<&str> = eager.chain(lazy).collect();
    names.sort_unstable();
    names.dedup();
    names.into_iter()
}

/// Returns the signature, description and example of a function, as Markdown.
pub(crate) fn description(name: &str) -> Option<String> {
    let signature = signature_of(name)?;
    let documentation = signature.documentation.unwrap_or_default();
    let bare = name.strip_prefix("core::").unwrap_or(name);
    Some(format!(
        "```hcl\n{}\n```\n\n{documentation}\n\n[Documentation]({PAGES}/{bare})",
        signature.label
    ))
}

/// Returns the parameters, description and example of a function.
pub(crate) fn signature_of(name: &str) -> Option<Signature> {
    let bare = name.strip_prefix("core::").unwrap_or(name);
    let (parameters, description, example) = match functions().get(bare) {
        Some(function) => {
            let example = function.examples().first().copied();
            (parameters_of(function), function.description(), example)
        }
        None => {
            let known = terraform_expression_functions();
            let function = known.iter().find(|function| function.name == bare)?;
            let names = function.parameters.iter().map(|(name, _)| (*name).to_owned());
            (names.collect(), function.description, Some(function.example))
        }
    };
    let mut documentation = description.to_owned();
    if let Some(example) = example {
        documentation.push_str(&format!(
            "\n\n```hcl\n{}\n# {}\n```",
            example.call, example.result
        ));
    }
    Some(Signature {
        label: format!("{name}({})", parameters.join(", ")),
        parameters,
        documentation: Some(documentation),
        active: None,
    })
}

/// Returns the functions that take values, by name.
fn functions() -> &'static BTreeMap<String, Function> {
    static FUNCTIONS: OnceLock<BTreeMap<String, Function>> = OnceLock::new();
    FUNCTIONS.get_or_init(|| {
        let host: Arc<dyn Host> = Arc::new(NoHost);
        let no_templates = Arc::new(
            |_: &str, _: &str, _: hcl2_value::Fields<'_>, _: &mut hcl2_value::Meter<'_>| {
                Err(FunctionError::new("templates are not rendered here"))
            },
        );
        let functions = terraform::functions(&host)
            .into_iter()
            .chain([terraform::templatefile(&host, no_templates)]);
        functions
            .map(|function| (function.name().to_owned(), function))
            .collect()
    })
}

fn parameters_of(function: &Function) -> Vec<String> {
    let typed = |parameter: &Parameter| format!("{}: {}", parameter.name, parameter.ty);
    let mut parameters: Vec<String> = function.parameters().iter().map(typed).collect();
    if let Some(parameter) = function.variadic_parameter() {
        parameters.push(format!("{}...", typed(parameter)));
    }
    parameters
}
