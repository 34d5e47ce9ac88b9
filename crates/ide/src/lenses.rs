//! What is shown above declarations: how often they are used, and how many instances they have.

use std::collections::HashMap;
use std::path::Path;

use hcl2_diagnostics::Span;
use hcl2_terraform::Address;

use crate::values::{alone, instances};
use crate::workspace::Workspace;

/// A note about a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// The declaration.
    pub span: Span,
    /// The text.
    pub text: String,
}

impl Workspace {
    /// Returns how often each object that a document declares is used in its module, and how many instances resources and
    /// module calls have.
    #[must_use]
    pub fn lenses(&self, path: &Path) -> Vec<Lens> {
        let Some(document) = self.document(path) else {
            return Vec::new();
        };
        let (Some(module), Some(source)) = (self.module_of(document), self.checked_source(document)) else {
            return Vec::new();
        };
        let mut uses = HashMap::<&Address, usize>::new();
        for (address, _) in module.nodes().iter().flat_map(|node| &node.references) {
            *uses.entry(address).or_default() += 1;
        }
        let mut repetitions = HashMap::new();
        for own in module.resources() {
            let key = (own.kind, own.ty.as_str(), own.name.as_str());
            repetitions.entry(key).or_insert_with(|| own.repetition());
        }
        let tree = alone(module);
        let mut evaluator = self.evaluator(document, &tree);
        let plural = |count: u64, name: &str| format!("{count} {name}{}", if count == 1 { "" } else { "s" });
        let mut lenses = Vec::new();
        for node in module
            .nodes()
            .iter()
            .filter(|node| node.span.source == source.id())
        {
            let repetition = match &node.address {
                Address::Variable(_) | Address::Local(_) => None,
                Address::Resource(kind, ty, name) => {
                    repetitions.get(&(*kind, ty.as_str(), name.as_str())).copied()
                }
                Address::Module(name) => module.calls.named(name).map(|own| own.repetition()),
                _ => continue,
            };
            let used = uses.get(&node.address).copied().unwrap_or_default();
            let mut text = plural(used as u64, "reference");
            let repetition = repetition.filter(|repetition| repetition.has_keys());
            if let Some(count) = repetition.and_then(|repetition| instances(&mut evaluator, repetition)) {
                text.push_str(&format!(", {}", plural(count, "instance")));
            }
            let span = node.span;
            lenses.push(Lens { span, text });
        }
        lenses.sort_by_key(|lens| lens.span.start);
        lenses
    }
}
