//! What is known of the values of a module: by its text alone, with the defaults of its variables.

use std::sync::Arc;

use hcl2_functions::{Host, NoHost};
use hcl2_model::Expression;
use hcl2_terraform::eval::Keys;
use hcl2_terraform::{Evaluator, Module, ModuleTree, Repetition, versioned_functions};
use hcl2_value::{Type, Value};

use crate::document::Document;
use crate::workspace::Workspace;

/// The largest number of characters of a value that is shown.
const MAX_WIDTH: usize = 60;

/// Returns a tree of a module alone: the outputs of those that it calls are unknown.
pub(crate) fn alone(module: &Module) -> ModuleTree {
    ModuleTree {
        path: ".".to_owned(),
        module: module.clone(),
        ..ModuleTree::default()
    }
}

impl Workspace {
    /// Creates an evaluator of the module that a document belongs to. Its functions read no files.
    pub(crate) fn evaluator<'t>(&self, document: &Document, tree: &'t ModuleTree) -> Evaluator<'t> {
        let host: Arc<dyn Host> = Arc::new(NoHost);
        let functions = versioned_functions(self.language_of(document), &host);
        let budget = (self.settings().budget)();
        Evaluator::new(tree, functions).budget(budget)
    }
}

/// Returns the value of an expression, if it has one that may be shown.
pub(crate) fn value_of(evaluator: &mut Evaluator<'_>, expression: &dyn Expression) -> Option<Value> {
    let outcome = evaluator.evaluate(expression);
    let is_shown = !outcome.has_errors() && !outcome.value.contains_marked();
    is_shown.then_some(outcome.value)
}

/// Returns a known value as an expression, if it is short.
pub(crate) fn shown(value: &Value) -> Option<String> {
    let text = hcl2_native::literal(value).filter(|_| value.is_wholly_known())?;
    (text.chars().count() <= MAX_WIDTH && !text.contains('\n')).then_some(text)
}

/// Returns a type that says something, as it is written.
pub(crate) fn shown_type(ty: &Type) -> Option<String> {
    let text = ty.to_string();
    (*ty != Type::DYNAMIC && text.chars().count() <= MAX_WIDTH).then_some(text)
}

/// Returns how many instances an object has, if that is known.
pub(crate) fn instances(evaluator: &mut Evaluator<'_>, repetition: Repetition<'_>) -> Option<u64> {
    let expression = repetition.expression()?;
    let outcome = evaluator.evaluate(expression.as_ref());
    let value = Some(outcome.value).filter(|value| value.is_known())?;
    Keys::of(repetition, &value).ok()?.map(|keys| keys.len())
}
