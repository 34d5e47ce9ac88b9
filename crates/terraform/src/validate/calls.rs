//! Validation of module calls.

use std::cell::LazyCell;
use std::collections::HashMap;
use std::sync::PoisonError;

use hcl2_diagnostics::{
    Diagnostic, Diagnostics, Suggestions, codes::body as body_codes, codes::terraform as codes, nearest_name,
};
use hcl2_functions::terraform::ephemeral_mark;
use hcl2_model::{Attribute, Attributes, ExpressionRef, Name};
use hcl2_value::{Type, Value};

use super::Checks;
use super::given::own_validations;
use super::valid::Validation;
use crate::address::Address;
use crate::eval::InstanceVariable;
use crate::evaluate::Evaluation;
use crate::module::{Declaration, Instances, ModuleCall, ModuleTree};
use crate::problems::{did_you_mean, if_planned};
use crate::schema::ignored_in;
use crate::table::behaviours::WARNS_OF_IGNORED_ATTRIBUTES;
use crate::table::{RESERVED_VARIABLES, names};

impl<'m> Evaluation<'m, Checks<'m>> {
    /// Returns whether the module that a declaration calls was read.
    pub(super) fn is_read(&self, call: &Declaration) -> bool {
        let name = call.first_label();
        name.is_some_and(|name| self.tree.calls.contains_key(name))
    }

    /// Validates the arguments of a call, and the called module with their values.
    pub(crate) fn checked_call(
        &mut self,
        call: &'m ModuleCall,
        inner: &'m ModuleTree,
        diagnostics: &mut Diagnostics,
    ) -> Value {
        let mut evaluation = self.inner(inner, self.world.of_call(inner));
        let mut given: HashMap<&Name, Value> = HashMap::new();
        let instances = match (&call.count, &call.for_each) {
            (_, Some(_)) => Instances::ForEach,
            (Some(_), None) => Instances::Count,
            (None, None) => Instances::One,
        };
        // Terraform ignores other arguments of a call that an override file changes.
        let contents = self.contents;
        let is_overridden = LazyCell::new(|| {
            let block = contents.declarations.iter().find(|block| block.span == call.span);
            block.is_some_and(|block| !block.overriding.is_empty())
        });
        let suggestions = Suggestions::new();
        for argument in &call.arguments {
            let Some(variable) = evaluation.variable(&argument.name) else {
                let problem = unknown_argument(argument, inner, call, &suggestions);
                diagnostics.push(if_planned(problem, *is_overridden));
                continue;
            };
            let value = if contents
                .references
                .reported(argument.expression.span())
                .is_empty()
            {
                let mut context = self.context_of(&argument.expression);
                for instances in [Instances::Count, Instances::ForEach] {
                    InstanceVariable::set_unknown(instances, &mut context);
                }
                argument
                    .expression
                    .evaluate(Some(&context))
                    .report_into(diagnostics)
            } else {
                Value::DYNAMIC
            };
            if WARNS_OF_IGNORED_ATTRIBUTES.is_in(inner.module.version()) {
                ignored_in(&variable.ty, &variable.name, &argument.expression, diagnostics);
            }
            if !variable.ephemeral && value.unmark_deep().1.contains(&ephemeral_mark()) {
                diagnostics.push(ephemeral_argument(argument));
            }
            match variable.accept_at(Some(&value), argument.expression.span()) {
                Ok(value) => {
                    given.insert(&argument.name, value);
                }
                Err(problem) => diagnostics.push(*problem),
            }
        }
        // In Terraform, the block that an override file changes must be complete.
        let base = is_overridden
            .then(|| base_arguments(contents.declarations.iter(), call))
            .flatten();
        for variable in &inner.module.variables {
            let is_set = base
                .as_ref()
                .unwrap_or(&call.arguments)
                .get(&variable.name)
                .is_some();
            // A variable that no call can set was reported.
            let is_reserved = RESERVED_VARIABLES.contains(&variable.name.as_str());
            if variable.default.is_none() && !is_set && !is_reserved {
                diagnostics.push(
                    Diagnostic::error(body_codes::MISSING_ATTRIBUTE, "Missing attribute")
                        .with_detail(format!(
                            "The module in `{}` has a variable `{}` of type {} without a default value, so the call must \
                             set it.",
                            inner.path, variable.name, variable.ty
                        ))
                        .with_subject(call.span)
                        .with_label(variable.span, "the variable"),
                );
            }
        }
        evaluation.check_given(call, &given, diagnostics);
        // Only a panic poisons the lock, and the map is never left half changed.
        let done = || self.world.done.lock().unwrap_or_else(PoisonError::into_inner);
        if done().insert(identity(inner)) {
            let world = self.world.clone();
            let validation = Validation {
                schemas: world.schemas,
                root: world.root,
                run: &world.run,
                host: world.host.as_deref(),
            };
            world
                .valid
                .unless_known(inner, validation, diagnostics, |problems| {
                    evaluation.check(problems);
                });
        }
        // As in Terraform, the values of outputs are not known to the caller before a plan, not even their types.
        let outputs = inner.module.outputs.iter();
        let outputs = Value::object(outputs.map(|output| (output.name.as_str(), Value::DYNAMIC)));
        let ty = outputs.ty().clone();
        match instances {
            Instances::One => Value::unknown(ty),
            Instances::Count => Value::unknown(Type::list(ty)),
            Instances::ForEach => Value::unknown(Type::map(ty)),
        }
    }
}

impl<'m> Evaluation<'m, Checks<'m>> {
    /// Reports arguments of a call, and defaults that it leaves, that the validations of the called module refuse.
    ///
    /// As in Terraform, only the variable itself is known, so conditions on anything else hold for some values.
    fn check_given(
        &mut self,
        call: &ModuleCall,
        given: &HashMap<&Name, Value>,
        diagnostics: &mut Diagnostics,
    ) {
        let validated = self.tree.module.variables.iter();
        for variable in validated.filter(|variable| !variable.validations.is_empty()) {
            let argument = call.arguments.get(&variable.name);
            let given = match argument {
                Some(_) => given.get(&variable.name).cloned(),
                None => variable
                    .default
                    .as_ref()
                    .and_then(|default| variable.convert(default).ok()),
            };
            let Some(given) = given else { continue };
            let span = argument.map_or(call.span, |argument| argument.expression.span());
            let address = Address::Variable(variable.name.clone());
            let before = self.values.insert(address.clone(), variable.marked(given));
            for validation in own_validations(variable) {
                let evaluate = |expression: &ExpressionRef| self.evaluated(expression);
                validation.verdict(&address, Some(span), evaluate, diagnostics);
            }
            self.values.remove(&address);
            self.values.extend(before.map(|before| (address, before)));
        }
    }
}

/// Returns the identity of a called module: its path, and the sources that its callers decide.
fn identity(tree: &ModuleTree) -> String {
    let mut identity = tree.path.clone();
    let mut pending = vec![tree];
    while let Some(tree) = pending.pop() {
        let computed = tree.module.calls.iter().filter(|call| !call.computed.is_empty());
        for call in computed {
            identity.push('\n');
            identity.push_str(call.source.as_deref().unwrap_or_default());
        }
        pending.extend(tree.calls.values());
    }
    identity
}

/// Returns the arguments of a call without those that override files add.
fn base_arguments<'d>(
    mut declarations: impl Iterator<Item = &'d Declaration>,
    call: &ModuleCall,
) -> Option<Attributes> {
    let block = declarations.find(|block| block.span == call.span)?;
    Some(block.body.attributes().value)
}

fn ephemeral_argument(argument: &Attribute) -> Diagnostic {
    Diagnostic::error(codes::EPHEMERAL_VALUE, "Ephemeral argument")
        .with_detail(format!(
            "The variable `{}` of the called module is not ephemeral, so it cannot be derived from ephemeral values. Set `{} \
             = true` in its block.",
            argument.name,
            names::EPHEMERAL
        ))
        .with_subject(argument.expression.span())
}

/// Maximum number of variables that the problem of an unknown argument lists.
const MAX_LISTED: usize = 16;

fn unknown_argument(
    argument: &Attribute,
    inner: &ModuleTree,
    call: &ModuleCall,
    suggestions: &Suggestions,
) -> Diagnostic {
    let names = || {
        inner
            .module
            .variables
            .iter()
            .map(|variable| variable.name.as_str())
    };
    let detail = format!(
        "The module in `{}` has no variable `{}`.",
        inner.path, argument.name
    );
    let diagnostic = Diagnostic::error(body_codes::UNSUPPORTED_ATTRIBUTE, "Unsupported attribute")
        .with_subject(argument.name_span)
        .with_context(call.span);
    match nearest_name(&argument.name, suggestions.among(names())) {
        Some(near) => did_you_mean(diagnostic, &detail, argument.name_span, near, near),
        None if inner.module.variables.is_empty() => {
            diagnostic.with_detail(format!("{detail} It has no variables."))
        }
        None => {
            let mut listed = names().take(MAX_LISTED).collect::<Vec<_>>().join(", ");
            if let Some(more @ 1..) = inner.module.variables.len().checked_sub(MAX_LISTED) {
                listed += &format!(" and {more} more");
            }
            diagnostic.with_detail(format!("{detail} Its variables are: {listed}."))
        }
    }
}
