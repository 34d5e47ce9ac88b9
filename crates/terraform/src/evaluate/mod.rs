//! Evaluation of the objects of a module.

mod early;
mod needed;
mod resources;
mod validate;

use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::RandomState;
use hcl2_diagnostics::codes::expr::LIMIT_EXCEEDED;
use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Span};
use hcl2_functions::terraform::{ephemeral_mark, sensitive_mark};
use hcl2_model::problems::limit_exceeded;
use hcl2_model::{Attribute, EvalContext, Expression, ExpressionRef, FunctionTable, Name, Traversal};
use hcl2_value::{Budget, Meter, Type, Value};

use crate::address::{Address, ResourceKind};
use crate::eval::{InstanceVariable, Keys, Scope, paths, run};
use crate::functions::adapt_functions;
use crate::module::{Contents, ModuleCall, ModuleTree, Repetition, Variable, refused};
use crate::table::behaviours::OUTPUTS_ARE_EPHEMERAL;
use crate::table::{ROOT_PATH, ROOT_SYMBOLS, ROOT_TOFU, WORKSPACE, names};

pub use early::Early;
use validate::Checks;
pub use validate::{CheckOptions, ProviderFunctions, Unchecked, UnreadModule, ValidatedElsewhere};

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
pub struct Evaluator<'m> {
    pub(crate) tree: &'m ModuleTree,
    contents: &'m Contents,
    functions: Arc<FunctionTable>,
    /// The directory in which Terraform would run; not known before it does if it is `None`.
    working_directory: Option<String>,
    workspace: Option<String>,
    budget: Budget,
    /// The values of the variables set by the caller.
    given: HashMap<Name, Value>,
    values: HashMap<Address, Value, RandomState>,
    /// The context of everything but the objects of the module, made from all else when an expression needs it.
    outer: OnceCell<EvalContext<'static>>,
    /// The state of a validation, if the module is validated rather than evaluated.
    pub(crate) checks: Option<Checks<'m>>,
}

impl<'m> Evaluator<'m> {
    /// Creates an evaluator with the functions that expressions can call. Those that versions have differently are replaced by
    /// those of the version of each module.
    #[must_use]
    pub fn new(tree: &'m ModuleTree, functions: impl Into<Arc<FunctionTable>>) -> Self {
        let mut functions = FunctionTable::over(functions.into());
        adapt_functions(&mut functions, tree.module.version());
        Self::with_functions(tree, functions.into())
    }

    /// Creates an evaluator with the functions of the version of the module.
    fn with_functions(tree: &'m ModuleTree, functions: Arc<FunctionTable>) -> Self {
        Self {
            tree,
            contents: &tree.module.contents,
            functions,
            working_directory: Some(".".to_owned()),
            workspace: Some(WORKSPACE.1.to_owned()),
            budget: Budget::default(),
            given: HashMap::new(),
            values: HashMap::default(),
            outer: OnceCell::new(),
            checks: None,
        }
    }

    /// Sets the directory in which Terraform would run, the value of `path.cwd`.
    #[must_use]
    pub fn working_directory(mut self, path: impl Into<String>) -> Self {
        self.working_directory = Some(path.into());
        self
    }

    /// Sets the name of the workspace, the value of `terraform.workspace`, which is `default` without it.
    #[must_use]
    pub fn workspace(mut self, name: impl Into<String>) -> Self {
        self.workspace = Some(name.into());
        self
    }

    /// Sets the budget of all expressions, also those of called modules. Without it, they share a default one.
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// Sets a variable of the module. Call this before anything is evaluated.
    ///
    /// # Errors
    ///
    /// A message if the module has no such variable, or the value does not fit it.
    pub fn set_variable(&mut self, name: &str, value: Value) -> Result<(), String> {
        let Some(variable) = self.variable(name) else {
            return Err(format!("the module declares no variable `{name}`"));
        };
        let value = variable.accept(Some(&value))?;
        self.given.insert(name.into(), value);
        Ok(())
    }

    /// Sets a variable of a called module to the value of an argument, or reports that it cannot have it.
    pub(crate) fn give(&mut self, argument: &Attribute, value: &Value, diagnostics: &mut Diagnostics) {
        let Some(variable) = self.variable(&argument.name) else {
            let refusal = format!("the called module declares no variable `{}`", argument.name);
            diagnostics.push(refused(&refusal).with_subject(argument.name_span));
            return;
        };
        match variable.accept_at(Some(value), argument.expression.span()) {
            Ok(value) => {
                self.given.insert(argument.name.clone(), value);
            }
            Err(problem) => diagnostics.push(*problem),
        }
    }

    /// Returns the type of a variable, or `None` if the module has no such variable.
    #[must_use]
    pub fn type_of(&self, variable: &str) -> Option<&Type> {
        self.variable(variable).map(|variable| &variable.ty)
    }

    /// Returns the names of the variables whose values must not be shown: sensitive and ephemeral ones.
    pub fn secret_variables(&self) -> impl Iterator<Item = &Name> {
        let variables = self.tree.module.variables.iter();
        variables
            .filter(|variable| variable.sensitive || variable.ephemeral)
            .map(|variable| &variable.name)
    }

    /// Evaluates the validations of the variables. A condition that does not hold is reported at the variable with
    /// `hcl2::terraform::refused-value`; one whose value is unknown is not.
    #[must_use]
    pub fn check_variables(&mut self) -> Diagnostics {
        let mut diagnostics = Diagnostics::new();
        self.check_validations(|variable| variable.span, &mut diagnostics);
        Outcome::new((), diagnostics).diagnostics
    }

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

    /// Evaluates an expression in the scope of the module. A reference to what the module does not declare is an error with the
    /// code `hcl2::terraform::undeclared`, which no function hides.
    pub fn evaluate(&mut self, expression: &dyn Expression) -> Outcome<Value> {
        let mut diagnostics = Diagnostics::new();
        diagnostics.extend(self.contents.declared.problems_of(&expression.variables()));
        if diagnostics.has_errors() {
            return Outcome::new(Value::DYNAMIC, diagnostics);
        }
        self.value_of(expression)
    }

    fn value_of(&mut self, expression: &dyn Expression) -> Outcome<Value> {
        let mut diagnostics = Diagnostics::new();
        let context = self.context_for(&expression.variables(), &mut diagnostics);
        let value = expression.evaluate(Some(&context)).report_into(&mut diagnostics);
        Outcome::new(value, diagnostics)
    }

    /// Computes the values that `references` need, and returns a context with them.
    pub(crate) fn context_for(
        &mut self,
        references: &[Traversal],
        diagnostics: &mut Diagnostics,
    ) -> EvalContext<'static> {
        let needed = addresses(references);
        self.compute(&needed, diagnostics);
        self.context(&needed)
    }

    /// Evaluates all outputs, and returns an object of their values.
    pub fn outputs(&mut self) -> Outcome<Value> {
        let mut diagnostics = Diagnostics::new();
        let value = self.output_values(&mut diagnostics);
        Outcome::new(value, diagnostics)
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

    pub(crate) fn variable(&self, name: &str) -> Option<&'m Variable> {
        self.tree.module.variables.named(name)
    }

    /// Computes the value of an object whose dependencies are computed.
    fn value(&mut self, address: &Address, diagnostics: &mut Diagnostics) -> Value {
        match address {
            Address::Variable(name) => self.variable_value(name),
            Address::Local(name) => match self.tree.module.locals.named(name) {
                Some(local) if self.checks.is_none() || self.contents.references.is_sound(&*local.value) => {
                    self.evaluated(&local.value).report_into(diagnostics)
                }
                _ => Value::DYNAMIC,
            },
            Address::Module(name) => self.call_value(name, diagnostics),
            Address::Resource(..) => self.resource_value(address, diagnostics),
            _ => Value::DYNAMIC,
        }
    }

    fn variable_value(&self, name: &str) -> Value {
        let Some(variable) = self.variable(name) else {
            return Value::DYNAMIC;
        };
        let value = match (self.given.get(name), &variable.default) {
            // Validation holds for all values of the variables.
            _ if self.checks.is_some() => Value::unknown(variable.ty.without_optional_attributes()),
            (Some(value), _) => value.clone(),
            (None, Some(default)) => variable
                .convert(default)
                .unwrap_or_else(|_| Value::unknown(variable.ty.clone())),
            (None, None) => Value::unknown(variable.ty.clone()),
        };
        variable.marked(value)
    }

    /// Computes the outputs of a called module: an object, or a collection of objects if the call has instances.
    fn call_value(&mut self, name: &Name, diagnostics: &mut Diagnostics) -> Value {
        let call = self.tree.module.calls.named(name);
        let (Some(call), Some(inner)) = (call, self.tree.calls.get(name)) else {
            return Value::DYNAMIC;
        };
        if self.checks.is_some() {
            return self.checked_call(call, inner, diagnostics);
        }
        let Some(keys) = self.keys(call.repetition(), diagnostics) else {
            return Value::DYNAMIC;
        };
        let instances: Vec<Value> = keys
            .iter()
            .map(|(_, own)| self.instance(call, inner, own.as_ref(), diagnostics))
            .collect();
        keys.collect(instances)
    }

    /// Returns the keys of instances; `None` if they are not known, or too many.
    pub(super) fn keys(&self, repetition: Repetition<'_>, diagnostics: &mut Diagnostics) -> Option<Keys> {
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

    /// Evaluates the expression of an argument, whose dependencies are computed.
    pub(crate) fn evaluated(&self, expression: &ExpressionRef) -> Outcome<Value> {
        expression.evaluate(Some(&self.context_of(expression)))
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
        let mut evaluator = self.inner(inner);
        for argument in &call.arguments {
            let mut context = self.context_of(&argument.expression);
            if let Some(own) = own {
                own.set_in(&mut context);
            }
            let value = argument
                .expression
                .evaluate(Some(&context))
                .report_into(diagnostics);
            evaluator.give(argument, &value, diagnostics);
        }
        let place = |variable: &Variable| {
            let argument = call.arguments.get(&variable.name);
            argument.map_or(call.span, |argument| argument.expression.span())
        };
        evaluator.check_validations(place, diagnostics);
        evaluator.output_values(diagnostics)
    }

    /// Returns a context for the expression of an argument, whose dependencies are computed.
    pub(crate) fn context_of(&self, expression: &ExpressionRef) -> EvalContext<'static> {
        self.context(&addresses(self.contents.references.of(&**expression)))
    }

    /// Creates an evaluator of a called module.
    pub(crate) fn inner(&self, inner: &'m ModuleTree) -> Self {
        let functions = Arc::clone(&self.functions);
        let mut evaluator = match inner.module.version() == self.tree.module.version() {
            true => Evaluator::with_functions(inner, functions),
            false => Evaluator::new(inner, functions),
        }
        .budget(self.budget.clone());
        evaluator.working_directory.clone_from(&self.working_directory);
        evaluator.workspace.clone_from(&self.workspace);
        evaluator
    }

    /// Returns a context with the values of `needed`, which are computed.
    fn context<'a>(&self, needed: impl IntoIterator<Item = &'a Address>) -> EvalContext<'static> {
        let mut context = self.outer.get_or_init(|| self.outer_context()).clone();
        let mut scope = Scope::default();
        scope.add_long_form();
        for address in needed {
            // What is not declared was reported.
            let value = self.values.get(address).cloned().unwrap_or(Value::DYNAMIC);
            match address {
                Address::Variable(name) => scope.add_variable(name, value),
                Address::Local(name) => scope.add_local(name, value),
                Address::Module(name) => scope.add_call(name, value),
                Address::Resource(kind, ty, name) => {
                    let value = match kind {
                        ResourceKind::Ephemeral => value.with_mark(ephemeral_mark()),
                        ResourceKind::Managed | ResourceKind::Data => value,
                    };
                    scope.add_resource((*kind, ty, name), value);
                }
                _ => {}
            }
        }
        scope.set_in(&mut context);
        context
    }

    /// Creates a context with what does not depend on the objects of the module.
    fn outer_context(&self) -> EvalContext<'static> {
        let mut context = EvalContext::new();
        context.set_functions(Arc::clone(&self.functions));
        context.set_budget(self.budget.clone());
        if let Some(checks) = &self.checks {
            context.set_resolver(checks.functions());
        }
        context.set_rules(self.tree.module.version().rules());
        let paths = paths(&self.tree.path, self.working_directory.as_deref());
        context.set_variable(ROOT_PATH, paths);
        let run = run(self.workspace.as_deref(), None);
        if self.contents.declared.has_symbols() {
            context.set_variable(ROOT_SYMBOLS, Value::DYNAMIC);
        }
        for root in [names::TERRAFORM, ROOT_TOFU] {
            context.set_variable(root, run.clone());
        }
        context
    }
}

/// Returns the objects that traversals refer to.
fn addresses(traversals: &[Traversal]) -> Vec<Address> {
    traversals.iter().filter_map(Address::from_traversal).collect()
}
