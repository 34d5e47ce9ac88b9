//! What policies judge, from the JSON of a plan.

use std::collections::BTreeSet;

use hcl2_diagnostics::codes::policy as codes;
use hcl2_diagnostics::{Diagnostic, Diagnostics, Source, Span};
use hcl2_functions::terraform::sensitive_mark;
use hcl2_json::{Node, NodeKind};
use hcl2_terraform::table::Language;
use hcl2_terraform::{ModuleAddress, ResourceAddress};
use hcl2_value::{Type, Value};
use hcl2_wire::json::RawValue;

use crate::cause::traced;
use crate::configuration::{called, provider, provider_source};
use crate::planned::{meta_of, module_path};
use crate::policy::{Operation, SubjectKind};
use crate::world::{Subject, World};

impl World {
    /// Reads what a plan has as JSON, as `terraform show -json` and [`plan_to_json`](hcl2_plan::plan_to_json) write it.
    ///
    /// # Errors
    ///
    /// Codes of `hcl2::json` if the source is not JSON; `hcl2::policy::invalid-plan` if the JSON has another form.
    ///
    /// # Examples
    ///
    /// See the [crate](crate).
    pub fn from_json(source: &Source) -> Result<Self, Diagnostics> {
        let tree = hcl2_json::parse_tree(source)
            .into_result()
            .map_err(|mut problems| {
                // Any string may be a secret.
                problems.conceal_since(0);
                problems
            })?;
        let root = tree.root();
        let changes = root.property("resource_changes");
        if root.kind() != NodeKind::Object || changes.is_none() && root.property("planned_values").is_none() {
            return Err(invalid(root.open_span()));
        }
        let mut world = Self {
            is_open: root
                .property("complete")
                .is_some_and(|complete| is(complete, "false"))
                && root.property("incomplete").is_none_or(|gaps| {
                    gaps.elements()
                        .any(|gap| text(gap, "reason").as_deref() == Some("module_not_read"))
                }),
            ..Self::default()
        };
        for change in changes.into_iter().flat_map(Node::elements) {
            let subject = resource(change).ok_or_else(|| invalid(change.open_span()))?;
            let Some(subject) = subject else { continue };
            if subject.is_data {
                world.add_data(&subject);
            }
            world.subjects.push(subject);
        }
        let read = root
            .property("prior_state")
            .and_then(|state| state.property("values")?.property("root_module"));
        world.add_read_data(read);
        if let Some(configuration) = root.property("configuration") {
            world.add_configuration(configuration);
        }
        Ok(world)
    }

    fn add_data(&mut self, subject: &Subject) {
        let value = traced(&subject.attrs, &subject.address);
        self.data.push((subject.targets[0].clone(), value));
    }

    /// Adds the data sources that were read while the plan was made.
    fn add_read_data(&mut self, root: Option<Node<'_>>) {
        let mut modules: Vec<Node<'_>> = root.into_iter().collect();
        while let Some(module) = modules.pop() {
            for object in module.property("resources").into_iter().flat_map(Node::elements) {
                let is_data = text(object, "mode").as_deref() == Some("data");
                if let Some(subject) = data(object).filter(|_| is_data) {
                    self.add_data(&subject);
                    self.subjects.push(subject);
                }
            }
            let children = module.property("child_modules").into_iter();
            modules.extend(children.flat_map(Node::elements));
        }
    }

    fn add_configuration(&mut self, configuration: Node<'_>) {
        let providers = configuration
            .property("provider_config")
            .into_iter()
            .flat_map(fields);
        for (key, node) in providers {
            let name = text(node, "name").unwrap_or_else(|| key.clone());
            let source = provider_source(text(node, "full_name").as_deref(), &name, Language::Terraform);
            let (alias, constraint) = (text(node, "alias"), text(node, "version_constraint"));
            let attrs = expressions(node.property("expressions"));
            let module = text(node, "module_address").map(|module| format!("{module}."));
            let mut address = format!("{}provider.{name}", module.unwrap_or_default());
            if let Some(alias) = &alias {
                address += &format!(".{alias}");
            }
            let subject = provider(
                &source,
                &name,
                alias.as_deref(),
                constraint.as_deref(),
                address,
                attrs,
            );
            self.subjects.push(subject);
        }
        let root = configuration.property("root_module").into_iter();
        let mut modules: Vec<(String, Node<'_>)> = root.map(|root| (String::new(), root)).collect();
        while let Some((prefix, module)) = modules.pop() {
            for (name, call) in module.property("module_calls").into_iter().flat_map(fields) {
                let address = format!("{prefix}module.{name}");
                let (source, constraint) = (text(call, "source"), text(call, "version_constraint"));
                let attrs = expressions(call.property("expressions"));
                let subject = called(
                    source.as_deref(),
                    Language::Terraform,
                    constraint.as_deref(),
                    address.clone(),
                    attrs,
                );
                self.subjects.push(subject);
                modules.extend(
                    call.property("module")
                        .map(|module| (format!("{address}."), module)),
                );
            }
        }
    }
}

fn invalid(span: Span) -> Diagnostics {
    let detail = "Expected a plan, as `terraform show -json PLANFILE` prints it.";
    let problem = Diagnostic::error(codes::INVALID_PLAN, "Invalid plan").with_detail(detail);
    problem.with_subject(span).into()
}

fn text(node: Node<'_>, name: &str) -> Option<String> {
    Some(node.property(name)?.text()?.into_owned())
}

fn is(node: Node<'_>, text: &str) -> bool {
    node.source_text() == text
}

fn fields(object: Node<'_>) -> impl Iterator<Item = (String, Node<'_>)> {
    object
        .properties()
        .filter_map(|property| Some((property.name.text()?.into_owned(), property.value)))
}

/// Reads a change of a resource. The inner `None` is a change that policies do not judge.
#[expect(
    clippy::option_option,
    reason = "a wrong form and what does not count are different"
)]
fn resource(node: Node<'_>) -> Option<Option<Subject>> {
    let (address, ty, change) = (
        text(node, "address")?,
        text(node, "type")?,
        node.property("change")?,
    );
    if node.property("deposed").is_some() {
        return Some(None);
    }
    let actions: Vec<String> = change
        .property("actions")?
        .elements()
        .filter_map(|action| Some(action.text()?.into_owned()))
        .collect();
    let operations = operations(&actions);
    let values = |side: &str| {
        let [unknown, sensitive] =
            ["unknown", "sensitive"].map(|what| change.property(&format!("{side}_{what}")));
        value(change.property(side), unknown, sensitive)
    };
    let provider = text(node, "provider_name").unwrap_or_default();
    let provider = provider.rsplit('/').next().unwrap_or_default();
    let module: ModuleAddress = address
        .parse::<ResourceAddress>()
        .map(|address| address.module)
        .unwrap_or_default();
    let meta = meta_of(&ty, provider, &operations, &module_path(&module));
    let mut subject = Subject::new(SubjectKind::Resource, &ty, address, values("after"), meta);
    subject.prior_attrs = values("before");
    subject.operations = operations;
    subject.is_data = text(node, "mode").as_deref() == Some("data");
    Some(Some(subject))
}

fn operations(actions: &[String]) -> BTreeSet<Operation> {
    let names: Vec<&str> = actions.iter().map(String::as_str).collect();
    let operations: &[Operation] = match names.as_slice() {
        ["create" | "read"] | ["forget", "create"] => &[Operation::Create],
        ["no-op" | "update"] => &[Operation::Update],
        ["delete"] => &[Operation::Delete],
        ["create", "forget"] => &[Operation::Create, Operation::Update],
        ["delete", "create"] | ["create", "delete"] => {
            &[Operation::Create, Operation::Update, Operation::Delete]
        }
        _ => &[],
    };
    operations.iter().copied().collect()
}

/// Reads a data source of the state before a plan.
fn data(object: Node<'_>) -> Option<Subject> {
    let (address, ty) = (text(object, "address")?, text(object, "type")?);
    let attrs = value(
        object.property("values"),
        None,
        object.property("sensitive_values"),
    );
    let provider = text(object, "provider_name").unwrap_or_default();
    let provider = provider.rsplit('/').next().unwrap_or_default();
    let operations = BTreeSet::from([Operation::Update]);
    let meta = meta_of(&ty, provider, &operations, ".");
    let mut subject = Subject::new(SubjectKind::Resource, &ty, address, attrs, meta);
    subject.operations = operations;
    subject.is_data = true;
    Some(subject)
}

/// Reads a value, with those parts unknown and sensitive for which the other documents have `true`.
fn value(node: Option<Node<'_>>, unknown: Option<Node<'_>>, sensitive: Option<Node<'_>>) -> Value {
    let is_true = |node: Option<Node<'_>>| node.is_some_and(|node| is(node, "true"));
    let known = if is_true(unknown) {
        Value::DYNAMIC
    } else {
        known(node, unknown, sensitive)
    };
    if is_true(sensitive) {
        known.with_mark(sensitive_mark())
    } else {
        known
    }
}

fn part<'t>(node: Option<Node<'t>>, name: &str) -> Option<Node<'t>> {
    node?.property(name)
}

fn known(node: Option<Node<'_>>, unknown: Option<Node<'_>>, sensitive: Option<Node<'_>>) -> Value {
    let Some(node) = node else {
        return Value::null(Type::DYNAMIC);
    };
    match node.kind() {
        NodeKind::Object => {
            let own = fields(node).map(|(name, own)| {
                let value = value(Some(own), part(unknown, &name), part(sensitive, &name));
                (name, value)
            });
            // What is unknown is not written.
            let unknown = unknown.into_iter().flat_map(fields);
            let others = unknown.filter(|(name, _)| node.property(name).is_none());
            let others = others.filter(|(_, unknown)| !is(*unknown, "false"));
            let others = others.map(|(name, unknown)| {
                let value = value(None, Some(unknown), part(sensitive, &name));
                (name, value)
            });
            Value::object(own.chain(others).collect::<Vec<_>>())
        }
        NodeKind::Array => {
            let mut unknown = unknown.into_iter().flat_map(Node::elements);
            let mut sensitive = sensitive.into_iter().flat_map(Node::elements);
            let own = node
                .elements()
                .map(|own| value(Some(own), unknown.next(), sensitive.next()));
            Value::tuple(own.collect::<Vec<_>>())
        }
        _ => {
            let scalar = RawValue::new(node.source_text().as_bytes()).decode_untyped();
            scalar.unwrap_or(Value::DYNAMIC)
        }
    }
}

/// Reads the expressions of a configuration: constants are known.
fn expressions(node: Option<Node<'_>>) -> Value {
    let values = node.into_iter().flat_map(fields).map(|(name, node)| {
        let value = expression(node);
        (name, value)
    });
    Value::object(values.collect::<Vec<_>>())
}

fn expression(node: Node<'_>) -> Value {
    if node.kind() == NodeKind::Array {
        return Value::tuple(
            node.elements()
                .map(|block| expressions(Some(block)))
                .collect::<Vec<_>>(),
        );
    }
    if let Some(constant) = node.property("constant_value") {
        return value(Some(constant), None, None);
    }
    let is_computed = node.property("references").is_some() || fields(node).next().is_none();
    if is_computed {
        Value::DYNAMIC
    } else {
        expressions(Some(node))
    }
}
