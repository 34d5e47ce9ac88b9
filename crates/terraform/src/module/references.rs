//! Checks of references.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::terraform as codes, nearest_name};
use hcl2_model::{ExpressionRef, Name, Traversal, TraversalStep};

use super::arguments::{reference, references_in};
use super::declaration::Declaration;
use super::read::address;
use super::scope::{Instances, Scope, Use};
use super::{Address, ResourceKind};
use crate::problems::did_you_mean;
use crate::table::{
    Language, MISTAKEN_ROOTS, Mode, PATHS, ROOT_COUNT, ROOT_EACH, ROOT_LOCAL, ROOT_PATH, ROOT_RESOURCE,
    ROOT_SELF, ROOT_TOFU, ROOT_VARIABLE, RUN, names,
};

/// The objects that references can name.
#[derive(Debug, Default)]
pub(crate) struct Declared {
    objects: HashMap<Address, Object>,
    /// The addresses in the order of their declarations.
    order: Vec<Address>,
    /// How many objects were considered for suggestions.
    considered: AtomicUsize,
}

/// How many objects one suggestion is looked for among.
const MAX_CONSIDERED: usize = 2_000;

/// How many objects all suggestions of a module are looked for among.
const MAX_CONSIDERED_IN_ALL: usize = 50_000;

/// The properties of an object that references depend on.
#[derive(Clone, Debug, Default)]
struct Object {
    instances: Instances,
    /// The check it is declared in, which alone can refer to it.
    check: Option<Name>,
}

impl Declared {
    pub(crate) fn of(declarations: &[Declaration]) -> Self {
        let mut declared = Self::default();
        for declaration in declarations {
            if declaration.block_type.name == names::LOCALS {
                for local in &declaration.arguments {
                    declared.add(Address::Local(local.name.clone()), Object::default());
                }
            }
            if let Some(address) = address(declaration) {
                let object = Object {
                    instances: declaration.instances(),
                    check: None,
                };
                declared.add(address, object);
            }
            if declaration.block_type.name == names::CHECK {
                for (address, _) in scoped(declaration) {
                    let object = Object {
                        instances: Instances::One,
                        check: declaration.first_label().cloned(),
                    };
                    declared.add(address, object);
                }
            }
        }
        declared
    }

    fn add(&mut self, address: Address, object: Object) {
        if !self.objects.contains_key(&address) {
            self.order.push(address.clone());
            self.objects.insert(address, object);
        }
    }

    /// Reports invalid references of a declaration.
    pub(super) fn check(&self, declaration: &Declaration, language: Language, diagnostics: &mut Diagnostics) {
        let own = address(declaration);
        declaration.visit(language, &mut |used| {
            for traversal in references_in(used.argument, used.mode) {
                if used.mode == Mode::ComputedReferences {
                    diagnostics.extend(no_trigger(&traversal));
                }
                diagnostics.extend(self.problem(&traversal, used.mode, used.scope, own.as_ref()));
            }
            if used.mode == Mode::References {
                for element in used.argument.expression.static_list().unwrap_or_default() {
                    diagnostics.extend(reference(&element).as_ref().and_then(beyond));
                }
            }
        });
    }

    /// Returns whether all references of an argument are valid, so that it can be evaluated.
    pub(crate) fn is_sound(&self, used: &Use<'_, '_>, own: Option<&Address>) -> bool {
        references_in(used.argument, used.mode)
            .iter()
            .all(|traversal| self.problem(traversal, used.mode, used.scope, own).is_none())
    }

    /// Returns whether all references of an expression are valid in a scope.
    pub(crate) fn is_sound_in(&self, expression: &ExpressionRef, scope: &Scope) -> bool {
        let problem = |traversal| self.problem(traversal, Mode::Expression, scope, None);
        expression
            .variables()
            .iter()
            .all(|traversal| problem(traversal).is_none())
    }

    /// Returns how the instances of an object are created.
    pub(crate) fn instances(&self, address: &Address) -> Instances {
        self.objects
            .get(address)
            .map_or(Instances::One, |object| object.instances)
    }

    /// Returns the problem of a reference; `own` is the address of the enclosing declaration.
    fn problem(
        &self,
        traversal: &Traversal,
        mode: Mode,
        scope: &Scope,
        own: Option<&Address>,
    ) -> Option<Diagnostic> {
        let root = traversal.root_name()?;
        if scope.iterators.contains(root) {
            return None;
        }
        if let Some(problem) = of_root(traversal, root, scope) {
            return problem;
        }
        let Some(address) = Address::from_traversal(traversal) else {
            return Some(self.incomplete(traversal, root, traversal.span()?));
        };
        let span = traversal.span()?;
        let Some(object) = self.objects.get(&address) else {
            return Some(self.undeclared(&address, whole(traversal, &address).unwrap_or(span)));
        };
        if scope.is_after {
            let detail = format!(
                "A destroy-time provisioner can only refer to its object by `{ROOT_SELF}`, and to its `{}.{}` or `{}.{}`: \
                 other objects may already be destroyed.",
                ROOT_COUNT.0, ROOT_COUNT.1, ROOT_EACH.0, ROOT_EACH.1
            );
            return Some(invalid("Reference at destroy time", detail, span));
        }
        if scope.is_condition && own == Some(&address) {
            let detail = format!(
                "A condition cannot refer to `{address}`, the object it belongs to. In a postcondition, write \
                 `{ROOT_SELF}`; a precondition is checked before the object exists."
            );
            return Some(invalid("Self-reference in condition", detail, span));
        }
        if object.check.is_some() && object.check != scope.check {
            let detail = format!(
                "`{address}` is declared inside a check, and only that check can refer to it. Declare it outside."
            );
            return Some(invalid("Reference into a check", detail, span));
        }
        wrong_key(traversal, &address, object.instances, mode, scope)
    }

    /// Reports a reference that does not name an object.
    fn incomplete(&self, traversal: &Traversal, root: &Name, span: Span) -> Diagnostic {
        let of_two =
            |first: &str| format!("Expected {first} and a name after `{root}`, as in `{root}.TYPE.NAME`.");
        let detail = match root.as_str() {
            ROOT_VARIABLE => format!("Expected the name of a variable after `{root}`, as in `{root}.NAME`."),
            ROOT_LOCAL => format!("Expected the name of a local value after `{root}`, as in `{root}.NAME`."),
            names::MODULE => {
                format!("Expected the name of a module call after `{root}`, as in `{root}.NAME`.")
            }
            names::DATA | names::EPHEMERAL | ROOT_RESOURCE => of_two("a type"),
            _ => {
                for (prefix, address) in [
                    (ROOT_VARIABLE, Address::Variable(root.clone())),
                    (ROOT_LOCAL, Address::Local(root.clone())),
                ] {
                    if self.objects.contains_key(&address) && traversal.steps().len() == 1 {
                        let detail = format!("`{root}` alone refers to nothing. Did you mean `{address}`?");
                        return invalid("Incomplete reference", detail, span).with_suggestion(
                            span,
                            address.to_string(),
                            format!("Write `{prefix}.` before it"),
                        );
                    }
                }
                format!(
                    "`{root}` alone refers to nothing. Write a variable as `{ROOT_VARIABLE}.NAME`, a local value as \
                     `{ROOT_LOCAL}.NAME`, a resource as `TYPE.NAME`, and a string in quotes."
                )
            }
        };
        invalid("Incomplete reference", detail, span)
    }

    /// Reports a reference to an undeclared object.
    fn undeclared(&self, address: &Address, span: Span) -> Diagnostic {
        let (what, name) = match address {
            Address::Variable(name) => ("input variable", name),
            Address::Local(name) => ("local value", name),
            Address::Module(name) => ("module call", name),
            Address::Resource(ResourceKind::Data, _, name) => ("data source", name),
            Address::Resource(ResourceKind::Ephemeral, _, name) => ("ephemeral resource", name),
            Address::Resource(_, _, name) => ("resource", name),
            Address::Output(name) | Address::Provider(name, _) | Address::Check(name) => ("object", name),
        };
        let diagnostic =
            Diagnostic::error(codes::UNDECLARED, format!("Undeclared {what}")).with_subject(span);
        let detail = match address {
            Address::Resource(..) => format!("The module declares no {what} `{address}`."),
            _ => format!("The module declares no {what} `{name}`."),
        };
        // Similar names of the same kind of object come first.
        let alike = self.first().filter(|other| is_alike(other, address));
        let near = nearest_name(name, alike.filter_map(name_of))
            .map(|near| with_name(address, near))
            .or_else(|| self.meant(address));
        match near {
            Some(near) => did_you_mean(diagnostic, &detail, span, &near, near.to_string()),
            None => diagnostic.with_detail(detail),
        }
    }

    /// Returns the objects that suggestions are looked for among: not all of a huge module, nor for all of its problems.
    fn first(&self) -> impl Iterator<Item = &Address> {
        let count = self.order.len().min(MAX_CONSIDERED);
        let before = self.considered.fetch_add(count, Ordering::Relaxed);
        let count = if before < MAX_CONSIDERED_IN_ALL { count } else { 0 };
        self.order.iter().take(count)
    }

    /// Returns a declared object that the address of an undeclared resource may be meant for.
    fn meant(&self, address: &Address) -> Option<Address> {
        let Address::Resource(kind, ty, name) = address else {
            return None;
        };
        let of_root = MISTAKEN_ROOTS.iter().find(|(wrong, _)| ty == *wrong);
        let same = |right: &str| match right {
            ROOT_VARIABLE => Some(Address::Variable(name.clone())),
            ROOT_LOCAL => Some(Address::Local(name.clone())),
            names::MODULE => Some(Address::Module(name.clone())),
            _ => None,
        };
        if let Some(meant) = of_root.and_then(|(_, right)| same(right)) {
            return Some(meant).filter(|meant| self.objects.contains_key(meant));
        }
        let others = self.first().filter_map(|other| match other {
            Address::Resource(other_kind, other, own) if own == name => Some((*other_kind, other.clone())),
            _ => None,
        });
        let others: Vec<(ResourceKind, Name)> = others.collect();
        if let Some((other, _)) = others.iter().find(|(other, same)| other != kind && same == ty) {
            return Some(Address::Resource(*other, ty.clone(), name.clone()));
        }
        let types = others
            .iter()
            .filter(|(other, _)| other == kind)
            .map(|(_, ty)| ty.as_str());
        let near = nearest_name(ty, types)?;
        Some(Address::Resource(*kind, near.into(), name.clone()))
    }
}

/// Returns the data sources declared in a check.
pub(super) fn scoped(check: &Declaration) -> impl Iterator<Item = (Address, &Declaration)> {
    check
        .blocks
        .iter()
        .filter_map(|block| Some((address(block)?, block)))
}

fn invalid(summary: &'static str, detail: String, span: Span) -> Diagnostic {
    Diagnostic::error(codes::INVALID_REFERENCE, summary)
        .with_detail(detail)
        .with_subject(span)
}

/// Returns the range of the address of an object in a traversal.
fn whole(traversal: &Traversal, address: &Address) -> Option<Span> {
    let steps = traversal.steps().get(..address_length(traversal, address))?;
    Some(steps.first()?.span().to(steps.last()?.span()))
}

/// Returns the number of steps of a traversal that form the address of an object.
pub(crate) fn address_length(traversal: &Traversal, address: &Address) -> usize {
    match address {
        Address::Resource(ResourceKind::Managed, ty, _) if traversal.root_name() == Some(ty) => 2,
        Address::Resource(..) => 3,
        _ => 2,
    }
}

/// Checks a reference with a root that every module has; `None` for other roots.
fn of_root(traversal: &Traversal, root: &Name, scope: &Scope) -> Option<Option<Diagnostic>> {
    let span = traversal.span()?;
    let unavailable = |argument: &str, what: &str| {
        let other = scope.instance_root().map_or_else(String::new, |root| {
            format!(" The enclosing block has `{root}` instead.")
        });
        let detail = format!(
            "`{root}` is {what} in a block with the argument `{argument}`, which no enclosing block has.{other}"
        );
        Some(invalid("Reference out of place", detail, span))
    };
    let (names, instances): (&[&str], _) = match root.as_str() {
        name if name == ROOT_COUNT.0 => (&[ROOT_COUNT.1], Some(Instances::Count)),
        name if name == ROOT_EACH.0 => (&[ROOT_EACH.1, ROOT_EACH.2], Some(Instances::ForEach)),
        ROOT_PATH => (&[PATHS.0, PATHS.1, PATHS.2], None),
        names::TERRAFORM | ROOT_TOFU => (RUN, None),
        ROOT_SELF => {
            let detail = format!(
                "`{ROOT_SELF}` is only available in provisioners, connections and postconditions. Elsewhere, name the \
                 object."
            );
            return Some((!scope.has_self).then(|| invalid("Reference out of place", detail, span)));
        }
        _ => return None,
    };
    // Which instances a removed object had is not known.
    let is_removed = scope.is_after && scope.is_removal;
    if let Some(wanted) = instances
        && scope.instances != wanted
        && !is_removed
    {
        return Some(match wanted {
            Instances::Count => unavailable(names::COUNT, "the index of the current instance"),
            _ => unavailable(names::FOR_EACH, "the element of the current instance"),
        });
    }
    let step = traversal.steps().get(1);
    match step {
        Some(TraversalStep::Attribute { name, .. }) if names.contains(&name.as_str()) => Some(None),
        Some(TraversalStep::Attribute { name, span: step }) => {
            let detail = format!(
                "`{root}` has no attribute `{name}`. Its attributes are: {}.",
                names.join(", ")
            );
            let diagnostic = invalid("Unknown attribute", detail, span);
            Some(Some(match nearest_name(name, names.iter().copied()) {
                Some(near) => {
                    diagnostic.with_suggestion(*step, format!(".{near}"), format!("Write `{root}.{near}`"))
                }
                None => diagnostic,
            }))
        }
        _ => {
            let detail = format!("Expected an attribute after `{root}`: {}.", names.join(", "));
            Some(Some(invalid("Incomplete reference", detail, span)))
        }
    }
}

/// Reports a missing instance key, or a key of an object with a single instance.
fn wrong_key(
    traversal: &Traversal,
    address: &Address,
    instances: Instances,
    mode: Mode,
    scope: &Scope,
) -> Option<Diagnostic> {
    if mode != Mode::Expression || !matches!(address, Address::Resource(..) | Address::Module(_)) {
        return None;
    }
    let next = traversal.steps().get(address_length(traversal, address))?;
    let span = whole(traversal, address)?;
    match (instances, next) {
        (Instances::One, TraversalStep::Index { span: index, .. })
            if !matches!(address, Address::Module(_)) =>
        {
            let detail = format!(
                "`{address}` has neither `{}` nor `{}`, so its only instance has no key. Remove the brackets.",
                names::COUNT,
                names::FOR_EACH
            );
            Some(
                Diagnostic::error(codes::INSTANCE_KEY, "Key of a single instance")
                    .with_detail(detail)
                    .with_subject(span.to(*index))
                    .with_suggestion(*index, "", "Remove the key"),
            )
        }
        // A module with `for_each` is an object, whose attributes are its instances.
        (Instances::ForEach, TraversalStep::Attribute { .. }) if matches!(address, Address::Module(_)) => {
            None
        }
        (Instances::Count | Instances::ForEach, TraversalStep::Attribute { name, .. }) => {
            let (argument, key) = match instances {
                Instances::Count => (names::COUNT, "0"),
                _ => (names::FOR_EACH, "\"KEY\""),
            };
            let all = match instances {
                Instances::Count => format!("`{address}[*].{name}`"),
                _ => format!("`values({address})[*].{name}`"),
            };
            let diagnostic = Diagnostic::error(codes::INSTANCE_KEY, "Missing instance key")
                .with_detail(format!(
                    "`{address}` has `{argument}`, so it may have several instances. Select one, \
                     `{address}[{key}].{name}`, or all of them: {all}."
                ))
                .with_subject(span);
            let own = match scope.instances {
                same if same != instances => return Some(diagnostic),
                Instances::Count => format!("[{}.{}]", ROOT_COUNT.0, ROOT_COUNT.1),
                _ => format!("[{}.{}]", ROOT_EACH.0, ROOT_EACH.1),
            };
            let end = Span {
                start: span.end,
                ..span
            };
            Some(diagnostic.with_suggestion(end, own, "Select the matching instance"))
        }
        _ => None,
    }
}

/// Reports a replacement trigger that is not a resource.
fn no_trigger(traversal: &Traversal) -> Option<Diagnostic> {
    let root = traversal.root_name()?.as_str();
    let is_instance = root == ROOT_COUNT.0 || root == ROOT_EACH.0;
    let is_resource = matches!(Address::from_traversal(traversal), Some(Address::Resource(..)));
    if is_instance || is_resource {
        return None;
    }
    let detail = "Only changes of resources can trigger a replacement. For any other value, refer to a \
                  `terraform_data` resource with that value as its `input`.";
    Some(invalid("Not a resource", detail.to_owned(), traversal.span()?))
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
    Some(invalid("Dependency on a part", detail, span).with_suggestion(span, "", "Depend on the whole"))
}

/// Returns whether two addresses differ at most in their last name.
fn is_alike(one: &Address, other: &Address) -> bool {
    match (one, other) {
        (Address::Resource(kind, ty, _), Address::Resource(other_kind, other, _)) => {
            kind == other_kind && ty == other
        }
        _ => std::mem::discriminant(one) == std::mem::discriminant(other),
    }
}

fn name_of(address: &Address) -> Option<&str> {
    match address {
        Address::Variable(name)
        | Address::Local(name)
        | Address::Output(name)
        | Address::Module(name)
        | Address::Resource(_, _, name) => Some(name),
        Address::Provider(..) | Address::Check(_) => None,
    }
}

fn with_name(address: &Address, name: &str) -> Address {
    let name = name.into();
    match address {
        Address::Local(_) => Address::Local(name),
        Address::Module(_) => Address::Module(name),
        Address::Resource(kind, ty, _) => Address::Resource(*kind, ty.clone(), name),
        _ => Address::Variable(name),
    }
}
