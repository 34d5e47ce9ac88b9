//! Attributes of objects that are dropped, because no type has them.

use hcl2_diagnostics::{Diagnostic, Diagnostics, codes::body::UNSUPPORTED_ATTRIBUTE, nearest_name};
use hcl2_model::ExpressionRef;
use hcl2_value::Type;

use crate::module::name_of;
use crate::problems::{did_you_mean, key_like};

/// Warns of attributes in constructors of objects that the type of a value does not have. `name` is that of the value.
pub(crate) fn ignored_in(ty: &Type, name: &str, value: &ExpressionRef, problems: &mut Diagnostics) {
    if let Some(fields) = ty.object_type() {
        for (key, value) in value.static_map().unwrap_or_default() {
            let Some(own) = name_of(&key) else { continue };
            match fields.get(&own) {
                Some(ty) => ignored_in(ty, &own, &value, problems),
                None => {
                    let known = fields.iter().map(|(name, _)| name.as_str());
                    problems.push(unknown(name, &own, known, &key));
                }
            }
        }
    } else if let Some(element) = ty.element_type() {
        let elements = match ty.is_map() {
            true => value
                .static_map()
                .map(|entries| entries.into_iter().map(|(_, value)| value).collect()),
            false => value.static_list(),
        };
        let elements = elements.or_else(|| Some(vec![value.static_for(ty.is_map())?]));
        for value in elements.unwrap_or_default() {
            ignored_in(element, name, &value, problems);
        }
    } else if let Some(types) = ty.tuple_types() {
        let elements = value.static_list().unwrap_or_default();
        for (ty, value) in types.iter().zip(&elements) {
            ignored_in(ty, name, value, problems);
        }
    }
}

/// Warns of a value whose key is no attribute of `what`.
pub(super) fn unknown<'k>(
    what: &str,
    name: &str,
    known: impl Iterator<Item = &'k str>,
    key: &ExpressionRef,
) -> Diagnostic {
    let sentence = format!("`{what}` has no attribute `{name}`, so the value is ignored.");
    let problem = Diagnostic::warning(UNSUPPORTED_ATTRIBUTE, "Ignored value").with_subject(key.span());
    match nearest_name(name, known) {
        Some(near) => did_you_mean(problem, &sentence, key.span(), near, key_like(key, near)),
        None => problem.with_detail(sentence),
    }
}
