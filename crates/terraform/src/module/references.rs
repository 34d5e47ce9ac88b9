//! Checks of references. [`unresolved`] reports those that name nothing.

mod unresolved;

use foldhash::fast::RandomState;
use hcl2_diagnostics::{Diagnostic, Span, Suggestions, codes::terraform as codes, nearest_name};
use hcl2_model::{Name, Traversal, TraversalStep};
use hcl2_native::lexer::is_identifier;
use hcl2_value::{Type, Value};
use indexmap::IndexMap;

use super::declaration::Declaration;
use super::scope::{Instances, Scope};
use crate::address::{Address, ResourceKind};
use crate::problems::did_you_mean;
use crate::table::{
    Mode, PATHS, ROOT_COUNT, ROOT_EACH, ROOT_PATH, ROOT_SELF, ROOT_SYMBOLS, ROOT_TOFU, RUN, names,
};

/// The objects that references can name, in the order of their declarations.
#[derive(Debug, Default)]
pub(crate) struct Declared {
    objects: IndexMap<Address, Object, RandomState>,
    /// The numbers of what the declarations declare themselves, by their positions.
    numbers: Vec<Option<usize>>,
    suggestions: Suggestions,
    /// The names of the symbol libraries.
    symbols: Vec<Name>,
}

/// The properties of an object that references depend on.
#[derive(Clone, Debug)]
struct Object {
    /// The position of its declaration.
    position: usize,
    /// The header of its block, or the name of a local value.
    span: Span,
    instances: Instances,
    /// The check it is declared in, which alone can refer to it.
    check: Option<Name>,
}

/// What a reference names.
pub(super) enum Target {
    /// Nothing that is declared: an iterator, the current instance, a path.
    Other,
    /// The object with this number.
    Object(usize),
    /// Nothing.
    Invalid(Box<Diagnostic>),
}

impl Declared {
    pub(crate) fn of(declarations: &[Declaration]) -> Self {
        let mut declared = Self::default();
        declared.objects.reserve(declarations.len());
        declared.numbers.reserve(declarations.len());
        for (position, declaration) in declarations.iter().enumerate() {
            let object = |span: Span| Object {
                position,
                span,
                instances: Instances::One,
                check: None,
            };
            if declaration.block_type.name == names::SYMBOLS {
                declared.symbols.extend(declaration.first_label().cloned());
            }
            if declaration.block_type.name == names::LOCALS {
                for local in &declaration.arguments {
                    declared.add(Address::Local(local.name.clone()), object(local.name_span));
                }
            }
            let number = declaration.address().map(|address| {
                let object = Object {
                    instances: declaration.instances(),
                    ..object(declaration.span)
                };
                declared.add(address, object)
            });
            declared.numbers.push(number);
            if declaration.block_type.name == names::CHECK {
                for (address, block) in declaration.scoped() {
                    let object = Object {
                        check: declaration.first_label().cloned(),
                        ..object(block.span)
                    };
                    declared.add(address, object);
                }
            }
        }
        declared
    }

    /// Adds an object, unless there is one with its address, and returns the number of that address.
    fn add(&mut self, address: Address, object: Object) -> usize {
        let entry = self.objects.entry(address);
        let number = entry.index();
        entry.or_insert(object);
        number
    }

    /// Returns the number of the object that the declaration at a position declares.
    pub(super) fn number_at(&self, position: usize) -> Option<usize> {
        self.numbers.get(position).copied().flatten()
    }

    /// Returns the number of an object.
    pub(crate) fn number(&self, address: &Address) -> Option<usize> {
        self.objects.get_index_of(address)
    }

    pub(super) fn len(&self) -> usize {
        self.objects.len()
    }

    /// Returns whether the module declares an object.
    pub(crate) fn contains(&self, address: &Address) -> bool {
        self.objects.contains_key(address)
    }

    /// Returns the position of the declaration of an object.
    pub(crate) fn position(&self, address: &Address) -> Option<usize> {
        self.objects.get(address).map(|object| object.position)
    }

    /// Returns the header of the block of an object, or the name of a local value.
    pub(crate) fn span(&self, address: &Address) -> Option<Span> {
        self.objects.get(address).map(|object| object.span)
    }

    /// Returns all objects in the order of their declarations, with the headers of their blocks, or the names of local values.
    pub(crate) fn spans(&self) -> impl Iterator<Item = (&Address, Span)> {
        self.objects
            .iter()
            .map(|(address, object)| (address, object.span))
    }

    /// Returns all objects in the order of their declarations.
    pub(crate) fn addresses(&self) -> impl Iterator<Item = &Address> {
        self.objects.keys()
    }

    /// Returns what a reference names.
    pub(super) fn target(&self, traversal: &Traversal, scope: &Scope) -> Target {
        let Some(root) = traversal
            .root_name()
            .filter(|root| !scope.iterators.contains(root))
        else {
            return Target::Other;
        };
        if let Some(problem) = of_root(traversal, root, scope) {
            return problem.map_or(Target::Other, |problem| Target::Invalid(problem.into()));
        }
        let Some(span) = traversal.span() else {
            return Target::Other;
        };
        if *root == *ROOT_SYMBOLS && self.has_symbols() {
            return self.symbol(traversal, span);
        }
        let Some(address) = Address::from_traversal(traversal) else {
            return Target::Invalid(self.incomplete(traversal, root, span).into());
        };
        match self.objects.get_index_of(&address) {
            Some(number) => Target::Object(number),
            None => {
                let span = whole(traversal, &address).unwrap_or(span);
                Target::Invalid(self.undeclared(&address, span).into())
            }
        }
    }

    /// Returns the problems of references to what the module does not declare.
    pub(crate) fn problems_of(&self, references: &[Traversal]) -> Vec<Diagnostic> {
        let problems =
            references
                .iter()
                .filter_map(|reference| match self.target(reference, &Scope::default()) {
                    Target::Invalid(problem) => Some(*problem),
                    _ => None,
                });
        problems
            .filter(|problem| problem.code == codes::UNDECLARED)
            .collect()
    }

    /// Returns whether the module uses symbol libraries.
    pub(crate) fn has_symbols(&self) -> bool {
        !self.symbols.is_empty()
    }

    /// Returns what a reference to a value of a symbol library names.
    fn symbol(&self, traversal: &Traversal, span: Span) -> Target {
        let name = match traversal.steps().get(1) {
            Some(TraversalStep::Attribute { name, .. }) => name,
            _ => return Target::Other,
        };
        if self.symbols.contains(name) {
            return Target::Other;
        }
        Target::Invalid(
            Diagnostic::error(codes::UNDECLARED, "Undeclared symbol library")
                .with_detail(format!("The module has no block `{ROOT_SYMBOLS} \"{name}\"`."))
                .with_subject(span)
                .into(),
        )
    }

    /// Returns the problem of a reference to an object; `own` is the number of the enclosing declaration.
    pub(super) fn problem(
        &self,
        traversal: &Traversal,
        number: usize,
        mode: Mode,
        scope: &Scope,
        own: Option<usize>,
    ) -> Option<Diagnostic> {
        let (address, object) = self.objects.get_index(number)?;
        let span = traversal.span()?;
        if scope.is_after {
            let detail = format!(
                "A destroy-time provisioner can only refer to its object by `{ROOT_SELF}`, and to its `{}.{}` or `{}.{}`: \
                 other objects may already be destroyed.",
                ROOT_COUNT.0, ROOT_COUNT.1, ROOT_EACH.0, ROOT_EACH.1
            );
            return Some(invalid("Reference at destroy time", detail, span));
        }
        if scope.is_condition && own == Some(number) {
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
        invalid_key(traversal, address)
            .or_else(|| wrong_key(traversal, address, object.instances, mode, scope))
            .or_else(|| no_attribute(traversal, address, mode))
    }

    /// Returns whether the evaluation of a reference knows better what is wrong with its key: it is an error of a value, which
    /// `try` and `can` hide. Those of other references are found before anything is evaluated.
    pub(super) fn is_of_value(&self, traversal: &Traversal, number: usize) -> bool {
        let object = self.objects.get_index(number);
        object.is_some_and(|(address, object)| {
            let next = traversal.steps().get(address_length(traversal, address));
            let is_attribute = matches!(next, Some(TraversalStep::Attribute { .. }));
            matches!(address, Address::Module(_)) && object.instances == Instances::Count && is_attribute
        })
    }

    /// Reports a reference to the run of OpenTofu.
    pub(super) fn of_opentofu(&self, traversal: &Traversal, scope: &Scope) -> Option<Diagnostic> {
        let [
            TraversalStep::Root { name: root, .. },
            TraversalStep::Attribute { name, .. },
            ..,
        ] = traversal.steps()
        else {
            return None;
        };
        if *root != *ROOT_TOFU || scope.iterators.contains(root) {
            return None;
        }
        let address = Address::Resource(ResourceKind::Managed, root.clone(), name.clone());
        let meant = format!("{}.{name}", names::TERRAFORM);
        let span = traversal.span()?;
        Some(did_you_mean(
            Diagnostic::error(codes::UNDECLARED, "Undeclared resource").with_subject(span),
            &format!("The module declares no resource `{address}`."),
            span,
            &meant,
            meant.clone(),
        ))
    }
}

pub(super) fn invalid(summary: &'static str, detail: String, span: Span) -> Diagnostic {
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
            if !scope.has_self {
                return Some(Some(invalid("Reference out of place", detail, span)));
            }
            let is_attribute = !matches!(traversal.steps().get(1), Some(TraversalStep::Index { .. }));
            let detail =
                format!("Expected an attribute after `{ROOT_SELF}`, which is the current instance alone.");
            return Some((!is_attribute).then(|| invalid("Index of an instance", detail, span)));
        }
        _ => return None,
    };
    // Which instances a removed object had is not known. Terraform does not look at those of a call before a plan.
    let is_any = scope.is_after && scope.is_removal || scope.is_any_instance;
    if let Some(wanted) = instances
        && scope.instances != wanted
        && !is_any
    {
        return Some(match wanted {
            Instances::Count => unavailable(names::COUNT, "the index of the current instance"),
            _ => unavailable(names::FOR_EACH, "the element of the current instance"),
        });
    }
    let step = traversal.steps().get(1);
    let is_element = |name: &Name| root == ROOT_EACH.0 && *name == *ROOT_EACH.2;
    match step {
        Some(TraversalStep::Attribute { name, .. }) if scope.is_after && is_element(name) => {
            let detail = format!(
                "A destroy-time provisioner has no elements, only `{}.{}`.",
                ROOT_EACH.0, ROOT_EACH.1
            );
            Some(Some(invalid("Reference at destroy time", detail, span)))
        }
        Some(TraversalStep::Attribute { name, .. }) if names.contains(&name.as_str()) => Some(None),
        Some(TraversalStep::Attribute { name, span: step }) => {
            let detail = format!(
                "`{root}` has no attribute `{name}`. Its attributes are: {}.",
                names.join(", ")
            );
            let diagnostic = invalid("Unknown attribute", detail, span);
            Some(Some(match nearest_name(name, names.iter().copied()) {
                Some(near) => {
                    diagnostic.with_suggestion(*step, format!(".{near}"), format!("use `{root}.{near}`"))
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

/// Checks a reference to the current instance.
pub(super) fn of_instance(traversal: &Traversal, scope: &Scope) -> Option<Diagnostic> {
    of_root(traversal, traversal.root_name()?, scope).flatten()
}

/// Returns whether a constant can be the key of an instance: strings and whole numbers of 64 bits can.
pub(super) fn is_key(key: &Value) -> bool {
    match key.as_number() {
        Some(number) => i64::try_from(number).is_ok(),
        None => !key.is_null() && *key.ty() != Type::BOOL,
    }
}

/// Reports a constant that cannot be the key of an instance.
pub(super) fn invalid_key(traversal: &Traversal, address: &Address) -> Option<Diagnostic> {
    if !matches!(address, Address::Resource(..) | Address::Module(_)) {
        return None;
    }
    let step = traversal.steps().get(address_length(traversal, address))?;
    let TraversalStep::Index { key, span } = step else {
        return None;
    };
    (!is_key(key)).then(|| {
        Diagnostic::error(codes::INSTANCE_KEY, "Invalid instance key")
            .with_detail("The key of an instance is a string or a whole number of at most 64 bits.")
            .with_subject(*span)
    })
}

/// Reports an index behind the key of an instance, which has attributes only. Of a resource, only a string is such an index:
/// a number is none of any of its attributes.
fn no_attribute(traversal: &Traversal, address: &Address, mode: Mode) -> Option<Diagnostic> {
    let rest = traversal.steps().get(address_length(traversal, address)..)?;
    let [
        TraversalStep::Index { .. },
        TraversalStep::Index { key, span },
        ..,
    ] = rest
    else {
        return None;
    };
    let name = key.as_str();
    let is_wrong = match address {
        Address::Module(_) => matches!(mode, Mode::Expression | Mode::References),
        Address::Resource(..) => name.is_some() && mode == Mode::Expression,
        _ => false,
    };
    if !is_wrong {
        return None;
    }
    let problem = Diagnostic::error(codes::INVALID_REFERENCE, "Index of an instance")
        .with_detail(format!(
            "Expected an attribute of an instance of `{address}` after a dot, found an index."
        ))
        .with_subject(*span);
    Some(match name.filter(|name| is_identifier(name)) {
        Some(name) => problem.with_suggestion(*span, format!(".{name}"), "write a dot before the attribute"),
        None => problem,
    })
}

/// Reports a missing instance key, or a key of an object with a single instance.
fn wrong_key(
    traversal: &Traversal,
    address: &Address,
    instances: Instances,
    mode: Mode,
    scope: &Scope,
) -> Option<Diagnostic> {
    let is_checked = match mode {
        Mode::Expression => true,
        // A dependency is on all instances.
        Mode::References => instances == Instances::One,
        _ => false,
    };
    if !is_checked || !matches!(address, Address::Resource(..) | Address::Module(_)) {
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
                    .with_suggestion(*index, "", "remove the key"),
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
            Some(diagnostic.with_suggestion(end, own, "select the matching instance"))
        }
        _ => None,
    }
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
