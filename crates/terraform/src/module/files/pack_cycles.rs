//! Reference cycles of values in the languages of other products.

use std::collections::HashMap;

use hcl2_diagnostics::{Diagnostics, Span};
use hcl2_model::{Attribute, Block, Traversal, TraversalStep};

use super::super::arguments::{functions_in, references_in};
use super::super::constants::name_of;
use super::declared::Declared;
use crate::order::{Needs, reference_cycles};
use crate::table::{Bare, COMPUTED_NAME, Mode, ROOT_LOCAL};

/// Reports values that need their own: variables and functions that stand alone, local values, and the arguments of
/// blocks that others refer to. Those of other files than that of `span` are reported with their files.
pub(super) fn check(declared: &Declared<'_>, span: Span, problems: &mut Diagnostics) {
    let mut values = Values::default();
    values.collect(declared);
    let mut values = values.0;
    values.sort_by_key(|value| value.argument.name_span);
    let needs = connected(&values, declared.pack.bare.is_some());
    let cycles = reference_cycles(&needs, |position| format!("`{}`", values[position].name));
    let own = cycles.into_iter().filter(|problem| {
        problem
            .subject
            .is_some_and(|subject| subject.source == span.source)
    });
    problems.extend(own);
}

/// A value, with the name that refers to it. A function has `()` after its name.
struct Value {
    name: String,
    argument: Attribute,
    /// The names that mean something else in the argument.
    local: Vec<String>,
}

/// The values of all files.
#[derive(Default)]
struct Values(Vec<Value>);

impl Values {
    fn add(&mut self, name: String, argument: Attribute, local: Vec<String>) {
        self.0.push(Value {
            name,
            argument,
            local,
        });
    }

    fn collect(&mut self, declared: &Declared<'_>) {
        let pack = declared.pack;
        if let Some(bare) = &pack.bare {
            for argument in declared
                .contents
                .iter()
                .flat_map(|content| content.attributes.iter())
            {
                self.add(argument.name.as_str().to_owned(), argument.clone(), Vec::new());
            }
            for block in declared.blocks(&[bare.variable]) {
                self.add_value_of(block, "default", "");
            }
            for block in declared.blocks(&[bare.function]) {
                self.add_function(block, bare);
            }
            for root in pack.roots {
                for block in declared.blocks(root.labelled) {
                    self.add_arguments(block, root.name);
                }
            }
        }
        for root in pack.roots.iter().filter(|root| root.name == ROOT_LOCAL) {
            for block in declared.blocks(root.containing) {
                for argument in &block.body.attributes().value {
                    self.add(format!("{LOCALS}{}", argument.name), argument.clone(), Vec::new());
                }
            }
            for block in declared.blocks(root.labelled) {
                self.add_value_of(block, "expression", LOCALS);
            }
        }
    }

    /// Adds the value of a labelled block, which is in one of its arguments.
    fn add_value_of(&mut self, block: &Block, argument: &str, prefix: &str) {
        let argument = block.body.attributes().value.get(argument).cloned();
        if let (Some(argument), [label]) = (argument, &block.labels[..]) {
            self.add(format!("{prefix}{}", label.text), argument, Vec::new());
        }
    }

    fn add_function(&mut self, block: &Block, bare: &Bare) {
        let attributes = block.body.attributes().value;
        let own = bare.scoped.iter().filter(|(ty, _)| *ty == bare.function);
        let local = own
            .filter_map(|(_, argument)| attributes.get(argument))
            .flat_map(|argument| match argument.expression.static_list() {
                Some(elements) => elements.iter().filter_map(name_of).collect(),
                None => Vec::from_iter(name_of(&argument.expression)),
            })
            .collect();
        if let (Some(result), [label]) = (attributes.get("result"), &block.labels[..]) {
            self.add(format!("{}()", label.text), result.clone(), local);
        }
    }

    /// Adds the arguments of a labelled block, unless its name is computed.
    fn add_arguments(&mut self, block: &Block, root: &str) {
        let attributes = block.body.attributes().value;
        let [label] = &block.labels[..] else { return };
        if attributes.get(COMPUTED_NAME).is_some() {
            return;
        }
        for argument in &attributes {
            let name = format!("{root}.{}.{}", label.text, argument.name);
            self.add(name, argument.clone(), Vec::new());
        }
    }
}

/// Returns what each value needs, possibly by calls of functions.
fn connected(values: &[Value], with_calls: bool) -> Vec<Needs> {
    // Of several values of a name, one may replace the others.
    let mut positions: HashMap<&str, Option<usize>> = HashMap::new();
    for (position, value) in values.iter().enumerate() {
        let first = positions.entry(&value.name);
        first.and_modify(|first| *first = None).or_insert(Some(position));
    }
    let named = |name: &str| *positions.get(name)?;
    let needs = values.iter().map(|value| {
        let mut needs = Needs::nothing(value.argument.name_span);
        if named(&value.name).is_none() {
            return needs;
        }
        for traversal in references_in(&value.argument, Mode::Expression) {
            let root = traversal.root_name();
            let is_local = root.is_none_or(|root| value.local.iter().any(|local| *root == **local));
            let position = names_of(&traversal).find_map(|name| named(&name));
            if let (Some(to), Some(span), false) = (position, traversal.span(), is_local) {
                needs.of.push((to, span));
            }
        }
        if with_calls {
            for function in functions_in(&value.argument, Mode::Expression) {
                let called = named(&format!("{}()", function.name));
                needs.of.extend(called.map(|to| (to, function.span)));
            }
        }
        needs
    });
    needs.collect()
}

/// The start of the names of local values.
const LOCALS: &str = "local.";

/// Returns what a reference may be the name of, the longest first.
fn names_of(traversal: &Traversal) -> impl Iterator<Item = String> {
    let mut names = Vec::new();
    for step in traversal.steps().iter().take(3) {
        let name = match step {
            TraversalStep::Root { name, .. } | TraversalStep::Attribute { name, .. } => name.as_str(),
            _ => break,
        };
        names.push(match names.last() {
            Some(before) => format!("{before}.{name}"),
            None => name.to_owned(),
        });
    }
    names.into_iter().rev()
}
