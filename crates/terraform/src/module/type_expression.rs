//! Types of variables as they are written.

use hcl2_ext::types::Defaults;
use hcl2_model::Quoted;
use hcl2_native::edit::Fragment;
use hcl2_native::lexer::is_identifier;
use hcl2_value::{Type, TypeKind};

use super::Variable;

impl Variable {
    /// Returns the type as an expression, with the default values of optional attributes.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::Source;
    /// use hcl2_terraform::table::Language;
    /// use hcl2_terraform::{Module, ModuleFile};
    ///
    /// let text = "variable \"v\" {\n  type = list(object({ n = optional(number, 3), s = optional(string) }))\n}\n";
    /// let source = Source::new("main.tf", text)?;
    /// let file = ModuleFile::parse(&source, Language::Terraform).value;
    /// let module = Module::from_files(&[file], Language::Terraform).value;
    /// assert_eq!(
    ///     module.variables[0].type_expression(),
    ///     "list(object({n=optional(number,3),s=optional(string)}))"
    /// );
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn type_expression(&self) -> String {
        written(&self.ty, self.defaults.as_ref())
    }
}

/// Returns a type as an expression. The recursion is as deep as the parser lets types nest.
fn written(ty: &Type, defaults: Option<&Defaults>) -> String {
    let Some(defaults) = defaults else {
        return ty.to_string();
    };
    let element = |element: &Type| written(element, defaults.within_elements());
    match ty.kind() {
        TypeKind::List(inner) => format!("list({})", element(inner)),
        TypeKind::Set(inner) => format!("set({})", element(inner)),
        TypeKind::Map(inner) => format!("map({})", element(inner)),
        TypeKind::Tuple(elements) => {
            let elements = elements.iter().enumerate();
            let elements: Vec<String> = elements
                .map(|(position, inner)| written(inner, defaults.within_position(position)))
                .collect();
            format!("tuple([{}])", elements.join(","))
        }
        TypeKind::Object(object) => {
            let attributes = object.iter().map(|(name, inner)| {
                let inner = written(inner, defaults.within_attribute(name));
                let is_optional = object.is_optional(name);
                // A default is a constant, which has a literal.
                let default = defaults
                    .of_attribute(name)
                    .and_then(|value| Fragment::value(value).ok())
                    .map_or_else(String::new, |value| format!(",{}", value.as_str()));
                let name = if is_identifier(name) {
                    name.to_string()
                } else {
                    Quoted(name).to_string()
                };
                if is_optional {
                    format!("{name}=optional({inner}{default})")
                } else {
                    format!("{name}={inner}")
                }
            });
            format!("object({{{}}})", attributes.collect::<Vec<_>>().join(","))
        }
        _ => ty.to_string(),
    }
}
