//! What policies judge, from a static plan.

use std::collections::{BTreeSet, HashSet};

use hcl2_plan::{Action, Gap, GapReason, Inputs, Plan, ResourceInstance};
use hcl2_terraform::{ModuleAddress, ModuleTree, ResourceKind};
use hcl2_value::Value;

use crate::cause::Cause;
use crate::configuration::Configuration;
use crate::policy::{Operation, SubjectKind};
use crate::world::{Others, Subject, World};

impl World {
    /// Returns what a plan of a tree of modules has: its resources and data sources, and the providers and calls of its modules.
    ///
    /// If the plan is partial, resources may be missing, and only what it knows decides policies.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    /// use hcl2_plan::{Inputs, plan};
    /// use hcl2_policy::World;
    /// use hcl2_terraform::table::Language;
    /// use hcl2_terraform::{Module, ModuleFile, ModuleTree};
    ///
    /// let source = SourceMap::new().add("main.tf", "resource \"terraform_data\" \"d\" {\n  input = 1\n}\n")?;
    /// let file = ModuleFile::parse(&source, Language::Terraform).value;
    /// let module = Module::from_files(&[file], Language::Terraform).value;
    /// let tree = ModuleTree { module, ..ModuleTree::default() };
    /// let inputs = Inputs::default();
    ///
    /// let world = World::of_plan(&plan(&tree, &inputs).value, &tree, &inputs);
    /// assert_eq!(world.subjects[0].address, "terraform_data.d");
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn of_plan(plan: &Plan, tree: &ModuleTree, inputs: &Inputs) -> Self {
        let without_schema = |gap: &&Gap| gap.reason == GapReason::MissingSchema;
        let gaps = plan.gaps.iter();
        let unknown_providers: HashSet<&str> = gaps
            .filter(without_schema)
            .map(|gap| gap.address.as_str())
            .collect();
        let is_unread = |gap: &Gap| gap.reason == GapReason::UnreadModule;
        let mut world = Self {
            is_open: plan.is_targeted || plan.gaps.iter().any(is_unread),
            ..Self::default()
        };
        let all = plan.resources.iter().map(|resource| (resource, false));
        for (resource, is_deferred) in all.chain(plan.deferred.iter().map(|resource| (resource, true))) {
            if resource.address.kind == ResourceKind::Ephemeral || resource.deposed.is_some() {
                continue;
            }
            let has_schema = !unknown_providers.contains(&*resource.provider);
            let mut subject = subject_of(resource, tree);
            subject.may_be_missing = is_deferred;
            if !has_schema {
                subject.others = Others::Unknown;
            }
            if subject.is_data && !is_deferred {
                let value = crate::cause::traced(&subject.attrs, &subject.address);
                world.data.push((resource.address.ty.to_string(), value));
            }
            world.subjects.push(subject);
        }
        Configuration::of(tree, inputs).add_to(&mut world.subjects);
        world
    }
}

fn subject_of(resource: &ResourceInstance, tree: &ModuleTree) -> Subject {
    let address = &resource.address;
    let operations = operations(resource.action);
    let provider = resource.provider.rsplit('/').next().unwrap_or_default();
    let meta = meta_of(&address.ty, provider, &operations, &module_path(&address.module));
    let mut subject = Subject::new(
        SubjectKind::Resource,
        &address.ty,
        address.to_string(),
        resource.after.clone(),
        meta,
    );
    subject.operations = operations;
    subject.prior_attrs = resource.before.clone();
    subject.is_data = address.kind == ResourceKind::Data;
    let mut module = Some(tree);
    for step in address.module.steps() {
        module = module.and_then(|module| module.calls.get(&step.name));
    }
    let node = module.and_then(|module| module.module.node(&address.in_module().to_string()));
    subject.place = node.map(|node| node.span);
    subject
}

/// Returns the operations of an action, of which a replacement has several; none if the object is only forgotten.
fn operations(action: Action) -> BTreeSet<Operation> {
    let operations: &[Operation] = match action {
        Action::Create | Action::Read | Action::ForgetThenCreate => &[Operation::Create],
        Action::NoOp | Action::Update => &[Operation::Update],
        Action::Delete => &[Operation::Delete],
        Action::DeleteThenCreate | Action::CreateThenDelete => {
            &[Operation::Create, Operation::Update, Operation::Delete]
        }
        Action::CreateThenForget => &[Operation::Create, Operation::Update],
        Action::Forget => &[],
    };
    operations.iter().copied().collect()
}

/// Returns the path of a module as `meta` has it.
pub(crate) fn module_path(module: &ModuleAddress) -> String {
    if module.is_root() {
        ".".to_owned()
    } else {
        module.to_string()
    }
}

/// Returns what policies see as `meta` of a resource.
pub(crate) fn meta_of(
    ty: &str,
    provider: &str,
    operations: &BTreeSet<Operation>,
    module_path: &str,
) -> Value {
    let operation = match operations.len() {
        // A replacement is an update to those who compare both values.
        0 | 1 => operations.first().map_or("update", |operation| operation.name()),
        _ => Operation::Update.name(),
    };
    let elsewhere = |name: &str| Value::DYNAMIC.with_mark(Cause::Meta(name.to_owned()).mark());
    Value::object([
        ("module_path", Value::from(module_path)),
        ("operation", Value::from(operation)),
        ("provider_type", Value::from(provider)),
        ("tfe_stack", elsewhere("stack of HCP Terraform")),
        ("tfe_workspace", elsewhere("workspace of HCP Terraform")),
        ("type", Value::from(ty)),
    ])
}
