//! The evaluation of a module with given values of its variables.

use std::collections::HashMap;
use std::sync::Arc;

use hcl2_diagnostics::codes::expr::LIMIT_EXCEEDED;
use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Span};
use hcl2_functions::terraform::{ephemeral_mark, sensitive_mark};
use hcl2_model::problems::limit_exceeded;
use hcl2_model::{Expression, ExpressionRef, FunctionTable, Name, Resolver, Traversal};
use hcl2_value::{Budget, Meter, Type, Value};

use super::{Evaluation, World, problems_beside};
use crate::address::Address;
use crate::eval::{InstanceVariable, Keys};
use crate::module::{Declaration, ModuleCall, ModuleTree, Repetition, Variable, refused};
use crate::table::behaviours::OUTPUTS_ARE_EPHEMERAL;

/// The steps that each expression of an instance of a module counts at least.
const OF_EXPRESSION: usize = 100;

/// The number of instances of a call beyond which its outputs are unknown.
const MAX_INSTANCES: u64 = 10_000;

/// Evaluates the variables, locals and outputs of a module, and expressions in its scope.
///
/// Resources are unknown, because only providers know their values. Variables without a value and outputs of modules
/// that were not read are unknown too. Values are computed when they are first needed.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_model::FunctionTable;
/// use hcl2_terraform::table::Language;
/// use hcl2_terraform::{Evaluator, Module, ModuleFile, ModuleTree};
/// use hcl2_value::Value;
///
/// let text = "variable \"n\" {\n  type = number\n}\nlocals {\n  twice = var.n * 2\n}\noutput \"o\" {\n  value = local.twice\n}\n";
/// let source = SourceMap::new().add("main.tf", text)?;
/// let file = ModuleFile::parse(&source, Language::Terraform).into_result().unwrap();
/// let module = Module::from_files(&[file], Language::Terraform).into_result().unwrap();
/// let tree = ModuleTree { module, ..ModuleTree::default() };
///
/// let mut evaluator = Evaluator::new(&tree, FunctionTable::new());
/// evaluator.set_variable("n", Value::from("21"))?;
/// let outputs = evaluator.outputs().into_result().unwrap();
/// assert_eq!(outputs.get("o"), Some(&Value::from(42)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Evaluator<'m>(pub(super) Evaluation<'m, Given>);

impl<'m> Evaluator<'m> {
    /// Creates an evaluator with the functions that expressions can call. Those that versions have differently are replaced by
    /// those of the version of each module.
    #[must_use]
    pub fn new(tree: &'m ModuleTree, functions: impl Into<Arc<FunctionTable>>) -> Self {
        Self(Evaluation::new(tree, functions.into(), Given::default()))
    }

    /// Sets the directory in which Terraform would run, the value of `path.cwd`.
    #[must_use]
    pub fn working_directory(mut self, path: impl Into<String>) -> Self {
        self.0.working_directory = Some(path.into());
        self
    }

    /// Sets the name of the workspace, the value of `terraform.workspace`, which is `default` without it.
    #[must_use]
    pub fn workspace(mut self, name: impl Into<String>) -> Self {
        self.0.workspace = Some(name.into());
        self
    }

    /// Sets the budget of all expressions, also those of called modules. Without it, they share a default one.
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        self.0.budget = budget;
        self
    }

    /// Sets a variable of the module. Call this before anything is evaluated.
    ///
    /// # Errors
    ///
    /// A message if the module has no such variable, or the value does not fit it.
    pub fn set_variable(&mut self, name: &str, value: Value) -> Result<(), String> {
        let Some(variable) = self.0.variable(name) else {
            return Err(format!("the module declares no variable `{name}`"));
        };
        let value = variable.accept(Some(&value))?;
        self.0.world.0.insert(name.into(), value);
        Ok(())
    }

    /// Returns the type of a variable, or `None` if the module has no such variable.
    #[must_use]
    pub fn type_of(&self, variable: &str) -> Option<&Type> {
        self.0.variable(variable).map(|variable| &variable.ty)
    }

    /// Returns the names of the variables whose values must not be shown: sensitive and ephemeral ones.
    pub fn secret_variables(&self) -> impl Iterator<Item = &Name> {
        let variables = self.0.tree.module.variables.iter();
        variables
            .filter(|variable| variable.sensitive || variable.ephemeral)
            .map(|variable| &variable.name)
    }

    /// Evaluates the validations of the variables. A condition that does not hold is reported at the variable with
    /// `hcl2::terraform::refused-value`; one whose value is unknown is not.
    #[must_use]
    pub fn check_variables(&mut self) -> Diagnostics {
        let mut diagnostics = Diagnostics::new();
        self.0
            .check_validations(|variable| variable.span, &mut diagnostics);
        Outcome::new((), diagnostics).diagnostics
    }

    /// Evaluates an expression in the scope of the module. A reference to what the module does not declare is an error with the
    /// code `hcl2::terraform::undeclared`, which no function hides.
    pub fn evaluate(&mut self, expression: &dyn Expression) -> Outcome<Value> {
        let references = expression.variables();
        let mut diagnostics = Diagnostics::new();
        diagnostics.extend(self.0.contents.declared.problems_of(&references));
        if !diagnostics.has_errors() {
            return self.0.value_of(expression);
        }
        let roots = references.iter().filter_map(Traversal::root_name);
        let roots: Vec<Name> = roots.cloned().collect();
        let context = self.0.context_for(&references, &mut diagnostics);
        diagnostics.append(problems_beside(expression, &roots, &context));
        Outcome::new(Value::DYNAMIC, diagnostics)
    }

    /// Evaluates all outputs, and returns an object of their values.
    pub fn outputs(&mut self) -> Outcome<Value> {
        let mut diagnostics = Diagnostics::new();
        let value = self.0.output_values(&mut diagnostics);
        Outcome::new(value, diagnostics)
    }
}

/// A world in which variables have the values that they are given, and of resources only their existence can be known.
#[derive(Debug, Default)]
pub(super) struct Given(HashMap<Name, Value>);

impl Given {
    /// Returns whether a variable is given a value.
    pub(super) fn has(&self, variable: &str) -> bool {
        self.0.contains_key(variable)
    }
}

impl<'m> World<'m> for Given {
    fn variable(&self, variable: &'m Variable) -> Value {
        let unknown = || Value::unknown(variable.ty.clone());
        match (self.0.get(&variable.name), &variable.default) {
            (Some(value), _) => value.clone(),
            (None, Some(default)) => variable.convert(default).unwrap_or_else(|_| unknown()),
            (None, None) => unknown(),
        }
    }

    fn condition_of(&self, resource: &'m Declaration) -> Option<&'m ExpressionRef> {
        resource.enabled().map(|enabled| &enabled.expression)
    }

    fn resource(
        evaluation: &Evaluation<'m, Self>,
        resource: &'m Declaration,
        diagnostics: &mut Diagnostics,
    ) -> Value {
        let condition = evaluation.world.condition_of(resource);
        let keys = condition.and_then(|condition| {
            let repetition = Repetition::Enabled(condition);
            evaluation.keys(repetition, diagnostics)
        });
        match keys {
            Some(Keys::Disabled) => Value::null(Type::DYNAMIC),
            _ => Value::DYNAMIC,
        }
    }

    fn call(
        evaluation: &mut Evaluation<'m, Self>,
        call: &'m ModuleCall,
        inner: &'m ModuleTree,
        diagnostics: &mut Diagnostics,
    ) -> Value {
        let Some(keys) = evaluation.keys(call.repetition(), diagnostics) else {
            return Value::DYNAMIC;
        };
        let instances: Vec<Value> = keys
            .iter()
            .map(|(_, own)| evaluation.instance(call, inner, own.as_ref(), diagnostics))
            .collect();
        keys.collect(instances)
    }

    fn resolver(&self) -> Option<Arc<dyn Resolver>> {
        None
    }
}

impl<'m> Evaluation<'m, Given> {
    /// Evaluates the validations of the variables; `place` returns where one is given its value.
    fn check_validations(&mut self, place: impl Fn(&Variable) -> Span, diagnostics: &mut Diagnostics) {
        for variable in &self.tree.module.variables {
            let address = Address::Variable(variable.name.clone());
            for validation in &variable.validations {
                let evaluate = |expression: &ExpressionRef| self.value_of(&**expression);
                validation.verdict(&address, Some(place(variable)), evaluate, diagnostics);
            }
        }
    }

    fn output_values(&mut self, diagnostics: &mut Diagnostics) -> Value {
        let outputs = self.tree.module.outputs.iter();
        let values: Vec<(String, Value)> = outputs
            .map(|output| {
                let value = match &output.value {
                    Some(expression) => self.value_of(&**expression).report_into(diagnostics),
                    None => Value::DYNAMIC,
                };
                let value = output.accept(&value).unwrap_or_else(|problem| {
                    diagnostics.push(*problem);
                    Value::DYNAMIC
                });
                let value = if output.sensitive {
                    value.with_mark(sensitive_mark())
                } else {
                    value
                };
                let value = if output.ephemeral && !OUTPUTS_ARE_EPHEMERAL.is_in(self.tree.module.version()) {
                    value.with_mark(ephemeral_mark())
                } else {
                    value
                };
                (output.name.to_string(), value)
            })
            .collect();
        Value::object(values)
    }

    /// Returns the keys of instances; `None` if they are not known, or too many.
    fn keys(&self, repetition: Repetition<'_>, diagnostics: &mut Diagnostics) -> Option<Keys> {
        let Some(expression) = repetition.expression() else {
            return Some(Keys::One);
        };
        let value = self.evaluated(expression).report_into(diagnostics);
        let keys = Keys::of(repetition, &value).unwrap_or_else(|problem| {
            diagnostics.push(*problem);
            None
        });
        keys.filter(|keys| keys.len() <= MAX_INSTANCES)
    }

    /// Computes the outputs of one instance of a called module.
    fn instance(
        &self,
        call: &ModuleCall,
        inner: &'m ModuleTree,
        own: Option<&InstanceVariable>,
        diagnostics: &mut Diagnostics,
    ) -> Value {
        let module = &inner.module;
        let expressions = module.variables.len() + module.locals.len() + module.outputs.len() + 1;
        if let Err(exceeded) = Meter::without_free(&self.budget).steps(expressions * OF_EXPRESSION) {
            let is_known =
                |problem: &Diagnostic| problem.code == LIMIT_EXCEEDED && problem.subject == Some(call.span);
            if !diagnostics.last().is_some_and(is_known) {
                diagnostics.push(limit_exceeded(exceeded, call.span));
            }
            return Value::DYNAMIC;
        }
        let mut given = HashMap::new();
        for argument in &call.arguments {
            let mut context = self.context_of(&argument.expression);
            if let Some(own) = own {
                own.add_to(&mut context);
            }
            let value = argument
                .expression
                .evaluate(Some(&context))
                .report_into(diagnostics);
            let Some(variable) = module.variables.named(&argument.name) else {
                let refusal = format!("the called module declares no variable `{}`", argument.name);
                diagnostics.push(refused(&refusal).with_subject(argument.name_span));
                continue;
            };
            match variable.accept_at(Some(&value), argument.expression.span()) {
                Ok(value) => {
                    given.insert(argument.name.clone(), value);
                }
                Err(problem) => diagnostics.push(*problem),
            }
        }
        let place = |variable: &Variable| {
            let argument = call.arguments.get(&variable.name);
            argument.map_or(call.span, |argument| argument.expression.span())
        };
        let mut inner = self.inner(inner, Given(given));
        inner.check_validations(place, diagnostics);
        inner.output_values(diagnostics)
    }
}
