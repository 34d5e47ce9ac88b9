//! Variables that are declared by their types when a file is loaded, and get their values later.

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, codes::decode as codes};
use hcl2_model::{EvalContext, Expression, Name};
use hcl2_value::{Type, TypeKind};

/// The variables of an expression whose values come later.
#[derive(Clone, Debug)]
pub(super) struct Declared(Arc<[Variable]>);

#[derive(Debug)]
struct Variable {
    name: Name,
    ty: Type,
    /// The type with all attributes of objects optional: an attribute without a value is null.
    lenient: Type,
}

impl Declared {
    /// Returns the variables of an expression that a context declares as unknown.
    pub(super) fn of(expression: &dyn Expression, context: &EvalContext<'_>) -> Self {
        let mut declared: Vec<Variable> = Vec::new();
        for traversal in expression.variables() {
            let Some(name) = traversal.root_name() else {
                continue;
            };
            let value = context.variable(name).filter(|value| !value.is_wholly_known());
            let is_new = declared.iter().all(|variable| variable.name != *name);
            if let Some(value) = value.filter(|value| is_new && !value.ty().is_dynamic()) {
                declared.push(Variable {
                    name: name.clone(),
                    ty: value.ty().clone(),
                    lenient: lenient(value.ty()),
                });
            }
        }
        Self(declared.into())
    }

    /// Converts the variables that a context defines to the types that they are declared with, in `scope`.
    pub(super) fn convert(
        &self,
        context: &EvalContext<'_>,
        scope: &mut EvalContext<'_>,
    ) -> Result<(), Box<Diagnostic>> {
        for variable in &*self.0 {
            let Some(value) = context.variable(&variable.name) else {
                continue;
            };
            if *value.ty() == variable.ty {
                continue;
            }
            let converted = value.convert(&variable.lenient).map_err(|error| {
                let detail = format!(
                    "The variable `{}` does not have the type that the file was loaded with: {error}.",
                    variable.name
                );
                Box::new(Diagnostic::error(codes::WRONG_TYPE, "Wrong type").with_detail(detail))
            })?;
            scope.set_variable(&variable.name, converted);
        }
        Ok(())
    }
}

/// Returns a type with all attributes of objects optional. Types nest as deep as the program writes them.
fn lenient(ty: &Type) -> Type {
    match ty.kind() {
        TypeKind::List(element) => Type::list(lenient(element)),
        TypeKind::Set(element) => Type::set(lenient(element)),
        TypeKind::Map(element) => Type::map(lenient(element)),
        TypeKind::Tuple(elements) => Type::tuple(elements.iter().map(lenient)),
        TypeKind::Object(object) => {
            Type::object_with_optional(object.iter().map(|(name, ty)| (name.clone(), lenient(ty), true)))
        }
        _ => ty.clone(),
    }
}
