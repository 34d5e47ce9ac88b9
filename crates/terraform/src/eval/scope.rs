//! The values that expressions of a module refer to.

use hcl2_functions::terraform::ephemeral_mark;
use hcl2_model::{EvalContext, Name};
use hcl2_value::{Type, Value};

use crate::address::ResourceKind;
use crate::table::{APPLYING, PATHS, ROOT_LOCAL, ROOT_PATH, ROOT_VARIABLE, WORKSPACE, names};

/// The values of objects of a module, which become the variables of a context. Of values of the same object, the last counts.
///
/// # Examples
///
/// ```
/// use hcl2_model::EvalContext;
/// use hcl2_terraform::ResourceKind;
/// use hcl2_terraform::eval::Scope;
/// use hcl2_value::Value;
///
/// let (ty, name) = ("acme_disk".into(), "d".into());
/// let mut scope = Scope::default();
/// scope.add_variable("size", Value::from(1));
/// scope.add_resource((ResourceKind::Managed, &ty, &name), Value::from("a disk"));
/// let mut context = EvalContext::new();
/// scope.add_to(&mut context);
/// assert_eq!(context.variable("var"), Some(&Value::object([("size", Value::from(1))])));
/// assert_eq!(context.variable("acme_disk"), Some(&Value::object([("d", Value::from("a disk"))])));
/// ```
#[derive(Debug, Default)]
pub struct Scope<'n> {
    variables: Vec<(&'n str, Value)>,
    locals: Vec<(&'n str, Value)>,
    calls: Vec<(&'n str, Value)>,
    resources: Vec<(ResourceKind, &'n Name, &'n Name, Value)>,
    has_long_form: bool,
    /// What is no object of the module, by the roots of references to it.
    others: Vec<(&'static str, Value)>,
}

impl<'n> Scope<'n> {
    /// Adds a variable of the module.
    pub fn add_variable(&mut self, name: &'n str, value: Value) {
        self.variables.push((name, value));
    }

    /// Adds a local value.
    pub fn add_local(&mut self, name: &'n str, value: Value) {
        self.locals.push((name, value));
    }

    /// Adds the outputs of a called module.
    pub fn add_call(&mut self, name: &'n str, value: Value) {
        self.calls.push((name, value));
    }

    /// Adds a resource with its kind, type and name.
    pub fn add_resource(&mut self, (kind, ty, name): (ResourceKind, &'n Name, &'n Name), value: Value) {
        self.resources.push((kind, ty, name, value));
    }

    /// Adds the longer form of references to managed resources, `resource.TYPE.NAME`.
    pub fn add_long_form(&mut self) {
        self.has_long_form = true;
    }

    /// Adds `path` for a module in a directory; `None` is a working directory that is not known.
    pub fn add_paths(&mut self, module: &str, working_directory: Option<&str>) {
        let paths = [
            (PATHS.0, Value::from(module)),
            (PATHS.1, Value::from(".")),
            (PATHS.2, known(working_directory)),
        ];
        self.others.push((ROOT_PATH, Value::object(paths)));
    }

    /// Adds the run of the product with its `root`, `terraform` or `tofu`: the workspace, and whether changes are applied, each
    /// `None` if it is not known.
    pub fn add_run(&mut self, root: &'static str, workspace: Option<&str>, is_applied: Option<bool>) {
        let applying = is_applied.map_or(Value::unknown(Type::BOOL), Value::from);
        let run = [
            (WORKSPACE.0, known(workspace)),
            (APPLYING, applying.with_mark(ephemeral_mark())),
        ];
        self.others.push((root, Value::object(run)));
    }

    /// Sets the values in a context, by the roots of references to them.
    pub fn add_to(mut self, context: &mut EvalContext<'_>) {
        for (root, fields) in [
            (ROOT_VARIABLE, self.variables),
            (ROOT_LOCAL, self.locals),
            (names::MODULE, self.calls),
        ] {
            if !fields.is_empty() {
                context.set_variable(root, Value::object(fields));
            }
        }
        for (root, value) in self.others {
            context.set_variable(root, value);
        }
        self.resources
            .sort_by(|a, b| (a.0, a.1, a.2).cmp(&(b.0, b.1, b.2)));
        for of_kind in self.resources.chunk_by(|a, b| a.0 == b.0) {
            let types: Vec<(&str, Value)> = of_kind
                .chunk_by(|a, b| a.1 == b.1)
                .map(|of_type| {
                    let named = of_type
                        .iter()
                        .map(|(_, _, name, value)| (name.as_str(), value.clone()));
                    (of_type[0].1.as_str(), Value::object(named))
                })
                .collect();
            let kind = of_kind[0].0;
            if kind == ResourceKind::Managed {
                for (ty, named) in &types {
                    context.set_variable(*ty, named.clone());
                }
            }
            if self.has_long_form || kind != ResourceKind::Managed {
                context.set_variable(kind.block_type(), Value::object(types));
            }
        }
    }
}

fn known(text: Option<&str>) -> Value {
    text.map_or_else(|| Value::unknown_not_null(Type::STRING), Value::from)
}
