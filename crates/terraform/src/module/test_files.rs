//! Rules for files of tests and mocks.

use std::collections::HashMap;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::terraform as codes};

use super::arguments::{constant, reference, target_kind};
use super::declaration::Declaration;
use crate::problems::duplicate;
use crate::table::{REPLACED_IN_TESTS, Replaced, names};

/// Checks the blocks of a file together.
pub(super) fn check(declarations: &[Declaration], diagnostics: &mut Diagnostics) {
    let mut runs: HashMap<&str, Span> = HashMap::new();
    for declaration in declarations {
        check_replaced(declaration, diagnostics);
        let name = declaration.first_label();
        let Some(name) = name.filter(|_| declaration.block_type.name == names::RUN) else {
            continue;
        };
        match runs.get(name.as_str()) {
            Some(first) => {
                let what = format!("the run `{name}`");
                diagnostics.push(duplicate("A file declares", &what, declaration.span, *first));
            }
            None => {
                runs.insert(name, declaration.span);
            }
        }
    }
}

/// Reports blocks that override objects of another kind, or by values that are no object.
fn check_replaced(declaration: &Declaration, diagnostics: &mut Diagnostics) {
    for block in &declaration.blocks {
        check_replaced(block, diagnostics);
    }
    let name = declaration.block_type.name;
    let Some((_, replaced, values)) = REPLACED_IN_TESTS.iter().find(|(own, ..)| *own == name) else {
        return;
    };
    let target = declaration.argument(names::TARGET);
    if let Some(target) = target
        && let Some(address) = reference(&target.expression)
    {
        let kind = target_kind(&address).map(|kind| match kind {
            kind if kind.is_module => Replaced::Module,
            kind if kind.is_data => Replaced::Data,
            _ => Replaced::Resource,
        });
        if kind != Some(*replaced) {
            let what = match replaced {
                Replaced::Resource => "a resource",
                Replaced::Data => "a data source",
                Replaced::Module => "a module",
            };
            diagnostics.push(
                Diagnostic::error(codes::INVALID_TARGET, "Invalid target of an override")
                    .with_detail(format!("Expected the address of {what}."))
                    .with_subject(target.expression.span()),
            );
        }
    }
    let values = declaration.argument(values);
    if let Some(values) = values.filter(|values| values.expression.static_map().is_none())
        && values.expression.variables().is_empty()
        && let Some(value) = constant(&values.expression, diagnostics)
        && value.fields().is_none()
    {
        diagnostics.push(
            Diagnostic::error(codes::INVALID_VALUE, "Invalid value")
                .with_detail(format!(
                    "Expected an object, found {}.",
                    value.ty().friendly_name()
                ))
                .with_subject(values.expression.span()),
        );
    }
}
