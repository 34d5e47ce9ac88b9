//! What an argument refers to: variables and functions.

use hcl2_diagnostics::Span;
use hcl2_model::{Attribute, Expression, ExpressionRef, FunctionReference, Name, Traversal};

use super::super::constants::{reference, unquoted};
use super::super::early::is_early;
use super::super::encryption;
use super::super::scope::Use;
use crate::table::Mode;

/// Returns the functions that an argument calls, without those in type expressions, which make types.
pub(in super::super) fn functions_in(argument: &Attribute, mode: Mode) -> Vec<FunctionReference> {
    if matches!(mode, Mode::Type | Mode::StackType) {
        return Vec::new();
    }
    let mut functions = argument.expression.functions();
    let conversions: Vec<Span> = functions
        .iter()
        .filter(converts)
        .map(|function| function.call)
        .collect();
    // What makes a type is no function in any of the languages.
    let makes_type = |function: &FunctionReference| {
        TYPE_CONSTRUCTORS.contains(&function.name.as_str())
            && conversions.iter().any(|call| call.encloses(function.call))
    };
    functions.retain(|function| !makes_type(function));
    functions
}

/// The names of what makes a type of other types.
const TYPE_CONSTRUCTORS: [&str; 6] = ["list", "map", "object", "optional", "set", "tuple"];

/// Returns whether a function takes a type as its last argument.
fn converts(function: &&FunctionReference) -> bool {
    matches!(function.name.as_str(), "convert" | "core::convert")
}

impl Use<'_, '_> {
    /// Returns the references of the argument.
    pub(crate) fn references(&self) -> Vec<Traversal> {
        references_in(self.argument, self.mode)
    }
}

/// Returns the variables of an expression, without the keywords in the types that calls of `convert` name.
pub(crate) fn variables_in(expression: &dyn Expression) -> Vec<Traversal> {
    let mut variables = expression.variables();
    let is_type = |variable: &Traversal| {
        let keyword = variable.root_name().map(Name::as_str);
        variable.steps().len() == 1 && matches!(keyword, Some("any" | "bool" | "number" | "string"))
    };
    if variables.iter().any(is_type) && expression.functions().iter().any(|function| converts(&function)) {
        variables.retain(|variable| !is_type(variable));
    }
    variables
}

/// Returns the references of a source or version, if it has no others.
fn early_references(expression: &ExpressionRef) -> Vec<Traversal> {
    if is_early(expression) {
        expression.variables()
    } else {
        Vec::new()
    }
}

/// Returns the references of an argument.
pub(in super::super) fn references_in(argument: &Attribute, mode: Mode) -> Vec<Traversal> {
    let expression = &argument.expression;
    match mode {
        Mode::Expression | Mode::Early | Mode::EarlyVersion => variables_in(&**expression),
        Mode::Encryption => {
            let mut references = variables_in(&**expression);
            references.retain(|reference| !encryption::names_part(reference));
            references
        }
        Mode::ComputedReferences => {
            let Some(elements) = expression.static_list() else {
                return variables_in(&**expression);
            };
            let references = elements.iter().flat_map(|element| match reference(element) {
                // In JSON, a reference is a plain string without variables.
                Some(reference) => vec![reference],
                None => variables_in(&*unquoted(element.clone())),
            });
            references.collect()
        }
        Mode::References => {
            let elements = expression.static_list().unwrap_or_default();
            elements.iter().filter_map(reference).collect()
        }
        Mode::ProviderRequirement => {
            let entries = expression.static_map().unwrap_or_default();
            entries
                .iter()
                .flat_map(|(_, value)| early_references(value))
                .collect()
        }
        // The other modes refer to nothing, to providers, or to objects that may no longer exist.
        _ => Vec::new(),
    }
}
