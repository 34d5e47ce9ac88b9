//! Validation of modules together with the modules they call, for all values of their variables.

mod asked;
mod beside;
mod calls;
mod checks;
mod cycles;
mod deprecated;
mod described;
mod functions;
mod given;
mod imports;
mod intact;
mod providers;
mod remote_state;
mod shared;
mod unchecked;
mod valid;

use std::cell::LazyCell;
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Severity, codes::terraform as codes};
use hcl2_functions::Host;
use hcl2_functions::terraform::{MISSING_FILE, REFUSED_FILE, ephemeral_mark, sensitive_mark};
use hcl2_model::{Attribute, EvalContext, ExpressionRef, Name};
use hcl2_value::{Budget, ErrorCause, Type, Value};

use crate::address::Address;
use crate::eval::{InstanceVariable, holds, instances_problem, message_text, prevention_problem, wrong_type};
use crate::evaluate::{Evaluation, World, problems_beside};
use crate::module::{Declaration, Instances, ModuleTree, Scope, Use, UsedConfigurations};
use crate::problems::{if_planned, keep_first};
use crate::schema::{ProviderSchemas, ignored_in};
use crate::table::behaviours::{OUTPUTS_ARE_EPHEMERAL, WARNS_OF_IGNORED_ATTRIBUTES};
use crate::table::{CALLER, Describes, Mode, PER_MODULE, ROOT_EACH, ROOT_SELF, names};

use asked::Traced;
pub(crate) use checks::Checks;
use described::OwnSchemas;
pub use functions::ProviderFunctions;
pub use intact::Intact;
pub use shared::ValidatedElsewhere;
pub use unchecked::{Unchecked, UnreadModule};
pub use valid::ValidModules;

impl ModuleTree {
    /// Validates the module and the modules it calls for all values of its variables, as `terraform validate` does.
    ///
    /// Every expression is evaluated as far as possible without values of variables, providers and files. Arguments of
    /// resources are checked against the schemas of their providers, if available.
    ///
    /// [`unchecked`](Self::unchecked) returns what this cannot look at. Problems of each module by itself were reported when it was read. The diagnostics have the codes of `hcl2::expr` for
    /// expressions; of `hcl2::body` and `hcl2::decode` for arguments of calls, provisioners and resources;
    /// `hcl2::terraform::invalid-value`, `invalid-instances`, `sensitive-output`, `read-only` and `reference-cycle`.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    /// use hcl2_terraform::table::Language;
    /// use hcl2_terraform::{Module, ModuleFile, ModuleTree};
    ///
    /// let text = "variable \"v\" {\n  type = object({ name = string })\n}\noutput \"o\" {\n  value = var.v.nam\n}\n";
    /// let source = SourceMap::new().add("main.tf", text)?;
    /// let file = ModuleFile::parse(&source, Language::Terraform).value;
    /// let module = Module::from_files(&[file], Language::Terraform).value;
    ///
    /// let tree = ModuleTree { module, ..ModuleTree::default() };
    /// let problems = tree.validate(None);
    /// assert_eq!(problems[0].detail, "The object has no attribute `nam`. Did you mean `name`?");
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn validate(&self, schemas: Option<&ProviderSchemas>) -> Diagnostics {
        let options = CheckOptions {
            schemas,
            ..CheckOptions::default()
        };
        options.validate(self)
    }
}

/// What a validation may use.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions<'s> {
    /// The schemas of providers.
    pub schemas: Option<&'s ProviderSchemas>,
    /// The budget that all evaluations share.
    pub budget: Budget,
    /// The files that functions may read, relative to the root module. Without it, their contents are unknown.
    pub host: Option<Arc<dyn Host>>,
    /// The directory in which Terraform would run, the value of `path.cwd`, which is unknown without it.
    pub working_directory: Option<String>,
    /// The name of the workspace, the value of `terraform.workspace`, which is unknown without it.
    pub workspace: Option<String>,
    /// Whether no other module calls the root module, so that a configuration of a provider that it expects from its caller
    /// and a deprecated output are errors, not warnings.
    pub has_no_caller: bool,
    /// Whether a test runs the root module, whose outputs may then be ephemeral from Terraform 1.14 on.
    pub is_tested: bool,
    /// The called modules that are validated with other trees, so that their problems are not reported again.
    pub elsewhere: ValidatedElsewhere,
    /// The called modules that are known to be valid, to which this validation adds.
    pub valid: ValidModules,
    /// What is left of files with syntax errors. The rest of them is not validated, and nothing is known of what it declares.
    pub intact: Intact,
}

impl CheckOptions<'_> {
    /// Validates a module and the modules it calls as [`ModuleTree::validate`] does, with all that a validation may use.
    ///
    /// A function that reads a file that does not exist is the warning `hcl2::terraform::missing-file`, and the first one that
    /// reads a file that the host refuses to show is `hcl2::terraform::refused-file`; the results of both are unknown.
    #[must_use]
    pub fn validate(&self, tree: &ModuleTree) -> Diagnostics {
        let mut diagnostics = Diagnostics::new();
        let expected = if self.has_no_caller {
            Severity::Error
        } else {
            Severity::Warning
        };
        providers::check(tree, expected, &mut diagnostics);
        let errors = diagnostics.error_count();
        cycles::check(tree, &self.intact, &mut diagnostics);
        deprecated::check(tree, self.schemas, &mut diagnostics);
        deprecated::check_root(tree, expected, &mut diagnostics);
        if diagnostics.error_count() == errors {
            let host = self.host.clone().map(|host| Arc::new(Traced::new(host)));
            let of_functions = host.clone().map(|host| host as Arc<dyn Host>);
            let functions = functions::table(tree.module.version(), of_functions.as_ref());
            let checks = Checks::of_root(tree, self, host);
            let mut evaluation = Evaluation::with_functions(tree, functions.into(), checks);
            evaluation.budget = self.budget.clone();
            evaluation.working_directory.clone_from(&self.working_directory);
            evaluation.workspace.clone_from(&self.workspace);
            evaluation.check(&mut diagnostics);
        }
        // A module is checked once for each of its calls: with what it is given, and for what a call may need of it.
        keep_first(&mut diagnostics);
        let mut diagnostics = Outcome::new((), diagnostics.map(unread_file)).diagnostics;
        // One is enough to show which directory to allow.
        let mut is_first = true;
        diagnostics
            .retain(|problem| problem.code != codes::REFUSED_FILE || std::mem::replace(&mut is_first, false));
        diagnostics
    }
}

/// Turns the error of a function whose file does not exist or may not be read into a warning: something may create the file
/// later, and Terraform may read it.
fn unread_file(problem: Diagnostic) -> Diagnostic {
    let (code, summary) = match problem.extra::<ErrorCause>() {
        Some(&MISSING_FILE) => (codes::MISSING_FILE, "Missing file"),
        Some(&REFUSED_FILE) => (codes::REFUSED_FILE, "File that may not be read"),
        _ => return problem,
    };
    let mut warning = Diagnostic::warning(code, summary).with_detail(problem.detail.clone());
    warning.subject = problem.subject;
    warning.context = problem.context;
    warning
}

impl<'m> Evaluation<'m, Checks<'m>> {
    /// Validates the whole module.
    fn check(&mut self, diagnostics: &mut Diagnostics) {
        let checks = self.world.clone();
        let module = &self.tree.module;
        let contents = self.contents;
        let locals = module
            .locals
            .iter()
            .map(|local| Address::Local(local.name.clone()));
        let calls = module.calls.iter().map(|call| Address::Module(call.name.clone()));
        let used = contents.references.used(&contents.declared);
        let needed: Vec<Address> = locals.chain(calls).chain(used.cloned()).collect();
        self.compute(&needed, diagnostics);
        let context = self.context(contents.references.used(&contents.declared));
        let of_parts = checks.unknown_parts(module, diagnostics);
        let own_schemas = OwnSchemas::default();
        let configurations = LazyCell::new(|| UsedConfigurations::of(&contents.declarations));
        for declaration in contents.declarations.iter().filter(|own| checks.is_intact(own)) {
            diagnostics.extend(checks.unknown_type(declaration));
            diagnostics.extend(checks.ephemeral_output(declaration));
            if WARNS_OF_IGNORED_ATTRIBUTES.is_in(module.version())
                && declaration.block_type.name == names::VARIABLE
                && let Some(variable) = declaration.first_label().and_then(|name| self.variable(name))
                && let Some(default) = declaration.argument(names::DEFAULT)
            {
                ignored_in(&variable.ty, &variable.name, &default.expression, diagnostics);
            }
            let reported = |argument: &Attribute| {
                let span = argument.expression.span();
                let of_parts = of_parts.get(&span).into_iter().flatten();
                let invalid = contents.references.reported(span).iter();
                invalid.chain(of_parts).cloned().collect::<Vec<Name>>()
            };
            let mut element = None;
            if declaration.block_type.name == names::IMPORT {
                let each = declaration.argument(names::FOR_EACH);
                let each = each.filter(|argument| reported(argument).is_empty());
                let each = each.map(|argument| argument.expression.evaluate(Some(&context)).value);
                imports::check(declaration, self.tree, checks.is_root, each.as_ref(), diagnostics);
                element = each.and_then(|each| imports::element_type(&each));
            }
            let block = Checked {
                checks: &checks,
                context: &context,
                own_schemas: &own_schemas,
                declaration,
                element,
                reported: &reported,
            };
            let start = diagnostics.len();
            self.check_described(&block, declaration, &Scope::default(), diagnostics);
            // Locals were computed.
            if declaration.block_type.name == names::LOCALS {
                continue;
            }
            declaration.visit(module.language, &mut |used| {
                diagnostics.extend(checks.unknown_changes(declaration, &used));
                if used.mode == Mode::Expression {
                    self.check_argument(&block, &used, diagnostics);
                }
            });
            // Most have no problems.
            let has_problems = diagnostics.len() > start;
            let is_planned =
                || declaration.block_type.name == names::REMOVED || configurations.is_unused(declaration);
            if has_problems && is_planned() {
                let own = diagnostics.split_off(start);
                diagnostics.append(own.map(|problem| if_planned(problem, true)));
            }
        }
    }

    /// Validates the value of an argument.
    fn check_argument(&self, checked: &Checked<'_, 'm>, used: &Use<'m, '_>, diagnostics: &mut Diagnostics) {
        let (declaration, block, argument) = (checked.declaration, used.block, used.argument);
        let own = block
            .block_type
            .body
            .argument(&argument.name, self.tree.module.language);
        let is_of_language = own.is_some();
        let name = declaration.block_type.name;
        let reported = (checked.reported)(argument);
        if !is_of_language
            && reported.is_empty()
            && (checked.checks.is_described(declaration, block)
                || name == names::MODULE && self.is_read(declaration))
        {
            return;
        }
        // Terraform evaluates the conditions of checks only when it plans.
        let is_condition = argument.name == *names::CONDITION && is_of_language;
        if is_condition && block.block_type.name == names::ASSERT {
            return;
        }
        let is_complete = block.argument(names::ERROR_MESSAGE).is_some();
        let expression = &argument.expression;
        let context = checked.context_in(used.scope);
        let Outcome {
            value,
            diagnostics: mut problems,
        } = match reported.as_slice() {
            [] => expression.evaluate(Some(&context)),
            reported => {
                let problems = problems_beside(&**expression, reported, &context);
                Outcome::new(Value::DYNAMIC, problems)
            }
        };
        let has_errors = problems.has_errors();
        // Terraform evaluates the contents of dynamic blocks once it knows that they have elements.
        if has_errors && !has_elements(used.scope, &context) {
            problems = problems.map(|problem| if_planned(problem, true));
        }
        diagnostics.append(problems);
        if has_errors || !reported.is_empty() || !is_of_language {
            return;
        }
        let is_in_lifecycle = block.block_type.name == names::LIFECYCLE;
        let problem = if PER_MODULE.contains(&argument.name.as_str())
            && block.block_type.schema != Describes::Labelled
        {
            instances_problem(&argument.name, &value, name == names::IMPORT)
        } else if argument.name == *names::ENABLED && is_in_lifecycle {
            // OpenTofu evaluates it only when it plans.
            instances_problem(names::ENABLED, &value, false).map(|problem| if_planned(problem, true))
        } else if argument.name == *names::PREVENT_DESTROY && is_in_lifecycle {
            let is_constant = expression.variables().is_empty();
            prevention_problem(&value).map(|problem| if_planned(problem, !is_constant))
        } else if name == names::IMPORT && argument.name == *names::ID {
            imports::wrong_id(&value)
        } else if name == names::IMPORT && argument.name == *names::IDENTITY {
            imports::wrong_identity(&value)
        } else if name == names::MODULE && [names::SOURCE, names::VERSION].contains(&argument.name.as_str()) {
            secret_source(&value)
        } else if name == names::OUTPUT && argument.name == *names::VALUE {
            diagnostics.extend(self.shown_secret(declaration, &value));
            self.kept(declaration, &value)
                .or_else(|| self.misfit(declaration, &value))
        } else if is_condition && is_complete && [names::VARIABLE, names::OUTPUT].contains(&name) {
            match holds(&value, expression.span()) {
                Ok(Some(false)) if name == names::OUTPUT => Some(failed(checked, block)),
                Ok(Some(false)) if checked.checks.is_root => {
                    diagnostics.push(refuses_all(checked, block, expression));
                    None
                }
                Ok(_) => None,
                Err(problem) => Some(*problem),
            }
        } else if argument.name == *names::ERROR_MESSAGE && [names::CHECK, names::OUTPUT].contains(&name) {
            wrong_type(&value, &Type::STRING, "a string")
        } else {
            None
        };
        diagnostics.extend(problem.map(|problem| problem.with_subject(expression.span())));
    }

    /// Reports an output of the root module that would show a sensitive value.
    fn shown_secret(&self, output: &Declaration, value: &Value) -> Option<Diagnostic> {
        let is_root = self.world.is_root;
        let name = output.first_label()?;
        let declared = self.tree.module.outputs.named(name)?;
        let is_secret = value.unmark_deep().1.contains(&sensitive_mark());
        (is_root && !declared.sensitive && is_secret).then(|| {
            Diagnostic::error(codes::SENSITIVE_OUTPUT, "Sensitive value in output")
                .with_detail(format!(
                    "The value of the output `{name}` is derived from sensitive values and would be shown. Set `{} = \
                     true` in the block, or remove the sensitive values.",
                    names::SENSITIVE
                ))
                .with_subject(output.span)
        })
    }

    /// Reports the value of an output that cannot be of the type that it is declared with.
    fn misfit(&self, output: &Declaration, value: &Value) -> Option<Diagnostic> {
        let declared = self.tree.module.outputs.named(output.first_label()?)?;
        declared.accept(value).err().map(|problem| *problem)
    }

    /// Reports an output that would store an ephemeral value, and one that is declared as ephemeral but has another value.
    fn kept(&self, output: &Declaration, value: &Value) -> Option<Diagnostic> {
        let name = output.first_label()?;
        let is_declared = output.flag(names::EPHEMERAL, false);
        let is_root = self.world.is_root;
        let is_expected = OUTPUTS_ARE_EPHEMERAL.is_in(self.tree.module.version());
        let is_whole = value.marks().contains(&ephemeral_mark());
        if is_declared && is_expected && !is_whole && !is_root && *value != Value::DYNAMIC {
            return Some(
                Diagnostic::error(codes::EPHEMERAL_VALUE, "Value of an ephemeral output").with_detail(format!(
                    "Expected a value that is ephemeral as a whole, because the output `{name}` is declared as ephemeral. Remove `{} = true`.",
                    names::EPHEMERAL
                )),
            );
        }
        let is_ephemeral = value.unmark_deep().1.contains(&ephemeral_mark());
        (!is_declared && is_ephemeral).then(|| {
            Diagnostic::error(codes::EPHEMERAL_VALUE, "Ephemeral value in output").with_detail(format!(
                "The value of the output `{name}` is derived from ephemeral values, but outputs are stored. Replace them \
                 by null with `ephemeralasnull(…)`; in a called module, the output can also set `{} = true`.",
                names::EPHEMERAL
            ))
        })
    }
}

/// Reports a source or version of a module that is sensitive: the address is shown when it is installed.
fn secret_source(value: &Value) -> Option<Diagnostic> {
    let is_secret = value.unmark_deep().1.contains(&sensitive_mark());
    is_secret.then(|| {
        Diagnostic::error(codes::INVALID_SOURCE, "Sensitive address of a module")
            .with_detail("The source and version of a module are shown, so they cannot be sensitive values.")
    })
}

/// Returns whether the enclosing dynamic blocks are known to have elements.
fn has_elements(scope: &Scope, context: &EvalContext<'_>) -> bool {
    scope.repeated_for.iter().all(|each| {
        let (value, _) = each.evaluate(Some(context)).value.unmark();
        value
            .iter_elements()
            .is_some_and(|mut elements| elements.next().is_some())
    })
}

/// Reports a precondition of an output that fails whatever the variables are.
fn failed(checked: &Checked<'_, '_>, precondition: &Declaration) -> Diagnostic {
    Diagnostic::error(codes::FAILED_CONDITION, "Failed condition")
        .with_detail(message_of(checked, precondition))
}

/// Reports a validation that refuses all values of a variable of the root module.
fn refuses_all(checked: &Checked<'_, '_>, validation: &Declaration, condition: &ExpressionRef) -> Diagnostic {
    Diagnostic::error(codes::REFUSED_VALUE, "Validation that refuses all values")
        .with_detail(message_of(checked, validation))
        .with_subject(checked.declaration.span)
        .with_label(condition.span(), "the condition, which is always false")
}

/// Returns the message of a condition that is false for all values of the variables.
fn message_of(checked: &Checked<'_, '_>, condition: &Declaration) -> String {
    let message = condition
        .argument(names::ERROR_MESSAGE)
        .and_then(|message| message_text(&message.expression.evaluate(Some(checked.context)).value));
    message.unwrap_or_else(|| "The condition is false for all values of the variables.".to_owned())
}

/// A declaration that is validated.
struct Checked<'c, 'm> {
    checks: &'c Checks<'m>,
    /// The context of the module.
    context: &'c EvalContext<'static>,
    own_schemas: &'c OwnSchemas,
    declaration: &'m Declaration,
    /// The type of the elements that an import is repeated for, if it is the same for all.
    element: Option<Type>,
    /// Returns the roots of the references of an argument that were reported.
    reported: &'c dyn Fn(&Attribute) -> Vec<Name>,
}

impl<'c> Checked<'c, '_> {
    /// Returns a context for expressions in a scope of the declaration.
    fn context_in(&self, scope: &Scope) -> EvalContext<'c> {
        let mut context = self.context.child();
        InstanceVariable::set_unknown(scope.instances, &mut context);
        if let (Some(element), Instances::ForEach) = (&self.element, scope.instances) {
            let key = Value::unknown(Type::STRING);
            InstanceVariable::each(key, Value::unknown(element.clone())).add_to(&mut context);
        }
        if scope.is_removal || scope.is_any_instance {
            for instances in [Instances::Count, Instances::ForEach] {
                InstanceVariable::set_unknown(instances, &mut context);
            }
        }
        if scope.has_self {
            let schema = self.checks.schema_of(self.declaration);
            let own = schema.map_or(Value::DYNAMIC, |schema| {
                Value::unknown(schema.value_type().clone())
            });
            context.set_variable(ROOT_SELF, own);
        }
        for iterator in &scope.iterators {
            let value = if *iterator == *CALLER {
                Value::DYNAMIC
            } else {
                Value::object([(ROOT_EACH.1, Value::DYNAMIC), (ROOT_EACH.2, Value::DYNAMIC)])
            };
            context.set_variable(iterator, value);
        }
        context
    }
}
