//! What a document does not say: types, values and numbers of instances.

use std::path::Path;

use hcl2_diagnostics::Span;

use crate::values::{alone, instances, shown, shown_type, value_of};
use crate::workspace::Workspace;

/// A short text that is shown within a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Where it is shown.
    pub offset: u32,
    /// The text.
    pub text: String,
    /// The kind.
    pub kind: HintKind,
}

/// The kind of a [`Hint`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HintKind {
    /// The type of a variable or local value.
    Type,
    /// The value of a local value or output, with the defaults of the variables.
    Value,
    /// The number of instances of a resource or module.
    Instances,
}

impl Workspace {
    /// Returns hints in a range of a document, in order: the types of variables without a type constraint, the values of
    /// locals and outputs, or their types, and the numbers of instances.
    #[must_use]
    pub fn hints(&self, path: &Path, range: Span) -> Vec<Hint> {
        let Some(document) = self.document(path) else {
            return Vec::new();
        };
        let (Some(module), Some(source)) = (self.module_of(document), self.checked_source(document)) else {
            return Vec::new();
        };
        let is_here =
            |span: Span| span.source == source.id() && span.start <= range.end && range.start <= span.end;
        let tree = alone(module);
        let mut evaluator = self.evaluator(document, &tree);
        let mut hints = Vec::new();
        let mut add = |offset: u32, text: String, kind| hints.push(Hint { offset, text, kind });
        for variable in module.variables.iter().filter(|variable| is_here(variable.span)) {
            let default = variable.default.as_ref().filter(|_| !variable.is_typed);
            if let Some(ty) = default.and_then(|value| shown_type(value.ty())) {
                add(variable.span.end, format!(": {ty}"), HintKind::Type);
            }
        }
        for local in module.locals.iter().filter(|local| is_here(local.span)) {
            let Some(value) = value_of(&mut evaluator, local.value.as_ref()) else {
                continue;
            };
            // What is written as its value needs no hint.
            match shown(&value)
                .filter(|_| !local.value.variables().is_empty() || !local.value.functions().is_empty())
            {
                Some(text) => add(local.value.span().end, format!("= {text}"), HintKind::Value),
                None if value.is_wholly_known() && local.value.variables().is_empty() => {}
                None => {
                    if let Some(ty) = shown_type(value.ty()) {
                        add(local.span.end, format!(": {ty}"), HintKind::Type);
                    }
                }
            }
        }
        for output in module.outputs.iter().filter(|output| is_here(output.span)) {
            let Some(expression) = output
                .value
                .as_ref()
                .filter(|value| !value.variables().is_empty())
            else {
                continue;
            };
            let value = value_of(&mut evaluator, expression.as_ref());
            if let Some(text) = value.as_ref().and_then(shown) {
                add(expression.span().end, format!("= {text}"), HintKind::Value);
            }
        }
        let resources = module.resources().iter().map(|own| (own.span, own.repetition()));
        let calls = module.calls.iter().map(|own| (own.span, own.repetition()));
        for (span, repetition) in resources.chain(calls).filter(|(span, _)| is_here(*span)) {
            let count = repetition
                .has_keys()
                .then(|| instances(&mut evaluator, repetition));
            if let Some(count) = count.flatten() {
                add(span.end, format!("× {count}"), HintKind::Instances);
            }
        }
        hints.sort_by_key(|hint| hint.offset);
        hints
    }
}
