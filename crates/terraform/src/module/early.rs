//! What is known before anything is planned: values of constant variables and local values.

use std::collections::HashMap;

use hcl2_diagnostics::{Diagnostic, codes::terraform as codes};
use hcl2_model::{Attribute, EvalContext, Expression, ExpressionRef, Name, Traversal};
use hcl2_value::Value;

use super::Module;
use super::constants::name_of;
use super::declaration::Declaration;
use crate::address::Address;
use crate::table::{ROOT_LOCAL, ROOT_PATH, ROOT_TOFU, ROOT_VARIABLE, names};

/// Local values that refer to each other are followed to this depth.
const MAX_DEPTH: usize = 16;

/// The roots of references that are known before anything is planned.
const EARLY_ROOTS: &[&str] = &[ROOT_VARIABLE, ROOT_LOCAL, ROOT_PATH, names::TERRAFORM, ROOT_TOFU];

/// Returns the arguments of requirements of providers, with the sources and versions in them that refer to something.
pub(super) fn computed_requirements(
    declarations: &[Declaration],
) -> impl Iterator<Item = (&Attribute, String, ExpressionRef)> {
    let settings = declarations
        .iter()
        .filter(|block| block.block_type.name == names::TERRAFORM);
    let arguments = settings
        .flat_map(|settings| settings.blocks_of(names::REQUIRED_PROVIDERS))
        .flat_map(|block| &block.arguments);
    arguments.flat_map(|argument| {
        let entries = argument.expression.static_map().unwrap_or_default();
        let computed = entries.into_iter().filter_map(|(key, value)| {
            let key = name_of(&key).filter(|key| [names::SOURCE, names::VERSION].contains(&key.as_str()))?;
            (!value.variables().is_empty()).then_some((key, value))
        });
        computed.map(move |(key, value)| (argument, key, value))
    })
}

/// Sets the sources and versions of requirements that refer to constant variables with defaults and to local values.
pub(super) fn resolve_requirements_by_defaults(module: &mut Module, declarations: &[Declaration]) {
    let defaults = module.clone();
    let mut early = EarlyValues::of(&defaults);
    let text = |value: &dyn Expression| early.of_expression(value, 0).as_str().map(str::to_owned);
    resolve_requirements(module, declarations, text);
}

/// Sets the computed sources and versions of requirements to the text that their expressions have.
pub(crate) fn resolve_requirements(
    module: &mut Module,
    declarations: &[Declaration],
    mut text: impl FnMut(&dyn Expression) -> Option<String>,
) {
    let computed = computed_requirements(declarations);
    let found: Vec<_> = computed
        .map(|(argument, key, value)| (argument.name.clone(), key, text(&*value)))
        .collect();
    if found.is_empty() {
        return;
    }
    let requirements = module.requirements.iter().cloned().map(|mut own| {
        for (_, key, text) in found.iter().filter(|(name, ..)| *name == own.name) {
            match key.as_str() {
                names::SOURCE => own.source.clone_from(text),
                _ => own.version.clone_from(text),
            }
        }
        own
    });
    module.requirements = requirements.collect();
}

/// The values of local values that depend on nothing but defaults, each computed once at each depth.
struct EarlyValues<'m> {
    module: &'m Module,
    locals: HashMap<(Name, usize), Value>,
}

impl<'m> EarlyValues<'m> {
    fn of(module: &'m Module) -> Self {
        let locals = HashMap::new();
        Self { module, locals }
    }

    /// Returns the value of an expression, unknown where it depends on more than defaults and local values.
    fn of_expression(&mut self, expression: &dyn Expression, depth: usize) -> Value {
        let mut variables: Vec<(String, Value)> = Vec::new();
        let mut locals: Vec<(String, Value)> = Vec::new();
        for reference in expression.variables() {
            match Address::from_traversal(&reference) {
                Some(Address::Variable(name)) => {
                    let variable = self.module.variables.named(&name);
                    let default = variable.and_then(|variable| variable.default.clone());
                    variables.push((name.to_string(), default.unwrap_or(Value::DYNAMIC)));
                }
                Some(Address::Local(name)) => {
                    let value = self.of_local(&name, depth);
                    locals.push((name.to_string(), value));
                }
                _ => return Value::DYNAMIC,
            }
        }
        let mut context = EvalContext::new();
        context.set_variable(ROOT_VARIABLE, Value::object(variables));
        context.set_variable(ROOT_LOCAL, Value::object(locals));
        let value = expression.evaluate(Some(&context));
        if value.has_errors() {
            return Value::DYNAMIC;
        }
        value.value
    }

    /// Returns the value of a local value to which an expression at a depth refers.
    fn of_local(&mut self, name: &Name, depth: usize) -> Value {
        let module = self.module;
        let Some(local) = module.locals.named(name).filter(|_| depth < MAX_DEPTH) else {
            return Value::DYNAMIC;
        };
        let key = (name.clone(), depth);
        if let Some(known) = self.locals.get(&key) {
            return known.clone();
        }
        let value = self.of_expression(&*local.value, depth + 1);
        self.locals.insert(key, value.clone());
        value
    }
}

/// Returns whether an expression refers to variables and local values, and to nothing else.
pub(super) fn is_early(expression: &ExpressionRef) -> bool {
    let references = expression.variables();
    let is_allowed = |reference: &Traversal| {
        reference
            .root_name()
            .is_some_and(|root| [ROOT_VARIABLE, ROOT_LOCAL].contains(&root.as_str()))
    };
    !references.is_empty() && references.iter().all(is_allowed)
}

/// Reports a reference to something that is not known before anything is planned.
pub(super) fn not_early(reference: &Traversal) -> Option<Diagnostic> {
    let root = reference.root_name()?;
    if EARLY_ROOTS.contains(&root.as_str()) {
        return None;
    }
    Some(
        Diagnostic::error(codes::NOT_CONSTANT, "Not known early enough")
            .with_detail(
                "OpenTofu reads the argument before it plans anything. Expected an expression of variables and local values.",
            )
            .with_subject(reference.span()?),
    )
}
