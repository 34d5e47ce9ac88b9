//! Checks of arguments that are not plain expressions.

use hcl2_diagnostics::codes::{decode::INVALID_TYPE, terraform as codes};
use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Span};
use hcl2_ext::types::{TypeConstraint, type_constraint};
use hcl2_model::{Attribute, Expression, ExpressionRef, FunctionReference, Name, Traversal};
use hcl2_value::{Type, Value};

use super::constants::{constant, meant, quoted, reference, unquoted};
use super::declaration::Described;
use super::early::is_early;
use super::encryption;
use super::providers::{self, check_passed, check_requirement};
use super::targets::check_imported;
use super::version::check_constraint;
use crate::table::{Mode, PROVIDER_TYPE, QUOTED_KEYWORDS, SYMBOL_FUNCTIONS};

/// The keyword for all arguments in place of a list of them.
const ALL: &str = "all";

/// Checks an argument by its mode. Returns the type that it describes, if its mode is to describe one.
pub(super) fn check_argument(
    argument: &Attribute,
    mode: Mode,
    diagnostics: &mut Diagnostics,
) -> Option<Described> {
    let expression = &argument.expression;
    match mode {
        Mode::Expression | Mode::Encryption => {}
        Mode::Literal => {
            constant(expression, diagnostics);
        }
        Mode::LiteralString => check_type(expression, &Type::STRING, diagnostics),
        Mode::LiteralBool => check_type(expression, &Type::BOOL, diagnostics),
        Mode::VersionConstraint => check_version(expression, diagnostics),
        Mode::Early | Mode::EarlyVersion if is_early(expression) => {}
        Mode::Early => check_type(expression, &Type::STRING, diagnostics),
        Mode::EarlyVersion => check_version(expression, diagnostics),
        Mode::Reference | Mode::KeyedReference => providers::check_reference(expression, mode, diagnostics),
        Mode::ComputedReference | Mode::Target => {
            check_reference(expression, mode, diagnostics);
            if mode == Mode::ComputedReference {
                check_imported(expression, diagnostics);
            }
        }
        Mode::References | Mode::ComputedReferences | Mode::Actions => {
            check_list(expression, mode, diagnostics)
        }
        Mode::Changes => {
            // In JSON, the keyword is a plain string.
            let quoted = quoted(expression).filter(|_| expression.native_text().is_none());
            let keyword = expression.keyword().or_else(|| quoted.map(Name::from));
            if keyword.is_some_and(|keyword| keyword == *ALL) {
                return None;
            }
            match expression.static_list() {
                Some(_) => check_list(expression, mode, diagnostics),
                None => diagnostics.push(meant(list_expected(expression), expression, &[ALL])),
            }
        }
        Mode::Keyword(words) => check_keyword(expression, words, diagnostics),
        Mode::Keywords(words) => {
            for keyword in expression.static_list().unwrap_or_default() {
                check_keyword(&keyword, words, diagnostics);
            }
        }
        Mode::StackType if describes_providers(expression) => {}
        Mode::Type | Mode::StackType => {
            let described = type_of(expression);
            let is_sound = !described.has_errors();
            let constraint = described.report_into(diagnostics);
            return Some(Described { constraint, is_sound });
        }
        Mode::ProviderMap | Mode::KeyedProviderMap => check_passed(expression, mode, diagnostics),
        Mode::ProviderRequirement => check_requirement(argument, diagnostics),
    }
    None
}

/// Returns whether a type expression describes configurations of providers.
fn describes_providers(expression: &ExpressionRef) -> bool {
    let functions = expression.functions();
    functions.iter().any(|function| *function.name == *PROVIDER_TYPE)
}

/// Returns the type constraint that an expression describes.
///
/// `list` and `map` alone are an old form of collections whose elements may have any type.
fn type_of(expression: &ExpressionRef) -> Outcome<TypeConstraint> {
    let keyword = expression.keyword().map(|name| name.as_str().to_owned());
    let keyword = keyword.or_else(|| quoted(expression).filter(|_| expression.native_text().is_none()));
    let (name, ty) = match keyword.as_deref() {
        Some("list") => ("list", Type::list(Type::DYNAMIC)),
        Some("map") => ("map", Type::map(Type::DYNAMIC)),
        _ => {
            // The types of symbol libraries are not read.
            let functions = expression.functions();
            if functions.iter().any(|own| own.name.starts_with(SYMBOL_FUNCTIONS)) {
                return Outcome::from(TypeConstraint {
                    ty: Type::DYNAMIC,
                    defaults: None,
                });
            }
            let described = type_constraint(&**expression);
            return match quoted_type(expression) {
                Some(problem) if described.has_errors() => {
                    Outcome::new(described.value, vec![problem].into_iter().collect())
                }
                _ => described,
            };
        }
    };
    let warning = Diagnostic::warning(codes::DEPRECATED, "Type without elements")
        .with_detail(format!(
            "`{name}` alone is deprecated. Write the type of the elements, or `{name}(any)`."
        ))
        .with_subject(expression.span());
    let constraint = TypeConstraint { ty, defaults: None };
    Outcome::new(constraint, vec![warning].into_iter().collect())
}

/// Reports a type in quotes in native syntax, an old form that is no longer read.
fn quoted_type(expression: &ExpressionRef) -> Option<Diagnostic> {
    expression.native_text()?;
    let text = quoted(expression)?;
    let ty = match text.as_str() {
        "string" | "number" | "bool" | "any" => text,
        "list" | "map" => format!("{text}(string)"),
        _ => return None,
    };
    let span = expression.span();
    Some(
        Diagnostic::error(INVALID_TYPE, "Quoted type")
            .with_detail(format!(
                "Quotes around a type are not allowed. Write `{ty}` alone."
            ))
            .with_subject(span)
            .with_fix(span, ty, "remove the quotes"),
    )
}

/// Reports a constant of another type.
fn check_type(expression: &ExpressionRef, ty: &Type, diagnostics: &mut Diagnostics) {
    let Some(value) = constant(expression, diagnostics) else {
        return;
    };
    if value.is_null() || value.convert(ty).is_err() {
        let found = if value.is_null() {
            "null".to_owned()
        } else {
            value.ty().friendly_name()
        };
        diagnostics.push(
            Diagnostic::error(codes::INVALID_VALUE, "Invalid value")
                .with_detail(format!("Expected {}, found {found}.", ty.friendly_name()))
                .with_subject(expression.span()),
        );
    }
}

pub(super) fn check_version(expression: &ExpressionRef, diagnostics: &mut Diagnostics) {
    let Some(value) = constant(expression, diagnostics) else {
        return;
    };
    let text = value.convert(&Type::STRING).unwrap_or(Value::DYNAMIC);
    if value.is_null() {
        return;
    }
    let Some(text) = text.as_str() else {
        diagnostics.push(
            Diagnostic::error(codes::INVALID_VERSION, "Invalid version constraint")
                .with_detail(format!(
                    "Expected a string, found {}.",
                    value.ty().friendly_name()
                ))
                .with_subject(expression.span()),
        );
        return;
    };
    if let Err(problem) = check_constraint(text) {
        diagnostics.push(
            Diagnostic::error(codes::INVALID_VERSION, "Invalid version constraint")
                .with_detail(format!(
                    "{problem}. Expected versions with operators, separated by commas, such as `>= 1.2, < 2.0` or `~> 1.2`."
                ))
                .with_subject(expression.span()),
        );
    }
}

pub(super) fn check_reference(expression: &ExpressionRef, mode: Mode, diagnostics: &mut Diagnostics) {
    // These arguments never had quoted references, unlike older ones. In JSON, all are plain strings.
    let is_newer = matches!(
        mode,
        Mode::Target | Mode::ComputedReference | Mode::ComputedReferences | Mode::Actions
    );
    // The template around a reference in JSON has a native text, too.
    let is_string = expression
        .native_text()
        .is_some_and(|text| text.starts_with(['"', '<']));
    if is_newer && is_string && quoted(expression).is_some() {
        let problem = Diagnostic::error(codes::REFERENCE_EXPECTED, "Reference expected")
            .with_detail("Expected a reference without quotes.")
            .with_subject(expression.span());
        let bare = reference(expression).and_then(|_| quoted(expression));
        diagnostics.push(match bare {
            Some(bare) => problem.with_fix(expression.span(), bare, "remove the quotes"),
            None => problem,
        });
        return;
    }
    let is_computed = matches!(
        mode,
        Mode::ComputedReference | Mode::ComputedReferences | Mode::Actions
    );
    if reference(expression).is_some() || is_computed && is_computed_reference(expression) {
        warn_of_quotes("reference", expression, diagnostics);
        return;
    }
    let mut diagnostic =
        Diagnostic::error(codes::REFERENCE_EXPECTED, "Reference expected").with_subject(expression.span());
    let detail = "Expected a reference, which is not evaluated.";
    match only_interpolation(expression) {
        Some((text, in_json)) => {
            let spelling = if in_json {
                format!("{text:?}")
            } else {
                text.clone()
            };
            diagnostic = diagnostic
                .with_detail(format!("{detail} Write it without the template: {spelling}."))
                .with_fix(expression.span(), spelling, "remove the template around it");
        }
        None => {
            diagnostic = diagnostic.with_detail(format!("{detail} Name an object, such as `module.network`."))
        }
    }
    diagnostics.push(diagnostic);
}

/// Warns of quotes around a reference or keyword in native syntax, an old form.
fn warn_of_quotes(what: &str, expression: &ExpressionRef, diagnostics: &mut Diagnostics) {
    // The key of an object is a bare name, which is a string too.
    let is_quoted = expression.native_text().is_some_and(|text| text.starts_with('"'));
    let Some(text) = quoted(expression).filter(|_| is_quoted) else {
        return;
    };
    let span = expression.span();
    diagnostics.push(
        Diagnostic::warning(codes::DEPRECATED, format!("Quoted {what}"))
            .with_detail(format!(
                "Quotes around a {what} are deprecated. Write `{text}` alone."
            ))
            .with_subject(span)
            .with_fix(span, text, "remove the quotes"),
    );
}

fn is_computed_reference(expression: &ExpressionRef) -> bool {
    expression.static_list().is_none()
        && expression.static_map().is_none()
        && expression.static_call().is_none()
        && (!expression.variables().is_empty() || quoted(expression).is_some())
}

/// Returns the expression of a template that consists of one interpolation, and whether it is in JSON.
fn only_interpolation(expression: &ExpressionRef) -> Option<(String, bool)> {
    let text = expression.native_text()?;
    match text
        .strip_prefix("\"${")
        .and_then(|text| text.strip_suffix("}\""))
    {
        Some(inner) => Some((inner.trim().to_owned(), false)),
        None => Some((text, true))
            .filter(|_| expression.static_traversal().is_none() && !expression.variables().is_empty()),
    }
}

pub(super) fn check_list(expression: &ExpressionRef, mode: Mode, diagnostics: &mut Diagnostics) {
    match expression.static_list() {
        Some(elements) => {
            for element in &elements {
                check_reference(element, mode, diagnostics);
            }
        }
        None => diagnostics.push(list_expected(expression)),
    }
}

fn list_expected(expression: &ExpressionRef) -> Diagnostic {
    Diagnostic::error(codes::REFERENCE_EXPECTED, "List of references expected")
        .with_detail("Expected a list of references in square brackets, which is not evaluated.")
        .with_subject(expression.span())
}

fn check_keyword(expression: &ExpressionRef, words: &[&str], diagnostics: &mut Diagnostics) {
    // In JSON, keywords are plain strings.
    let may_be_quoted = expression.native_text().is_none() || QUOTED_KEYWORDS.contains(&words);
    let keyword = expression
        .keyword()
        .map(|name| name.as_str().to_owned())
        .or_else(|| quoted(expression).filter(|_| may_be_quoted));
    if keyword.is_some_and(|keyword| words.is_empty() || words.contains(&keyword.as_str())) {
        warn_of_quotes("keyword", expression, diagnostics);
        return;
    }
    let detail = if words.is_empty() {
        "Expected a name without quotes.".to_owned()
    } else {
        format!(
            "Expected one of these keywords, without quotes: {}.",
            words.join(", ")
        )
    };
    let problem = Diagnostic::error(codes::REFERENCE_EXPECTED, "Keyword expected")
        .with_detail(detail)
        .with_subject(expression.span());
    diagnostics.push(meant(problem, expression, words));
}

/// Returns the functions that an argument calls, without those in type expressions, which make types.
pub(super) fn functions_in(argument: &Attribute, mode: Mode) -> Vec<FunctionReference> {
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
pub(crate) fn references_in(argument: &Attribute, mode: Mode) -> Vec<Traversal> {
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
