//! Sources and versions of called modules that are computed from variables and local values.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, codes::terraform as codes};
use hcl2_model::{Attribute, Expression, FunctionTable, Name};
use hcl2_value::{Type, Value};

use super::{Evaluator, addresses};
use crate::address::Address;
use crate::module::{
    Module, ModuleCall, ModuleTree, is_allowed_source, late_variables, resolve_requirements, source_problem,
};
use crate::table::names;

/// What is known of a module when the modules that it calls are installed, before anything is planned: its variables with
/// the values that they are given, and its local values.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_model::FunctionTable;
/// use hcl2_terraform::table::Language;
/// use hcl2_terraform::{Early, Module, ModuleFile};
/// use hcl2_value::Value;
///
/// let text = "variable \"kind\" {}\nmodule \"m\" {\n  source = \"./${var.kind}\"\n}\n";
/// let source = SourceMap::new().add("main.tofu", text)?;
/// let file = ModuleFile::parse(&source, Language::OpenTofu).value;
/// let module = Module::from_files(&[file], Language::OpenTofu).value;
/// assert_eq!(module.calls[0].source, None);
///
/// let early = Early::new(".", module.clone(), [("kind".into(), Value::from("small"))], FunctionTable::new());
/// assert_eq!(early.module().value.calls[0].source.as_deref(), Some("./small"));
///
/// let early = Early::new(".", module, [], FunctionTable::new());
/// let unknown = early.module().value.calls[0].unknown_source.clone();
/// assert_eq!(
///     unknown.map(|problem| problem.detail.into_owned()).as_deref(),
///     Some("The source of the module `m` is not known, because the variable `kind` has no value. Set it.")
/// );
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[derive(Clone, Debug)]
pub struct Early {
    /// The module without those that it calls.
    tree: ModuleTree,
    given: Vec<(Name, Value)>,
    functions: Arc<FunctionTable>,
}

impl Early {
    /// Creates what is known of the module in the directory `path`, relative to the root module. A variable that is `given`
    /// an unknown value is unknown, even if it has a default.
    pub fn new(
        path: impl Into<String>,
        module: Module,
        given: impl IntoIterator<Item = (Name, Value)>,
        functions: impl Into<Arc<FunctionTable>>,
    ) -> Self {
        let tree = ModuleTree {
            path: path.into(),
            module,
            ..ModuleTree::default()
        };
        Self {
            tree,
            given: given.into_iter().collect(),
            functions: functions.into(),
        }
    }

    /// Returns the module with the computed sources and versions of its calls, or with the reason why they are not known, and
    /// those of the providers that it requires.
    ///
    /// The diagnostics are those of the computed addresses: `hcl2::terraform::invalid-source` and `invalid-version`.
    pub fn module(&self) -> Outcome<Module> {
        let mut module = self.tree.module.clone();
        let mut diagnostics = Diagnostics::new();
        let mut evaluator = self.evaluator();
        let calls = module.calls.iter().cloned();
        module.calls = calls
            .map(|mut call| {
                // What is not allowed was reported.
                let is_allowed = call
                    .computed
                    .iter()
                    .all(|argument| is_allowed_source(argument, &self.tree.module));
                if !is_allowed {
                    return call;
                }
                if let Err(problem) = resolve(&mut call, &mut evaluator, &mut diagnostics) {
                    call.source = None;
                    call.unknown_source = Some(*problem);
                }
                call
            })
            .collect();
        let text = |value: &dyn Expression| {
            let value = evaluator.evaluate(value).into_result().ok()?;
            let value = value.convert(&Type::STRING).ok()?;
            value.as_str().map(str::to_owned)
        };
        resolve_requirements(&mut module, &self.tree.module.contents.declarations, text);
        Outcome::new(module, diagnostics)
    }

    /// Returns the values that a call passes to the variables of the called module, as far as they are known.
    #[must_use]
    pub fn passed(&self, call: &ModuleCall) -> Vec<(Name, Value)> {
        let mut evaluator = self.evaluator();
        let passed = call.arguments.iter().map(|argument| {
            let value = evaluator.evaluate(&*argument.expression);
            let value = value.into_result().unwrap_or(Value::DYNAMIC);
            (argument.name.clone(), value)
        });
        passed.collect()
    }

    fn evaluator(&self) -> Evaluator<'_> {
        let mut evaluator = Evaluator::new(&self.tree, Arc::clone(&self.functions));
        for (name, value) in &self.given {
            // A value that does not fit is reported where it is given.
            if evaluator.set_variable(name, value.clone()).is_err() {
                let _ = evaluator.set_variable(name, Value::DYNAMIC);
            }
        }
        for name in late_variables(&self.tree.module) {
            let _ = evaluator.set_variable(name, Value::DYNAMIC);
        }
        evaluator
    }
}

/// Sets the source and the version of a call if they are computed.
fn resolve(
    call: &mut ModuleCall,
    evaluator: &mut Evaluator<'_>,
    diagnostics: &mut Diagnostics,
) -> Result<(), Box<Diagnostic>> {
    for argument in &call.computed {
        let text = text_of(argument, call, evaluator)?;
        if argument.name == *names::SOURCE {
            call.source = text.map(|source| source.replace('\\', "/"));
        } else {
            call.version = text;
        }
    }
    // What is constant was checked when the module was read.
    let argument = call.computed.iter().next();
    if let (Some(argument), Some(source)) = (argument, &call.source) {
        let place = call.computed.get(names::SOURCE).unwrap_or(argument);
        let problem = source_problem(source, call.version.is_some(), place.expression.span());
        diagnostics.extend(problem);
    }
    Ok(())
}

/// Returns the computed text of an argument, `None` for a version that is null, or why it is not known.
fn text_of(
    argument: &Attribute,
    call: &ModuleCall,
    evaluator: &mut Evaluator<'_>,
) -> Result<Option<String>, Box<Diagnostic>> {
    let Outcome { value, diagnostics } = evaluator.evaluate(&*argument.expression);
    let is_version = argument.name == *names::VERSION;
    let text = value.convert(&Type::STRING).unwrap_or(Value::DYNAMIC);
    let error = diagnostics.iter().find(|problem| problem.is_error());
    let why = if let Some(error) = error {
        format!("it cannot be evaluated: {}", error.detail)
    } else if value.contains_marked() {
        "it is computed from sensitive or ephemeral values, and addresses of modules are shown. Use other values.".to_owned()
    } else if !value.is_known() {
        unknown_because(argument, evaluator)
    } else if value.is_null() {
        if is_version {
            return Ok(None);
        }
        "it is null. Set it to an address.".to_owned()
    } else if let Some(text) = text.as_str() {
        return Ok(Some(text.to_owned()));
    } else {
        format!("it is {}. Set it to a string.", value.ty().friendly_name())
    };
    let problem = Diagnostic::error(codes::UNKNOWN_SOURCE, "Unknown source of a module")
        .with_detail(format!(
            "The {} of the module `{}` is not known, because {why}",
            argument.name, call.name
        ))
        .with_subject(argument.expression.span());
    Err(Box::new(problem))
}

/// Says which object makes an argument unknown.
fn unknown_because(argument: &Attribute, evaluator: &mut Evaluator<'_>) -> String {
    let mut pending = addresses(&argument.expression.variables());
    let mut seen: HashSet<Address> = HashSet::new();
    let mut variables: BTreeSet<Name> = BTreeSet::new();
    while let Some(address) = pending.pop() {
        if !seen.insert(address.clone()) {
            continue;
        }
        match &address {
            Address::Variable(name) => {
                variables.insert(name.clone());
            }
            Address::Local(name) => {
                let local = evaluator.0.tree.module.locals.named(name);
                pending.extend(
                    local
                        .map(|local| addresses(&local.value.variables()))
                        .unwrap_or_default(),
                );
            }
            other => {
                return format!(
                    "`{other}` is known only when a plan is made. Use variables and local values."
                );
            }
        }
    }
    let is_given = |name: &Name| evaluator.0.world.has(name);
    let without_default = |name: &&Name| {
        let declared = evaluator.0.tree.module.variables.named(name);
        declared.is_some_and(|variable| variable.default.is_none()) || is_given(name)
    };
    let late = late_variables(&evaluator.0.tree.module).find(|name| variables.contains(*name));
    if let Some(name) = late {
        return format!(
            "the variable `{name}` is not constant. Set `{} = true` in its block.",
            names::CONST
        );
    }
    let unset = variables.iter().find(without_default);
    match unset {
        Some(name) if is_given(name) => {
            format!(
                "the value of the variable `{name}` is known only when a plan is made. Pass a known value."
            )
        }
        Some(name) => format!("the variable `{name}` has no value. Set it."),
        None => "its value is known only when a plan is made. Use variables and local values.".to_owned(),
    }
}
