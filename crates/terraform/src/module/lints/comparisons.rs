//! Comparisons whose result is always the same.

use std::collections::HashMap;
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, codes::terraform as codes};
use hcl2_functions::NoHost;
use hcl2_model::{Comparison, EvalContext, Expression, ExpressionRef, FunctionTable, Name, ResolveError};
use hcl2_value::{Type, Value};

use super::super::Module;
use crate::address::Address;
use crate::functions::versioned_functions;
use crate::table::{Mode, ROOT_LOCAL, ROOT_VARIABLE};

/// Local values that refer to each other are followed to this depth.
const MAX_DEPTH: usize = 16;

impl Module {
    /// Reports comparisons of values whose types are known and differ.
    pub(super) fn ineffective_comparisons(&self, problems: &mut Diagnostics) {
        let mut values = Values {
            module: self,
            functions: None,
            locals: HashMap::new(),
        };
        for declaration in &self.contents.declarations {
            declaration.visit(self.language, &mut |used| {
                if used.mode == Mode::Expression {
                    let comparisons = used.argument.expression.comparisons();
                    problems.extend(
                        comparisons
                            .iter()
                            .filter_map(|comparison| values.problem(comparison)),
                    );
                }
            });
        }
    }
}

/// What is known of the values of expressions before anything is given: the types of variables, and what follows from them.
struct Values<'m> {
    module: &'m Module,
    /// Created for the first comparison, since most modules have none.
    functions: Option<Arc<FunctionTable>>,
    locals: HashMap<Name, Value>,
}

impl Values<'_> {
    fn problem(&mut self, comparison: &Comparison) -> Option<Diagnostic> {
        let [left, right] = &comparison.operands;
        let [left, right] = [self.of(&**left, 0), self.of(&**right, 0)];
        let (left, right) = (left.ty(), right.ty());
        if left == right || left.has_dynamic() || right.has_dynamic() {
            return None;
        }
        let advice = match [left, right] {
            [one, other] if is_primitive(one) && is_primitive(other) => {
                "Convert one of them, with `tonumber`, `tostring` or `tobool`."
            }
            _ if comparison.operands.iter().any(is_empty) => {
                "To find out if it is empty, compare its `length` with 0."
            }
            _ => "Convert one of them, with `convert` or a function such as `tolist` and `tomap`.",
        };
        Some(
            Diagnostic::warning(codes::INEFFECTIVE_COMPARISON, "Ineffective comparison")
                .with_detail(format!(
                    "The result is always {}: values of different types are never equal, and these are {} and {}. {advice}",
                    !comparison.is_equality,
                    left.friendly_name(),
                    right.friendly_name()
                ))
                .with_subject(comparison.span),
        )
    }

    /// Returns the value of an expression, unknown where it depends on more than types, constants and local values.
    fn of(&mut self, expression: &dyn Expression, depth: usize) -> Value {
        let mut variables = Vec::new();
        let mut locals = Vec::new();
        for reference in expression.variables() {
            match Address::from_traversal(&reference) {
                Some(Address::Variable(name)) => {
                    let variable = self.module.variables.named(&name);
                    let ty = variable.map_or(Type::DYNAMIC, |variable| variable.ty.clone());
                    variables.push((name.to_string(), Value::unknown(ty)));
                }
                Some(Address::Local(name)) => {
                    let value = self.of_local(&name, depth);
                    locals.push((name.to_string(), value));
                }
                _ => {}
            }
        }
        let version = self.module.version();
        let functions = self
            .functions
            .get_or_insert_with(|| Arc::new(versioned_functions(version, &(Arc::new(NoHost) as _))));
        let mut context = EvalContext::new();
        context.set_rules(version.rules());
        context.set_functions(Arc::clone(functions));
        context.set_variable(ROOT_VARIABLE, Value::object(variables));
        context.set_variable(ROOT_LOCAL, Value::object(locals));
        // Everything else is not known here.
        context.set_resolver(Arc::new(|_: &str| Ok::<_, ResolveError>(Some(Value::DYNAMIC))));
        let value = expression.evaluate(Some(&context));
        if value.diagnostics.has_errors() {
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
        if let Some(known) = self.locals.get(name) {
            return known.clone();
        }
        let value = self.of(&*local.value, depth + 1);
        self.locals.insert(name.clone(), value.clone());
        value
    }
}

fn is_primitive(ty: &Type) -> bool {
    [Type::STRING, Type::NUMBER, Type::BOOL].contains(ty)
}

/// Returns whether an expression is written as a collection without elements.
fn is_empty(expression: &ExpressionRef) -> bool {
    let list = expression.static_list();
    let map = expression.static_map();
    list.is_some_and(|elements| elements.is_empty()) || map.is_some_and(|entries| entries.is_empty())
}
