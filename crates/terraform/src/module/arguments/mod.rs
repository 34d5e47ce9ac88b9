//! Checks of arguments that are not plain expressions.

mod forms;
mod providers;
mod references;

use hcl2_diagnostics::codes::{decode::INVALID_TYPE, terraform as codes};
use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome};
use hcl2_ext::types::{TypeConstraint, type_constraint};
use hcl2_model::{Attribute, ExpressionRef, Name};
use hcl2_value::Type;

use self::forms::{check_change, check_keyword, check_list, check_reference, check_version, list_expected};
use self::providers::{check_passed, check_requirement};
pub(crate) use self::references::variables_in;
pub(super) use self::references::{functions_in, references_in};
use super::constants::{constant, meant, quoted};
use super::declaration::Described;
use super::early::is_early;
use super::targets::check_imported;
use crate::table::{Mode, PROVIDER_TYPE, SYMBOL_FUNCTIONS};

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
                Some(elements) => {
                    for element in &elements {
                        check_change(element, expression, diagnostics);
                    }
                }
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
