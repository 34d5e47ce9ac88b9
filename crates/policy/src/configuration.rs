//! The providers and calls of modules, from their configuration.

use std::collections::BTreeMap;

use hcl2_model::{BodyRef, ExpressionRef, Name};
use hcl2_plan::Inputs;
use hcl2_terraform::table::Language;
use hcl2_terraform::{Evaluator, Module, ModuleCall, ModuleTree};
use hcl2_value::{Type, Value};

use crate::cause::Cause;
use crate::policy::SubjectKind;
use crate::world::{Others, Subject};

/// The registries of providers and modules.
const REGISTRIES: [(Language, &str); 2] = [
    (Language::Terraform, "registry.terraform.io"),
    (Language::OpenTofu, "registry.opentofu.org"),
];

/// The providers and calls of a tree of modules.
pub(crate) struct Configuration(Vec<Subject>);

/// What evaluates the expressions of a module.
type Evaluate<'e> = dyn FnMut(&ExpressionRef) -> Value + 'e;

impl Configuration {
    pub(crate) fn of(tree: &ModuleTree, inputs: &Inputs) -> Self {
        let mut found = Self(Vec::new());
        let mut evaluator = Evaluator::new(tree, inputs.functions.clone()).budget(inputs.budget.clone());
        let mut is_set = true;
        for (name, value) in &inputs.variables {
            is_set &= evaluator.set_variable(name, value.clone()).is_ok();
        }
        let mut in_root = |expression: &ExpressionRef| {
            let result = evaluator.evaluate(&**expression);
            if is_set && !result.has_errors() {
                result.value
            } else {
                Value::DYNAMIC
            }
        };
        found.add_module(tree, "", &mut in_root);
        found
    }

    pub(crate) fn add_to(self, subjects: &mut Vec<Subject>) {
        subjects.extend(self.0);
    }

    fn add_module(&mut self, tree: &ModuleTree, prefix: &str, evaluate: &mut Evaluate<'_>) {
        let module = &tree.module;
        for provider in &module.providers {
            let attrs = object_of(&provider.body, evaluate);
            let alias = provider.alias.as_deref();
            self.add_provider(module, &provider.name, alias, attrs, prefix, Some(provider.span));
        }
        let is_configured = |name: &Name| module.providers.iter().any(|provider| provider.name == *name);
        for requirement in module.requirements.iter() {
            // A called module has the configurations of its caller.
            if prefix.is_empty() && !is_configured(&requirement.name) {
                let none = Value::object::<&str>([]);
                self.add_provider(
                    module,
                    &requirement.name,
                    None,
                    none,
                    prefix,
                    Some(requirement.span),
                );
            }
        }
        for call in module.calls.iter() {
            self.add_call(module, call, prefix, evaluate);
            if let Some(called) = tree.calls.get(&call.name) {
                let mut constant = |expression: &ExpressionRef| {
                    let result = expression.evaluate(None);
                    if result.has_errors() {
                        Value::DYNAMIC
                    } else {
                        result.value
                    }
                };
                self.add_module(called, &format!("{prefix}module.{}.", call.name), &mut constant);
            }
        }
    }

    fn add_provider(
        &mut self,
        module: &Module,
        name: &Name,
        alias: Option<&str>,
        attrs: Value,
        prefix: &str,
        place: Option<hcl2_diagnostics::Span>,
    ) {
        let requirement = module.requirements.named(name);
        let source = requirement.and_then(|requirement| requirement.source.as_deref());
        let source = provider_source(source, name, module.version().language);
        let constraint = requirement.and_then(|requirement| requirement.version.as_deref());
        let address = match alias {
            Some(alias) => format!("{prefix}provider.{name}.{alias}"),
            None => format!("{prefix}provider.{name}"),
        };
        let mut subject = provider(&source, name, alias, constraint, address, attrs);
        subject.place = place;
        self.0.push(subject);
    }

    fn add_call(&mut self, module: &Module, call: &ModuleCall, prefix: &str, evaluate: &mut Evaluate<'_>) {
        let arguments = call.arguments.iter();
        let values = arguments.map(|argument| (argument.name.as_str(), evaluate(&argument.expression)));
        let attrs = Value::object(values.collect::<Vec<_>>());
        let address = format!("{prefix}module.{}", call.name);
        let language = module.version().language;
        let mut subject = called(
            call.source.as_deref(),
            language,
            call.version.as_deref(),
            address,
            attrs,
        );
        subject.place = Some(call.span);
        self.0.push(subject);
    }
}

/// Returns the configuration of a provider as a subject.
pub(crate) fn provider(
    source: &str,
    name: &str,
    alias: Option<&str>,
    constraint: Option<&str>,
    address: String,
    attrs: Value,
) -> Subject {
    let ty = source.rsplit('/').next().unwrap_or(name);
    let meta = Value::object([
        ("alias", alias.map_or(Value::null(Type::STRING), Value::from)),
        ("source", Value::from(source)),
        ("version", version(constraint, "version of the provider")),
    ]);
    let mut subject = Subject::new(SubjectKind::Provider, ty, address, attrs, meta);
    subject.others = Others::Null;
    subject
}

/// Returns a call of a module as a subject.
pub(crate) fn called(
    source: Option<&str>,
    language: Language,
    constraint: Option<&str>,
    address: String,
    attrs: Value,
) -> Subject {
    let full = source.map(|source| module_source(source, language));
    let unknown = || Value::DYNAMIC.with_mark(Cause::Meta("source of the module".to_owned()).mark());
    let version = match constraint {
        None => Value::null(Type::STRING),
        Some(_) => version(constraint, "version of the module"),
    };
    let meta = Value::object([
        ("address", Value::from(address.as_str())),
        ("source", full.as_deref().map_or_else(unknown, Value::from)),
        ("version", version),
    ]);
    let target = source.unwrap_or_default();
    let mut subject = Subject::new(SubjectKind::Module, target, address, attrs, meta);
    subject.targets.extend(full);
    subject.targets.dedup();
    subject.others = Others::Null;
    subject
}

/// Returns the version that a constraint allows, if it allows only one.
fn version(constraint: Option<&str>, what: &str) -> Value {
    let exact = constraint.map(|constraint| constraint.trim().trim_start_matches('=').trim());
    let is_one = |text: &&str| text.starts_with(|first: char| first.is_ascii_digit()) && !text.contains(',');
    match exact.filter(is_one) {
        Some(version) => Value::from(version),
        None => Value::unknown_not_null(Type::STRING).with_mark(Cause::Meta(what.to_owned()).mark()),
    }
}

fn registry(language: Language) -> &'static str {
    let found = REGISTRIES.iter().find(|(own, _)| *own == language);
    found.map_or(REGISTRIES[0].1, |(_, host)| host)
}

/// Returns the source of a provider with its registry and namespace.
pub(crate) fn provider_source(source: Option<&str>, name: &str, language: Language) -> String {
    let registry = registry(language);
    match source {
        Some(source) if source.matches('/').count() >= 2 => source.to_owned(),
        Some(source) if source.contains('/') => format!("{registry}/{source}"),
        source => format!("{registry}/hashicorp/{}", source.unwrap_or(name)),
    }
}

/// Returns the source of a module with its registry, if it is in one.
fn module_source(source: &str, language: Language) -> String {
    let (path, _) = source.split_once("//").unwrap_or((source, ""));
    let parts: Vec<&str> = path.split('/').collect();
    let is_name = |part: &&str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    if parts.len() == 3 && parts.iter().all(is_name) {
        format!("{}/{source}", registry(language))
    } else {
        source.to_owned()
    }
}

/// Returns the arguments of a body, and its blocks as lists of objects.
fn object_of(body: &BodyRef, evaluate: &mut Evaluate<'_>) -> Value {
    let mut values: BTreeMap<String, Value> = BTreeMap::new();
    for attribute in &body.implied_content().attributes {
        values.insert(attribute.name.to_string(), evaluate(&attribute.expression));
    }
    let mut blocks: BTreeMap<String, Option<Vec<Value>>> = BTreeMap::new();
    for block in body.written_blocks() {
        match block.labels.first() {
            Some(label) if block.block_type == *"dynamic" => {
                blocks.insert(label.text.to_string(), None);
            }
            _ => {
                let object = object_of(&block.body, evaluate);
                let others = blocks
                    .entry(block.block_type.to_string())
                    .or_insert(Some(Vec::new()));
                others.iter_mut().for_each(|others| others.push(object.clone()));
            }
        }
    }
    for (name, objects) in blocks {
        values.insert(name, objects.map_or(Value::DYNAMIC, Value::tuple));
    }
    Value::object(values)
}
