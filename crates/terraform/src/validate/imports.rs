//! Validation of imports.

use hcl2_diagnostics::{Diagnostic, Diagnostics, codes::terraform as codes};
use hcl2_model::{ExpressionRef, Traversal, TraversalStep};
use hcl2_value::{Type, TypeKind, Value};

use crate::address::{Address, ResourceKind};
use crate::module::{
    Declaration, Instances, ModuleTree, ProviderReference, misplaced_import, variables_of_reference,
};
use crate::table::behaviours::IMPORTS_NEED_THEIR_INSTANCES;
use crate::table::{ROOT_COUNT, ROOT_EACH, ROOT_LOCAL, ROOT_VARIABLE, names};

/// Checks the target of an import, and where the import is; `each` is the collection of its instances.
pub(super) fn check(
    import: &Declaration,
    tree: &ModuleTree,
    is_root: bool,
    each: Option<&Value>,
    diagnostics: &mut Diagnostics,
) {
    if let Some(problem) = misplaced_import(import, &tree.module).filter(|_| !is_root) {
        diagnostics.push(problem);
        return;
    }
    let Some(to) = import.argument(names::TO) else {
        return;
    };
    let key = each.map_or(Key::Computed, |each| {
        computed_key(&to.expression, each, diagnostics)
    });
    let Some(target) = Target::of(&to.expression) else {
        return;
    };
    let mut module = tree;
    for name in &target.modules {
        let Some(inner) = module.calls.get(name.as_str()) else {
            if module.module.calls.named(name).is_none() {
                diagnostics.push(missing(&format!("the module call `{name}`"), &to.expression));
            }
            return;
        };
        module = inner;
    }
    let Some(address) = &target.address else { return };
    if target.modules.is_empty() {
        let id = import.argument(names::ID).map(|id| (id, "ID"));
        let each = import.argument(names::FOR_EACH).map(|each| (each, "collection"));
        let each = each.filter(|_| IMPORTS_NEED_THEIR_INSTANCES.is_in(tree.module.version()));
        for (argument, what) in id.into_iter().chain(each) {
            let references = argument.expression.variables();
            let own = references
                .iter()
                .find(|reference| Address::from_traversal(reference).as_ref() == Some(address));
            diagnostics.extend(own.and_then(Traversal::span).map(|span| {
                Diagnostic::error(codes::INVALID_REFERENCE, "Self-reference in import")
                    .with_detail(format!(
                        "The {what} is needed to import `{address}`, so it cannot refer to it."
                    ))
                    .with_subject(span)
            }));
        }
    }
    let contents = &module.module.contents;
    let position = contents.declared.position(address);
    let Some(resource) = position.and_then(|position| contents.declarations.get(position)) else {
        // Terraform can write the configuration of a single resource of the root module.
        if !target.modules.is_empty() || !matches!(target.key, Key::None) {
            diagnostics.push(missing(&format!("the resource `{}`", address), &to.expression));
        }
        return;
    };
    let configuration =
        |block: &Declaration| ProviderReference::of(&block.argument(names::PROVIDER)?.expression);
    if let Some(provider) = import.argument(names::PROVIDER)
        && configuration(import) != configuration(resource)
    {
        diagnostics.push(
            Diagnostic::error(codes::CONFLICTING_ARGUMENTS, "Provider of an import")
                .with_detail(format!(
                    "`{}` is declared with another provider configuration. Remove the argument.",
                    address
                ))
                .with_subject(provider.span),
        );
    }
    let key = match target.key {
        Key::Computed => key,
        written => written,
    };
    let problem = match (resource.instances(), key) {
        (Instances::One, Key::None) | (Instances::Count, Key::Number | Key::Computed) => return,
        (Instances::ForEach, Key::Text | Key::Computed) => return,
        (Instances::One, _) => "has a single instance, which has no key. Remove the brackets",
        (Instances::Count, _) => "has instances with numbers. Write one of them in brackets, such as `[0]`",
        (Instances::ForEach, _) => {
            "has instances with keys. Write one of them in brackets, such as `[\"KEY\"]`"
        }
    };
    diagnostics.push(
        Diagnostic::error(codes::INSTANCE_KEY, "Wrong instance key")
            .with_detail(format!("`{}` {problem}.", address))
            .with_subject(to.expression.span()),
    );
}

/// Returns the kind of the keys that the instances of an import compute, and reports unknown attributes of `each`.
fn computed_key(to: &ExpressionRef, each: &Value, diagnostics: &mut Diagnostics) -> Key {
    let (each, _) = each.unmark_deep();
    let value = element_type(&each).unwrap_or(Type::DYNAMIC);
    let key = match each.ty().kind() {
        TypeKind::List(_) | TypeKind::Tuple(_) => Type::NUMBER,
        TypeKind::Map(_) | TypeKind::Object(_) => Type::STRING,
        _ => value.clone(),
    };
    let (_, key_name, value_name) = ROOT_EACH;
    let each = Value::object([
        (key_name, Value::unknown(key)),
        (value_name, Value::unknown(value)),
    ]);
    let variables = variables_of_reference(to);
    let own = variables
        .iter()
        .filter(|traversal| traversal.root_name().is_some_and(|root| *root == *ROOT_EACH.0));
    let values = own.map(|traversal| {
        let steps = traversal.steps().get(1..).unwrap_or_default();
        Traversal::new(steps.to_vec())
            .apply(each.clone())
            .report_into(diagnostics)
    });
    let types: Vec<Type> = values.map(|value| value.ty().clone()).collect();
    match types.first() {
        Some(ty) if *ty == Type::STRING => Key::Text,
        Some(ty) if *ty == Type::NUMBER => Key::Number,
        _ => Key::Computed,
    }
}

/// Returns the type that all elements of a collection have.
pub(super) fn element_type(each: &Value) -> Option<Type> {
    let (each, _) = each.unmark_deep();
    if let TypeKind::Set(element) | TypeKind::Map(element) | TypeKind::List(element) = each.ty().kind() {
        return Some(element.clone());
    }
    let fields = each
        .fields()
        .map(|fields| fields.iter().map(|(_, value)| value.ty().clone()).collect());
    let elements = || Some(each.elements()?.iter().map(|value| value.ty().clone()).collect());
    let types: Vec<Type> = fields.or_else(elements)?;
    let first = types.first()?;
    types.iter().all(|ty| ty == first).then(|| first.clone())
}

fn missing(what: &str, to: &ExpressionRef) -> Diagnostic {
    Diagnostic::error(codes::UNDECLARED, "Undeclared target of an import")
        .with_detail(format!(
            "The configuration does not declare {what}, to which the object is imported."
        ))
        .with_subject(to.span())
}

/// The instance key of a target.
enum Key {
    None,
    Number,
    Text,
    Computed,
}

/// The resource that an import is for.
struct Target {
    modules: Vec<String>,
    /// The resource; `None` behind a computed key of a module.
    address: Option<Address>,
    key: Key,
}

impl Target {
    fn of(to: &ExpressionRef) -> Option<Self> {
        match crate::module::reference(to) {
            Some(traversal) => Self::of_traversal(&traversal, None),
            // A computed key is not part of the traversal before it.
            None => variables_of_reference(to)
                .iter()
                .find(|traversal| !is_instance_root(traversal))
                .and_then(|traversal| Self::of_traversal(traversal, Some(Key::Computed))),
        }
    }

    fn of_traversal(traversal: &Traversal, computed: Option<Key>) -> Option<Self> {
        let mut steps = traversal.steps().iter().peekable();
        let mut words = Vec::new();
        let mut modules = Vec::new();
        while let Some(step) = steps.next() {
            let (TraversalStep::Root { name, .. } | TraversalStep::Attribute { name, .. }) = step else {
                return None;
            };
            words.push(name.to_string());
            if let [names::MODULE, module] = words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
                modules.push((*module).to_owned());
                words.clear();
                steps.next_if(|step| matches!(step, TraversalStep::Index { .. }));
                continue;
            }
            if let [ty, name] = words.as_slice()
                && ty != names::MODULE
            {
                let key = match steps.next() {
                    Some(TraversalStep::Index { key, .. }) if key.as_number().is_some() => Key::Number,
                    Some(TraversalStep::Index { .. }) => Key::Text,
                    Some(_) => return None,
                    None => computed.unwrap_or(Key::None),
                };
                let address =
                    Address::Resource(ResourceKind::Managed, ty.as_str().into(), name.as_str().into());
                let address = Some(address);
                return Some(Self {
                    modules,
                    address,
                    key,
                });
            }
        }
        let key = Key::Computed;
        computed.filter(|_| !modules.is_empty()).map(|_| Self {
            modules,
            address: None,
            key,
        })
    }
}

/// Returns whether a traversal refers to the current instance rather than to a resource.
fn is_instance_root(traversal: &Traversal) -> bool {
    let root = traversal.root_name();
    root.is_some_and(|root| [ROOT_COUNT.0, ROOT_EACH.0, ROOT_VARIABLE, ROOT_LOCAL].contains(&root.as_str()))
}

/// Reports an identity that is null or no object.
pub(super) fn wrong_identity(identity: &Value) -> Option<Diagnostic> {
    let (identity, _) = identity.unmark();
    let ty = identity.ty();
    let found = if identity.is_null() {
        "null".to_owned()
    } else if ty.is_object() || ty.is_map() || *ty == Type::DYNAMIC {
        return None;
    } else {
        ty.friendly_name()
    };
    Some(
        Diagnostic::error(codes::INVALID_VALUE, "Invalid identity").with_detail(format!(
            "Expected an object with the attributes that identify the resource, found {found}."
        )),
    )
}

/// Checks the ID of an import.
pub(super) fn wrong_id(value: &Value) -> Option<Diagnostic> {
    let (plain, _) = value.unmark_deep();
    let found = if plain.is_null() {
        "null".to_owned()
    } else if plain.as_str() == Some("") {
        "an empty string".to_owned()
    } else if plain.convert(&Type::STRING).is_err() {
        plain.ty().friendly_name()
    } else {
        return None;
    };
    Some(
        Diagnostic::error(codes::INVALID_VALUE, "Nothing to import")
            .with_detail(format!("Expected the ID of an existing object, found {found}.")),
    )
}
