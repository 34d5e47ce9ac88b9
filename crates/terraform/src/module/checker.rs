//! Checks of the references of all declarations, and what they show of a module.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use foldhash::fast::RandomState;
use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::terraform as codes};
use hcl2_model::{Expression, ExpressionRef, Name, Traversal, TraversalStep};

use super::constants::reference;
use super::cyclic::Edges;
use super::declaration::Declaration;
use super::references::{Declared, Target, address_length, invalid, invalid_key};
use super::scope::{Scope, Use};
use crate::address::Address;
use crate::problems::if_planned;
use crate::table::{Describes, Language, Mode, ROOT_COUNT, ROOT_EACH, ROOT_LOCAL, names};

/// What is known of the references of a module. The references themselves follow from the expressions, and would take as much
/// memory as the declarations.
#[derive(Debug, Default)]
pub(crate) struct References {
    /// The roots of the invalid references of the expressions of arguments, which were reported.
    reported: HashMap<Span, Vec<Name>, RandomState>,
    /// References to parts of resources.
    pub(crate) of_parts: Vec<Part>,
    /// Whether something refers to each object, by number.
    pub(crate) is_used: Vec<bool>,
    /// Whether anything but the object itself refers to it.
    pub(crate) is_used_by_others: Vec<bool>,
    /// Whether objects may need each other.
    pub(crate) may_cycle: bool,
}

/// A reference to a part of a resource.
#[derive(Debug)]
pub(crate) struct Part {
    /// The expression that has it.
    pub(crate) expression: Span,
    pub(crate) traversal: Traversal,
    /// Whether Terraform looks at it only when it plans.
    pub(crate) is_planned: bool,
}

impl References {
    /// Returns the roots of the invalid references of the expression of an argument, which were reported.
    pub(crate) fn reported(&self, expression: Span) -> &[Name] {
        self.reported.get(&expression).map_or(&[], Vec::as_slice)
    }

    /// Returns the objects that something refers to.
    pub(crate) fn used<'d>(&'d self, declared: &'d Declared) -> impl Iterator<Item = &'d Address> {
        let all = declared.addresses().zip(&self.is_used);
        all.filter(|(_, is_used)| **is_used).map(|(address, _)| address)
    }
}

/// Checks the references of all declarations.
pub(super) struct Checker<'d> {
    declared: &'d Declared,
    language: Language,
    found: References,
    edges: Edges,
    /// The local values that depend on nothing but constants, found when a dynamic block is met.
    constants: OnceCell<HashSet<&'d Name, RandomState>>,
    declarations: &'d [Declaration],
    /// Whether the content of a dynamic block is planned, by what the block is repeated for.
    planned_contents: HashMap<Span, bool, RandomState>,
}

impl<'d> Checker<'d> {
    pub(super) fn new(declared: &'d Declared, declarations: &'d [Declaration], language: Language) -> Self {
        let found = References {
            is_used: vec![false; declared.len()],
            is_used_by_others: vec![false; declared.len()],
            ..References::default()
        };
        Self {
            declared,
            language,
            found,
            edges: Edges::default(),
            constants: OnceCell::new(),
            declarations,
            planned_contents: HashMap::default(),
        }
    }

    /// Returns whether only a plan shows that the enclosing dynamic blocks have elements, or they have none. Terraform
    /// evaluates their contents once it knows the elements.
    fn is_in_planned_content(&mut self, scope: &Scope) -> bool {
        let Some(innermost) = scope.repeated_for.last() else {
            return false;
        };
        let innermost = innermost.span();
        if let Some(is_planned) = self.planned_contents.get(&innermost) {
            return *is_planned;
        }
        let is_planned = self.is_planned_content(scope);
        self.planned_contents.insert(innermost, is_planned);
        is_planned
    }

    fn is_planned_content(&self, scope: &Scope) -> bool {
        if scope.repeated_for.iter().any(is_empty) {
            return true;
        }
        let mut references = scope.repeated_for.iter().flat_map(|each| each.variables());
        references.any(|traversal| {
            let is_iterator = traversal
                .root_name()
                .is_some_and(|root| scope.iterators.contains(root));
            let is_constant = || {
                let constants = self.constants.get_or_init(|| constant_locals(self.declarations));
                local_name(&traversal).is_some_and(|name| constants.contains(name))
            };
            !is_iterator && !is_constant()
        })
    }

    /// Reports invalid references of the declaration at a position.
    pub(super) fn check(&mut self, position: usize, diagnostics: &mut Diagnostics) {
        let Some(declaration) = self.declarations.get(position) else {
            return;
        };
        let declared = self.declared;
        let number = |address: &Address| declared.number(address);
        let own = declared.number_at(position);
        // A check and its data source may refer to each other.
        for (address, _) in declaration.scoped() {
            if let (Some(check), Some(inner)) = (own, number(&address)) {
                self.edges.add(inner, check);
            }
        }
        declaration.visit(self.language, &mut |used| {
            if used.mode == Mode::References {
                for element in used.argument.expression.static_list().unwrap_or_default() {
                    diagnostics.extend(reference(&element).as_ref().and_then(beyond));
                }
            }
            let references = used.references();
            if references.is_empty() {
                return;
            }
            let own = match declaration.block_type.name {
                names::LOCALS => number(&Address::Local(used.argument.name.clone())),
                _ => own,
            };
            // Terraform looks at triggers of replacements only when it plans.
            let is_trigger = used.mode == Mode::ComputedReferences;
            let is_planned = is_trigger
                || is_connection_of_removed(declaration, used.block)
                || self.is_in_planned_content(used.scope);
            let is_read = declaration.reads(used.block);
            let expression = used.argument.expression.span();
            for traversal in &references {
                if is_trigger && let Some(problem) = no_trigger(traversal) {
                    self.found
                        .reported
                        .entry(expression)
                        .or_default()
                        .extend(traversal.root_name().cloned());
                    diagnostics.push(problem);
                    continue;
                }
                let problem = match declared.target(traversal, used.scope) {
                    // In Terraform, it is no root, but the type of a resource.
                    Target::Other if self.language == Language::Terraform => {
                        declared.of_opentofu(traversal, used.scope)
                    }
                    Target::Other => None,
                    Target::Invalid(problem) => Some(*problem),
                    Target::Object(target) => {
                        self.found.is_used[target] = true;
                        // Its own validation alone does not make a variable useful.
                        self.found.is_used_by_others[target] |= own != Some(target);
                        match own {
                            Some(own) if own != target || may_need_itself(declaration) => {
                                self.edges.add(own, target);
                            }
                            Some(own) if own == target => {
                                diagnostics.extend(to_itself(traversal, declaration, &used));
                            }
                            _ => {}
                        }
                        let is_of_value = || {
                            declared.is_of_value(traversal, target)
                                && may_be_guarded(&*used.argument.expression)
                        };
                        let problem = declared.problem(traversal, target, used.mode, used.scope, own);
                        problem.filter(|_| !is_of_value())
                    }
                };
                if !is_read {
                    continue;
                }
                if problem.is_some() {
                    self.found
                        .reported
                        .entry(expression)
                        .or_default()
                        .extend(traversal.root_name().cloned());
                } else if is_of_resource(traversal) {
                    self.found.of_parts.push(Part {
                        expression,
                        traversal: traversal.clone(),
                        is_planned,
                    });
                }
                diagnostics.extend(problem.map(|problem| if_planned(problem, is_planned)));
            }
        });
    }

    pub(super) fn finish(self) -> References {
        References {
            may_cycle: self.edges.has_cycle(self.declared.len()),
            ..self.found
        }
    }
}

/// Returns whether an expression may call a function that hides the errors of its arguments.
fn may_be_guarded(expression: &dyn Expression) -> bool {
    let text = expression.native_text().or_else(|| expression.template_text());
    text.is_some_and(|text| ["try(", "can("].iter().any(|call| text.contains(call)))
}

/// Returns whether an expression is a constant without elements.
fn is_empty(each: &ExpressionRef) -> bool {
    let value = each.evaluate(None).value;
    value.iter_elements().is_some_and(|elements| elements.len() == 0)
}

/// Returns the name of the local value that a reference is to.
fn local_name(traversal: &Traversal) -> Option<&Name> {
    match traversal.steps() {
        [
            TraversalStep::Root { name: root, .. },
            TraversalStep::Attribute { name, .. },
            ..,
        ] if *root == *ROOT_LOCAL => Some(name),
        _ => None,
    }
}

/// Returns the local values that depend on nothing but constants.
fn constant_locals(declarations: &[Declaration]) -> HashSet<&Name, RandomState> {
    let locals = declarations
        .iter()
        .filter(|declaration| declaration.block_type.name == names::LOCALS);
    let mut constants = HashSet::default();
    let mut others = Vec::new();
    let mut needed_by: HashMap<Name, Vec<&Name>, RandomState> = HashMap::default();
    for local in locals.flat_map(|locals| &locals.arguments) {
        constants.insert(&local.name);
        for traversal in local.expression.variables() {
            match local_name(&traversal) {
                Some(needed) => needed_by.entry(needed.clone()).or_default().push(&local.name),
                None => others.push(&local.name),
            }
        }
    }
    while let Some(name) = others.pop() {
        if constants.remove(name) {
            others.extend(needed_by.remove(name).into_iter().flatten());
        }
    }
    constants
}

/// Returns whether a block is the connection of what is removed, which Terraform reads only when it plans.
fn is_connection_of_removed(declaration: &Declaration, block: &Declaration) -> bool {
    declaration.block_type.name == names::REMOVED
        && declaration
            .blocks_of(names::CONNECTION)
            .any(|connection| std::ptr::eq(connection, block))
}

/// Returns whether a reference of an object to itself may be a cycle. A validation refers to its variable.
fn may_need_itself(declaration: &Declaration) -> bool {
    [names::LOCALS, names::MODULE].contains(&declaration.block_type.name)
}

/// Warns of a resource that refers to itself: Terraform reports it when it plans.
fn to_itself(traversal: &Traversal, declaration: &Declaration, used: &Use<'_, '_>) -> Option<Diagnostic> {
    let is_evaluated = used.mode == Mode::Expression && !used.scope.has_self && !used.scope.is_condition;
    if !is_evaluated || !Describes::OF_RESOURCES.contains(&declaration.block_type.schema) {
        return None;
    }
    Some(
        Diagnostic::warning(codes::REFERENCE_CYCLE, "Self-reference")
            .with_detail("The resource needs its own value, so it cannot be planned. Remove the reference.")
            .with_subject(traversal.span()?),
    )
}

/// Returns whether a reference is to a part of a resource.
fn is_of_resource(traversal: &Traversal) -> bool {
    let Some(address @ Address::Resource(..)) = Address::from_traversal(traversal) else {
        return false;
    };
    traversal.steps().len() > address_length(traversal, &address)
}

/// Reports a replacement trigger that is not a resource, nor the key of the current instance, or a key in it that no
/// instance can have.
fn no_trigger(traversal: &Traversal) -> Option<Diagnostic> {
    let root = traversal.root_name()?.as_str();
    let attribute = match traversal.steps().get(1) {
        Some(TraversalStep::Attribute { name, .. }) => name.as_str(),
        _ => "",
    };
    let is_instance = [ROOT_COUNT, (ROOT_EACH.0, ROOT_EACH.1)].contains(&(root, attribute));
    if is_instance {
        return None;
    }
    if let Some(address @ Address::Resource(..)) = Address::from_traversal(traversal) {
        return invalid_key(traversal, &address);
    }
    let detail = "Only changes of resources can trigger a replacement. For any other value, refer to a \
                  `terraform_data` resource with that value as its `input`.";
    Some(
        Diagnostic::error(codes::REFERENCE_EXPECTED, "Not a resource")
            .with_detail(detail)
            .with_subject(traversal.span()?),
    )
}

/// Reports a dependency on a part of an object.
fn beyond(traversal: &Traversal) -> Option<Diagnostic> {
    let address = Address::from_traversal(traversal)?;
    let rest = traversal.steps().get(address_length(traversal, &address)..)?;
    let rest = match rest {
        [TraversalStep::Index { .. }, rest @ ..] => rest,
        rest => rest,
    };
    let (first, last) = (rest.first()?, rest.last()?);
    if matches!(address, Address::Module(_)) && rest.len() == 1 {
        return None;
    }
    let span = first.span().to(last.span());
    let detail = format!(
        "A dependency is on the whole of `{address}`, not on a part of it. Remove what follows its name."
    );
    Some(invalid("Dependency on a part", detail, span).with_fix(span, "", "depend on the whole"))
}
