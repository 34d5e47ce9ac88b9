//! Strings that are probably references.

use hcl2_diagnostics::{Diagnostic, Diagnostics, codes::terraform as codes};
use hcl2_model::ExpressionRef;

use super::super::Module;
use super::super::constants::{quoted, reference};
use crate::address::Address;
use crate::table::{Mode, names};

impl Module {
    /// Reports strings that are the address of an object of the module, or of a part of it.
    pub(super) fn quoted_references(&self, problems: &mut Diagnostics) {
        for declaration in &self.contents.declarations {
            let own = declaration.address();
            declaration.visit(self.language, &mut |used| {
                if used.mode != Mode::Expression {
                    return;
                }
                let own = match declaration.block_type.name {
                    names::LOCALS => Some(Address::Local(used.argument.name.clone())),
                    _ => own.clone(),
                };
                each_string(&used.argument.expression, &mut |expression, text| {
                    let address = text.contains('.').then(|| reference(expression)).flatten();
                    let address = address.as_ref().and_then(Address::from_traversal);
                    let declared = &self.contents.declared;
                    if address
                        .is_some_and(|address| declared.contains(&address) && own.as_ref() != Some(&address))
                    {
                        problems.push(quoted_reference(expression, &text));
                    }
                });
            });
        }
    }
}

fn quoted_reference(expression: &ExpressionRef, text: &str) -> Diagnostic {
    let spelling = match expression.native_text() {
        Some(_) => text.to_owned(),
        None => format!("\"${{{text}}}\""),
    };
    Diagnostic::warning(codes::QUOTED_REFERENCE, "Quoted reference")
        .with_detail(format!(
            "This is a string, although the module declares what it names. For the value, write {}.",
            match expression.native_text() {
                Some(_) => format!("`{spelling}`"),
                None => spelling.clone(),
            }
        ))
        .with_subject(expression.span())
        .with_suggestion(expression.span(), spelling, "refer to the object")
}

/// Calls `visit` with the constant strings among the possible results of an expression, their parts and arguments of functions.
fn each_string(expression: &ExpressionRef, visit: &mut dyn FnMut(&ExpressionRef, String)) {
    if let Some(elements) = expression.static_list() {
        elements.iter().for_each(|element| each_string(element, visit));
    } else if let Some(entries) = expression.static_map() {
        entries.iter().for_each(|(_, value)| each_string(value, visit));
    } else if let Some(call) = expression.static_call() {
        call.arguments
            .iter()
            .for_each(|argument| each_string(argument, visit));
    } else if let Some([_, if_true, if_false]) = expression.static_conditional() {
        [if_true, if_false]
            .iter()
            .for_each(|result| each_string(result, visit));
    } else if let Some(text) = quoted(expression) {
        visit(expression, text);
    }
}
