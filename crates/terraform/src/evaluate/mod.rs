//! Evaluation of the objects of a module.

mod early;
mod evaluator;
mod needed;

use std::cell::OnceCell;
use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::Arc;

use foldhash::fast::RandomState;
use hcl2_diagnostics::{Diagnostics, Outcome};
use hcl2_functions::terraform::ephemeral_mark;
use hcl2_model::{EvalContext, Expression, ExpressionRef, FunctionTable, Name, Resolver, Traversal};
use hcl2_value::{Budget, Value};

use crate::address::{Address, ResourceKind};
use crate::eval::Scope;
use crate::functions::adapt_functions;
use crate::module::{Contents, Declaration, ModuleCall, ModuleTree, Variable};
use crate::table::{ROOT_SYMBOLS, ROOT_TOFU, WORKSPACE, names};

pub use early::Early;
pub use evaluator::Evaluator;

/// What an evaluation knows of the objects whose values a module alone does not decide.
///
/// The world of a check knows their types at most; that of an [`Evaluator`] is given values of variables.
pub(crate) trait World<'m>: Debug + Sized {
    /// Returns the value of a variable, without the marks that its declaration asks for.
    fn variable(&self, variable: &'m Variable) -> Value;

    /// Returns the argument that decides the value of a resource, if there is one.
    fn condition_of(&self, resource: &'m Declaration) -> Option<&'m ExpressionRef>;

    /// Computes the value of a resource; that of its condition is computed.
    fn resource(
        evaluation: &Evaluation<'m, Self>,
        resource: &'m Declaration,
        diagnostics: &mut Diagnostics,
    ) -> Value;

    /// Computes the outputs of a called module: an object, or a collection of objects if the call has instances.
    fn call(
        evaluation: &mut Evaluation<'m, Self>,
        call: &'m ModuleCall,
        inner: &'m ModuleTree,
        diagnostics: &mut Diagnostics,
    ) -> Value;

    /// Returns what resolves functions that no table has.
    fn resolver(&self) -> Option<Arc<dyn Resolver>>;

    /// Returns whether a declaration is as it was written. Nothing is known of what others declare.
    fn is_intact(&self, _: &Declaration) -> bool {
        true
    }
}

/// The values of the objects of a module in a world, each computed when it is first needed.
#[derive(Debug)]
pub(crate) struct Evaluation<'m, W> {
    pub(crate) tree: &'m ModuleTree,
    pub(crate) contents: &'m Contents,
    functions: Arc<FunctionTable>,
    /// The directory in which Terraform would run; not known before it does if it is `None`.
    pub(crate) working_directory: Option<String>,
    pub(crate) workspace: Option<String>,
    pub(crate) budget: Budget,
    pub(crate) values: HashMap<Address, Value, RandomState>,
    /// The context of everything but the objects of the module, made from all else when an expression needs it.
    outer: OnceCell<EvalContext<'static>>,
    pub(crate) world: W,
}

impl<'m, W: World<'m>> Evaluation<'m, W> {
    /// Creates an evaluation with the functions that expressions can call. Those that versions have differently are replaced
    /// by those of the version of each module.
    pub(crate) fn new(tree: &'m ModuleTree, functions: Arc<FunctionTable>, world: W) -> Self {
        let mut functions = FunctionTable::over(functions);
        adapt_functions(&mut functions, tree.module.version());
        Self::with_functions(tree, functions.into(), world)
    }

    /// Creates an evaluation with the functions of the version of the module.
    pub(crate) fn with_functions(tree: &'m ModuleTree, functions: Arc<FunctionTable>, world: W) -> Self {
        Self {
            tree,
            contents: &tree.module.contents,
            functions,
            working_directory: Some(".".to_owned()),
            workspace: Some(WORKSPACE.1.to_owned()),
            budget: Budget::default(),
            values: HashMap::default(),
            outer: OnceCell::new(),
            world,
        }
    }

    /// Creates an evaluation of a called module.
    pub(crate) fn inner(&self, inner: &'m ModuleTree, world: W) -> Self {
        let functions = Arc::clone(&self.functions);
        let created = match inner.module.version() == self.tree.module.version() {
            true => Self::with_functions(inner, functions, world),
            false => Self::new(inner, functions, world),
        };
        Self {
            budget: self.budget.clone(),
            working_directory: self.working_directory.clone(),
            workspace: self.workspace.clone(),
            ..created
        }
    }

    /// Evaluates an expression once what it needs is computed.
    pub(crate) fn value_of(&mut self, expression: &dyn Expression) -> Outcome<Value> {
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

    pub(crate) fn variable(&self, name: &str) -> Option<&'m Variable> {
        self.tree.module.variables.named(name)
    }

    /// Computes the value of an object whose dependencies are computed.
    fn value(&mut self, address: &Address, diagnostics: &mut Diagnostics) -> Value {
        let module = &self.tree.module;
        match address {
            _ if !self.is_intact(address) => Value::DYNAMIC,
            Address::Variable(name) => module.variables.named(name).map_or(Value::DYNAMIC, |variable| {
                variable.marked(self.world.variable(variable))
            }),
            Address::Local(name) => module.locals.named(name).map_or(Value::DYNAMIC, |local| {
                self.evaluated(&local.value).report_into(diagnostics)
            }),
            Address::Module(name) => match (module.calls.named(name), self.tree.calls.get(name)) {
                (Some(call), Some(inner)) => W::call(self, call, inner, diagnostics),
                _ => Value::DYNAMIC,
            },
            Address::Resource(..) => self.declaration(address).map_or(Value::DYNAMIC, |resource| {
                W::resource(self, resource, diagnostics)
            }),
            _ => Value::DYNAMIC,
        }
    }

    /// Returns the declaration of an object.
    fn declaration(&self, address: &Address) -> Option<&'m Declaration> {
        let position = self.contents.declared.position(address)?;
        self.contents.declarations.get(position)
    }

    /// Returns whether the declaration of an object is as it was written.
    fn is_intact(&self, address: &Address) -> bool {
        let declaration = self.declaration(address);
        declaration.is_none_or(|declaration| self.world.is_intact(declaration))
    }

    /// Evaluates the expression of an argument, whose dependencies are computed. With invalid references, which were reported,
    /// its value is unknown, and has the problems of its other parts.
    pub(crate) fn evaluated(&self, expression: &ExpressionRef) -> Outcome<Value> {
        let context = self.context_of(expression);
        match self.contents.references.reported(expression.span()) {
            [] => expression.evaluate(Some(&context)),
            reported => Outcome::new(Value::DYNAMIC, problems_beside(&**expression, reported, &context)),
        }
    }

    /// Returns a context for the expression of an argument, whose dependencies are computed.
    pub(crate) fn context_of(&self, expression: &ExpressionRef) -> EvalContext<'static> {
        self.context(&*self.contents.objects_in(expression))
    }

    /// Returns a context with the values of `needed`, which are computed.
    pub(crate) fn context<'a>(&self, needed: impl IntoIterator<Item = &'a Address>) -> EvalContext<'static> {
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
        scope.add_to(&mut context);
        context
    }

    /// Creates a context with what does not depend on the objects of the module.
    fn outer_context(&self) -> EvalContext<'static> {
        let mut context = EvalContext::new();
        context.set_functions(Arc::clone(&self.functions));
        context.set_budget(self.budget.clone());
        if let Some(resolver) = self.world.resolver() {
            context.set_resolver(resolver);
        }
        context.set_rules(self.tree.module.version().rules());
        if self.contents.declared.has_symbols() {
            context.set_variable(ROOT_SYMBOLS, Value::DYNAMIC);
        }
        let mut scope = Scope::default();
        scope.add_paths(&self.tree.path, self.working_directory.as_deref());
        for root in [names::TERRAFORM, ROOT_TOFU] {
            scope.add_run(root, self.workspace.as_deref(), None);
        }
        scope.add_to(&mut context);
        context
    }
}

/// Returns the objects that traversals refer to.
fn addresses(traversals: &[Traversal]) -> Vec<Address> {
    traversals.iter().filter_map(Address::from_traversal).collect()
}

/// Returns the problems of an expression besides those of its invalid references, which were reported: what these start from is
/// unknown.
pub(crate) fn problems_beside(
    expression: &dyn Expression,
    reported: &[Name],
    context: &EvalContext<'_>,
) -> Diagnostics {
    let mut context = context.child();
    for root in reported {
        context.set_variable(root.clone(), Value::DYNAMIC);
    }
    expression.evaluate(Some(&context)).diagnostics
}
