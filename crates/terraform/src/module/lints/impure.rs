//! Arguments that are different in every plan.

use std::collections::{HashMap, HashSet};

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::terraform as codes};
use hcl2_functions::terraform::UNPREDICTABLE;
use hcl2_model::{Attribute, Name};

use super::super::arguments::{functions_in, variables_in};
use super::super::{IgnoreChanges, Module};
use crate::address::{Address, ResourceKind};
use crate::table::{BUILT_IN_FUNCTIONS, Describes, Mode, names};

/// The blocks of a resource that no plan compares with its state.
const WITHOUT_STATE: [&str; 3] = [names::LIFECYCLE, names::PROVISIONER, names::CONNECTION];

impl Module {
    /// Reports calls of `timestamp`, `uuid` and `bcrypt` in the arguments of managed resources, and local values with such calls.
    pub(super) fn impure_functions(&self, problems: &mut Diagnostics) {
        let locals = self.impure_locals();
        let resources = self
            .resources()
            .iter()
            .map(|resource| (resource.span, resource))
            .collect::<HashMap<_, _>>();
        for declaration in &self.contents.declarations {
            if declaration.resource_kind() != Some(ResourceKind::Managed) {
                continue;
            }
            let ignored = resources
                .get(&declaration.span)
                .map(|resource| &resource.lifecycle.ignore_changes);
            let is_ignored = |name: &Name| match ignored {
                Some(IgnoreChanges::All) => true,
                Some(IgnoreChanges::Of(paths)) => paths.iter().any(|path| path.root_name() == Some(name)),
                _ => false,
            };
            let mut check = |argument: &Attribute| {
                let found = impurity(argument, &locals);
                problems.extend(found.map(|(function, span)| {
                    Diagnostic::warning(codes::IMPURE_FUNCTION, "Impure function in a resource")
                        .with_detail(format!(
                            "`{function}` has another result in every plan, so every plan changes the resource. Use a resource of \
                             the provider `random` or `time`, whose result is stored, or ignore changes of the argument."
                        ))
                        .with_subject(span)
                        .with_context(declaration.span)
                }));
            };
            let body = declaration.block_type.body;
            for argument in declaration.arguments.iter().chain(&declaration.provided) {
                let is_of_language = body
                    .arguments
                    .iter()
                    .any(|own| own.name == argument.name.as_str());
                if !is_of_language && !is_ignored(&argument.name) {
                    check(argument);
                }
            }
            for block in &declaration.blocks {
                let repeated = block
                    .first_label()
                    .filter(|_| block.block_type.schema == Describes::Labelled);
                let ignores = is_ignored(repeated.unwrap_or(&block.name));
                if !ignores && !WITHOUT_STATE.contains(&block.name.as_str()) {
                    block.visit(self.language, &mut |used| {
                        if used.mode == Mode::Expression {
                            check(used.argument);
                        }
                    });
                }
            }
        }
    }

    /// Returns the local values behind which there is a call of an impure function, with its name.
    fn impure_locals(&self) -> HashMap<&Name, String> {
        let mut impure: HashMap<&Name, String> = HashMap::new();
        let mut users: HashMap<Name, Vec<&Name>> = HashMap::new();
        let locals = self
            .contents
            .declarations
            .iter()
            .filter(|block| block.block_type.name == names::LOCALS);
        for local in locals.flat_map(|block| &block.arguments) {
            if let Some((function, _)) = impurity(local, &HashMap::new()) {
                impure.insert(&local.name, function);
            }
            let references = variables_in(&*local.expression);
            for reference in references.iter().filter_map(Address::from_traversal) {
                if let Address::Local(used) = reference {
                    users.entry(used).or_default().push(&local.name);
                }
            }
        }
        let mut reached: Vec<&Name> = impure.keys().copied().collect();
        let mut seen: HashSet<&Name> = reached.iter().copied().collect();
        // Several functions may be behind a local value: which one is named must not depend on the order of a map.
        reached.sort();
        while let Some(name) = reached.pop() {
            let function = impure[name].clone();
            for user in users.get(name).into_iter().flatten() {
                if seen.insert(user) {
                    impure.insert(user, function.clone());
                    reached.push(user);
                }
            }
        }
        impure
    }
}

/// Returns the first impure function behind the value of an argument, and the call or reference that leads to it.
fn impurity(argument: &Attribute, locals: &HashMap<&Name, String>) -> Option<(String, Span)> {
    let call = functions_in(argument, Mode::Expression)
        .into_iter()
        .find_map(|function| {
            let name = function.name.as_str();
            let name = name.strip_prefix(BUILT_IN_FUNCTIONS).unwrap_or(name);
            UNPREDICTABLE
                .contains(&name)
                .then(|| (name.to_owned(), function.call))
        });
    call.or_else(|| {
        let references = variables_in(&*argument.expression);
        references
            .iter()
            .find_map(|reference| match Address::from_traversal(reference) {
                Some(Address::Local(name)) => Some((locals.get(&name)?.clone(), reference.span()?)),
                _ => None,
            })
    })
}
