//! Typed objects made from declarations.

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Span, codes::terraform as codes};
use hcl2_ext::types::Defaults;
use hcl2_functions::terraform::{ephemeral_mark, sensitive_mark};
use hcl2_model::{Attribute, Attributes, ExpressionRef};
use hcl2_value::{Type, Value};

use super::constants::{name_of, quoted};
use super::declaration::Declaration;
use super::early::is_early;
use super::parts::path_of;
use super::{
    Backend, Local, Module, ModuleCall, Output, ProviderConfiguration, ProviderRequirement, Variable,
};
use crate::table::{Language, names};

impl Module {
    /// Adds the objects of a declaration.
    pub(super) fn add(
        &mut self,
        declaration: &Declaration,
        language: Language,
        diagnostics: &mut Diagnostics,
    ) {
        let name = declaration.block_type.name;
        let first = declaration.first_label().cloned();
        match (name, first) {
            (names::TERRAFORM, _) => self.add_settings(declaration),
            (names::LOCALS, _) => self
                .locals
                .extend(declaration.arguments.iter().map(|local| Local {
                    name: local.name.clone(),
                    span: local.name_span,
                    value: local.expression.clone(),
                })),
            (names::VARIABLE, _) => self.variables.extend(declaration.variable(diagnostics)),
            (names::OUTPUT, Some(name)) => self.outputs.push(Output {
                name,
                span: declaration.span,
                value: declaration.expression(names::VALUE),
                constraint: declaration.constraint(),
                description: declaration.text(names::DESCRIPTION),
                sensitive: declaration.flag(names::SENSITIVE, false),
                ephemeral: declaration.flag(names::EPHEMERAL, false),
                depends_on: declaration.dependencies(),
                preconditions: declaration.conditions(names::PRECONDITION),
            }),
            (names::MODULE, Some(name)) => {
                let own = declaration.block_type.body.arguments;
                let is_own = |argument: &&Attribute| own.iter().any(|own| argument.name == *own.name);
                self.calls.push(ModuleCall {
                    name,
                    span: declaration.span,
                    source: declaration
                        .text(names::SOURCE)
                        .map(|source| source.replace('\\', "/")),
                    version: declaration.text(names::VERSION),
                    computed: computed(declaration),
                    unknown_source: None,
                    arguments: declaration
                        .arguments
                        .iter()
                        .filter(|argument| !is_own(argument))
                        .chain(
                            declaration
                                .blocks_of(names::ESCAPE)
                                .flat_map(|block| &block.arguments),
                        )
                        .cloned()
                        .collect(),
                    count: declaration.expression(names::COUNT),
                    for_each: declaration.expression(names::FOR_EACH),
                    enabled: declaration.enabled().map(|enabled| enabled.expression.clone()),
                    depends_on: declaration.dependencies(),
                    providers: declaration.passed_providers(),
                });
            }
            (names::PROVIDER, Some(name)) => self.providers.push(ProviderConfiguration {
                name,
                alias: declaration.text(names::ALIAS),
                span: declaration.span,
                version: declaration.text(names::VERSION),
                body: declaration.foreign_body(&declaration.own_schema(language), language),
            }),
            (names::CHECK, Some(_)) => self.checks.extend(declaration.check(language)),
            (names::IMPORT, _) => self.imports.push(declaration.import()),
            (names::SYMBOLS, _) => self.symbols.push(declaration.span),
            (names::MOVED, _) => self.moved.push(declaration.moved()),
            (names::REMOVED, _) => self.removed.push(declaration.removed(language)),
            _ => {}
        }
    }

    fn add_settings(&mut self, settings: &Declaration) {
        self.required_versions
            .extend(settings.text(names::REQUIRED_VERSION));
        for block in &settings.blocks {
            match block.block_type.name {
                names::BACKEND | names::CLOUD => {
                    let ty = block.first_label().cloned();
                    self.backend = Some(Backend {
                        ty: ty.unwrap_or_else(|| names::CLOUD.into()),
                        span: block.span,
                    });
                }
                names::REQUIRED_PROVIDERS => {
                    self.requirements.extend(block.arguments.iter().map(requirement))
                }
                _ => {}
            }
        }
    }
}

impl Declaration {
    /// Returns the variable that a block declares. Reports a default value that does not fit it.
    pub(super) fn variable(&self, diagnostics: &mut Diagnostics) -> Option<Variable> {
        let default = self.argument(names::DEFAULT);
        let mut variable = Variable {
            name: self.first_label()?.clone(),
            span: self.span,
            is_typed: self.argument(names::TYPE).is_some(),
            ty: Type::DYNAMIC,
            defaults: None,
            default: self.constant(names::DEFAULT),
            default_span: default.map(|default| default.expression.span()),
            description: self.text(names::DESCRIPTION),
            sensitive: self.flag(names::SENSITIVE, false),
            ephemeral: self.flag(names::EPHEMERAL, false),
            nullable: self.flag(names::NULLABLE, true),
            validations: self.conditions(names::VALIDATION),
        };
        if let Some(described) = &self.described {
            let constraint = described.constraint.clone();
            (variable.ty, variable.defaults) = (constraint.ty, constraint.defaults);
        }
        if self.described.as_ref().is_none_or(|described| described.is_sound) {
            check_default(&variable, self, diagnostics);
        }
        Some(variable)
    }

    pub(crate) fn expression(&self, name: &str) -> Option<ExpressionRef> {
        self.argument(name).map(|argument| argument.expression.clone())
    }

    /// Returns the value of a constant argument. Other expressions were reported when the argument was read.
    fn constant(&self, name: &str) -> Option<Value> {
        let Outcome {
            value,
            diagnostics: problems,
        } = self.argument(name)?.expression.evaluate(None);
        (!problems.has_errors()).then_some(value)
    }

    fn text(&self, name: &str) -> Option<String> {
        self.argument(name)
            .and_then(|argument| quoted(&argument.expression))
    }

    pub(crate) fn flag(&self, name: &str, default: bool) -> bool {
        self.constant(name)
            .and_then(|value| value.convert(&Type::BOOL).ok()?.as_bool())
            .unwrap_or(default)
    }
}

/// Reports a default value that does not fit the type of its variable.
fn check_default(variable: &Variable, declaration: &Declaration, diagnostics: &mut Diagnostics) {
    let (Some(default), Some(argument)) = (&variable.default, declaration.argument(names::DEFAULT)) else {
        return;
    };
    let problem = if default.is_null() && !variable.nullable {
        Some("the variable is not nullable".to_owned())
    } else {
        let default = if variable.is_secret() {
            default.clone().with_mark(sensitive_mark())
        } else {
            default.clone()
        };
        variable.convert(&default).err()
    };
    if let Some(problem) = problem {
        diagnostics.push(
            Diagnostic::error(codes::INVALID_VALUE, "Invalid default value")
                .with_detail(format!(
                    "The default value does not fit the type of the variable `{}`: {problem}.",
                    variable.name
                ))
                .with_subject(
                    declaration
                        .override_span
                        .unwrap_or_else(|| argument.expression.span()),
                ),
        );
    }
}

impl Variable {
    /// Returns whether messages must not show its value: it is sensitive or ephemeral.
    #[must_use]
    pub fn is_secret(&self) -> bool {
        self.sensitive || self.ephemeral
    }

    /// Returns whether its value from the environment or the command line is the text itself, not an expression: it has no type
    /// or a primitive one.
    #[must_use]
    pub fn takes_text(&self) -> bool {
        !self.is_typed || self.ty.is_primitive()
    }

    /// Returns a value of the variable with the marks that its declaration asks for.
    #[must_use]
    pub fn marked(&self, value: Value) -> Value {
        let marks = [
            (self.sensitive, sensitive_mark()),
            (self.ephemeral, ephemeral_mark()),
        ];
        let marks = marks.into_iter().filter(|(is_marked, _)| *is_marked);
        marks.fold(value, |value, (_, mark)| value.with_mark(mark))
    }

    /// Returns the value that the variable has when it is given one, or none: converted to its type. The default takes the place
    /// of a value that is missing, or that is null although the variable is not nullable.
    ///
    /// # Errors
    ///
    /// Why the variable cannot have the value, such as "the variable `n` cannot be null". No part of a secret value is in it.
    pub fn accept(&self, given: Option<&Value>) -> Result<Value, String> {
        let name = &self.name;
        let given = given.filter(|value| !value.is_null() || self.nullable);
        let Some(value) = given.or(self.default.as_ref()) else {
            return Err(format!("the variable `{name}` cannot be null"));
        };
        self.convert(value).map_err(|error| {
            let ty = self.ty.friendly_name();
            if self.is_secret() {
                format!("the value does not fit the variable `{name}`, which is sensitive; {ty} is required")
            } else if value.contains_marked() {
                format!("the value does not fit the variable `{name}`; {ty} is required")
            } else {
                format!("the value does not fit the variable `{name}`: {error}")
            }
        })
    }

    /// Works as [`accept`](Self::accept), and reports a value that is written at `place`, or as Terraform does at the variable if
    /// it is sensitive.
    ///
    /// # Errors
    ///
    /// A value that the variable cannot have: `hcl2::terraform::invalid-value`.
    #[doc(hidden)]
    pub fn accept_at(&self, given: Option<&Value>, place: Span) -> Result<Value, Box<Diagnostic>> {
        self.accept(given).map_err(|refusal| {
            let problem = refused(&refusal);
            let is_null = given.is_none_or(Value::is_null);
            Box::new(match self.sensitive && !is_null && place != self.span {
                true => problem.with_subject(self.span).with_label(place, "the value"),
                false => problem.with_subject(place),
            })
        })
    }

    /// Converts a value to the type of the variable, and adds the defaults of optional attributes.
    ///
    /// # Errors
    ///
    /// A message if the value does not fit the type.
    pub fn convert(&self, value: &Value) -> Result<Value, String> {
        convert(value, &self.ty, self.defaults.as_ref())
    }
}

/// Returns the problem of a value that a variable cannot have, for the reason that [`Variable::accept`] returns.
pub(crate) fn refused(refusal: &str) -> Diagnostic {
    let mut characters = refusal.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    let sentence: String = first.into_iter().chain(characters).chain(['.']).collect();
    Diagnostic::error(codes::INVALID_VALUE, "Invalid value for a variable").with_detail(sentence)
}

impl Output {
    /// Converts the value to the type of the output, if it has one.
    ///
    /// # Errors
    ///
    /// A value that does not fit the type: `hcl2::terraform::invalid-value`.
    pub fn accept(&self, value: &Value) -> Result<Value, Box<Diagnostic>> {
        let Some((ty, defaults)) = &self.constraint else {
            return Ok(value.clone());
        };
        convert(value, ty, defaults.as_ref()).map_err(|error| {
            let why = match value.contains_marked() {
                true => String::new(),
                false => format!(": {error}"),
            };
            let problem =
                Diagnostic::error(codes::INVALID_VALUE, "Invalid value for an output").with_detail(format!(
                    "The value does not fit the type of the output `{}`{why}.",
                    self.name
                ));
            let place = self.value.as_ref().map_or(self.span, |value| value.span());
            Box::new(problem.with_subject(place))
        })
    }
}

fn convert(value: &Value, ty: &Type, defaults: Option<&Defaults>) -> Result<Value, String> {
    let complete = match defaults {
        Some(defaults) if !value.is_null() => defaults.apply(value),
        _ => value.clone(),
    };
    complete.convert(ty).map_err(|error| error.to_string())
}

impl Declaration {
    /// Returns the type that an output describes, if it describes a valid one.
    fn constraint(&self) -> Option<(Type, Option<Defaults>)> {
        let described = self.described.as_ref().filter(|described| described.is_sound)?;
        let constraint = &described.constraint;
        Some((constraint.ty.clone(), constraint.defaults.clone()))
    }
}

/// Returns the requirement of a provider that an argument sets.
pub(super) fn requirement(argument: &Attribute) -> ProviderRequirement {
    let mut requirement = ProviderRequirement {
        name: argument.name.clone(),
        source: None,
        version: quoted(&argument.expression),
        aliases: Vec::new(),
        span: argument.name_span,
    };
    for (key, value) in argument.expression.static_map().unwrap_or_default() {
        match name_of(&key).as_deref() {
            Some(names::SOURCE) => requirement.source = quoted(&value),
            Some(names::VERSION) => requirement.version = quoted(&value),
            Some(names::CONFIGURATION_ALIASES) => {
                let aliases = value.static_list().unwrap_or_default();
                requirement.aliases = aliases.iter().filter_map(path_of).collect();
            }
            _ => {}
        }
    }
    requirement
}

/// Returns the source and the version of a call if they are evaluated when modules are installed.
fn computed(call: &Declaration) -> Attributes {
    let arguments = [names::SOURCE, names::VERSION].into_iter();
    let arguments = arguments.filter_map(|name| call.argument(name));
    arguments
        .filter(|argument| is_early(&argument.expression))
        .cloned()
        .collect()
}
