//! The plan as data.

use std::fmt;
use std::sync::Arc;

use hcl2_diagnostics::Diagnostics;
use hcl2_model::Name;
use hcl2_terraform::table::Version;
use hcl2_terraform::table::behaviours::CREATION_TRIGGERS;
use hcl2_terraform::{Address, InstanceKey, ModuleAddress, ResourceAddress, ResourceKind};
use hcl2_value::{Path, Value};

use crate::gaps::{Gap, GapReason};

/// What Terraform would do: the instances of resources with their planned values, outputs and checks.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The values of the root module's variables as they were given, by name.
    pub variables: Vec<(Name, Value)>,
    /// The resource instances in the order of their addresses.
    pub resources: Vec<ResourceInstance>,
    /// The outputs of the root module by name.
    pub outputs: Vec<OutputChange>,
    /// The outputs of all module instances whose values are not null before or after.
    pub(crate) changed_outputs: Vec<(ModuleAddress, Name)>,
    /// The objects with conditions, in the order of their addresses.
    pub checks: Vec<CheckedObject>,
    /// How many optional attributes the configuration omits in objects that change: null, but a provider of the old kind may
    /// set them.
    pub assumptions: usize,
    /// Whether only targets are planned.
    pub is_targeted: bool,
    /// What a [partial](crate::Inputs::is_partial) plan or that of a test does not know, by reason and address.
    pub gaps: Vec<Gap>,
    /// The instances that stand for an unknown number of them, with the key `[*]`, in the order of their addresses: only a
    /// partial plan has some.
    pub deferred: Vec<ResourceInstance>,
    /// Whether a refresh changes what the state says of data sources, or the order in which objects are replaced.
    pub(crate) is_refreshed: bool,
    /// What no target needs, as it was before the plan.
    pub(crate) left_out: LeftOut,
    /// The failed assertions of checks, and those that cannot be known yet.
    pub warnings: Diagnostics,
}

/// Parts of the state that the plan leaves out.
#[derive(Clone, Debug, Default)]
pub(crate) struct LeftOut {
    pub(crate) resources: Vec<ResourceInstance>,
    pub(crate) outputs: Vec<OutputChange>,
}

impl Plan {
    /// Returns whether the plan is that of the whole module, and nothing in it is unknown that Terraform would know.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        !self.is_targeted && self.gaps.is_empty()
    }

    /// Returns whether applying may change something that the plan does not know or leaves out.
    #[must_use]
    pub fn may_have_changes(&self) -> bool {
        let leaves_out = |gap: &Gap| {
            !matches!(
                gap.reason,
                GapReason::MissingValue
                    | GapReason::UnknownWorkspace
                    | GapReason::MissingSchema
                    | GapReason::UnreadData
            )
        };
        self.has_changes() || self.gaps.iter().any(leaves_out)
    }

    /// Returns whether applying the plan would change anything, or may do so.
    #[must_use]
    pub fn has_changes(&self) -> bool {
        let mut resources = self.resources.iter().chain(&self.deferred);
        resources.any(ResourceInstance::is_change)
            || self.outputs.iter().any(|output| output.action != Action::NoOp)
    }
}

/// A resource instance.
#[derive(Clone, Debug)]
pub struct ResourceInstance {
    /// The address.
    pub address: ResourceAddress,
    /// The address before the plan, if it moved.
    pub previous: Option<ResourceAddress>,
    /// The full name of the provider.
    pub provider: Arc<str>,
    /// The version of the schema.
    pub schema_version: u64,
    /// What happens to it.
    pub action: Action,
    /// Why, where the action does not speak for itself.
    pub reason: Option<Reason>,
    /// The value before; null if there is none.
    pub before: Value,
    /// The planned value, with unknown parts and marks; null if the object is destroyed.
    pub after: Value,
    /// The planned value as others refer to it, if it has fewer marks: in Terraform, an object that is replaced for a trigger or
    /// by request has only those of its configuration.
    pub(crate) referred: Option<Value>,
    /// The paths that force a replacement.
    pub replace_paths: Vec<Path>,
    /// What identifies the object that is imported.
    pub importing: Option<Importing>,
    /// The resources that the object before the plan depends on.
    pub depended_on: Vec<String>,
    /// The key of an object that a replacement left behind, which is destroyed.
    pub deposed: Option<String>,
    /// Whether the object before the plan is tainted.
    pub is_tainted: bool,
    /// The object before a refresh that changes it: the schema makes more of it sensitive or adds blocks.
    pub drifted: Option<Value>,
}

impl ResourceInstance {
    /// Returns whether applying the plan changes the object or its address.
    pub(crate) fn is_change(&self) -> bool {
        let is_same = self.action == Action::NoOp && self.previous.is_none() && self.importing.is_none();
        self.is_listed() && !is_same
    }

    /// Returns whether the instance is among the changes of a plan: data sources that are read in the plan are not.
    #[must_use]
    pub fn is_listed(&self) -> bool {
        match self.address.kind {
            ResourceKind::Managed => true,
            ResourceKind::Data => self.action == Action::Read,
            ResourceKind::Ephemeral => false,
        }
    }
}

/// What identifies an object that is imported; unknown until apply if there is neither.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Importing {
    /// The identifier.
    pub id: Option<String>,
    /// The attributes that identify it, in place of an identifier.
    pub identity: Option<Value>,
}

/// What happens to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Nothing.
    NoOp,
    /// It is created.
    Create,
    /// A data source is read while the plan is applied.
    Read,
    /// It is changed.
    Update,
    /// It is destroyed.
    Delete,
    /// It is destroyed, then created.
    DeleteThenCreate,
    /// Its replacement is created, then it is destroyed.
    CreateThenDelete,
    /// It leaves the state, but is not destroyed.
    Forget,
    /// OpenTofu: it leaves the state, but is not destroyed, then its replacement is created.
    ForgetThenCreate,
    /// Terraform: its replacement is created, then it leaves the state, but is not destroyed.
    CreateThenForget,
}

impl Action {
    /// Returns the names of the steps, as Terraform's JSON has them.
    #[must_use]
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Self::NoOp => &["no-op"],
            Self::Create => &["create"],
            Self::Read => &["read"],
            Self::Update => &["update"],
            Self::Delete => &["delete"],
            Self::DeleteThenCreate => &["delete", "create"],
            Self::CreateThenDelete => &["create", "delete"],
            Self::Forget => &["forget"],
            Self::ForgetThenCreate => &["forget", "create"],
            Self::CreateThenForget => &["create", "forget"],
        }
    }

    /// Returns whether the object is replaced.
    #[must_use]
    pub const fn is_replace(self) -> bool {
        matches!(
            self,
            Self::DeleteThenCreate | Self::CreateThenDelete | Self::ForgetThenCreate | Self::CreateThenForget
        )
    }

    /// Returns whether it may trigger replacements of others: a change in place, a replacement, or, in some versions, a
    /// creation.
    pub(crate) fn triggers(self, version: Version) -> bool {
        match self {
            Self::Update => true,
            Self::Create => CREATION_TRIGGERS.is_in(version),
            action => action.is_replace(),
        }
    }

    /// Returns whether an object is destroyed.
    #[must_use]
    pub const fn destroys(self) -> bool {
        matches!(
            self,
            Self::Delete | Self::DeleteThenCreate | Self::CreateThenDelete
        )
    }
}

/// The reason of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// An argument cannot change in place.
    ReplaceBecauseCannotUpdate,
    /// [`Inputs::replaced`](crate::Inputs::replaced) has the instance.
    ReplaceByRequest,
    /// `replace_triggered_by`.
    ReplaceByTriggers,
    /// The object is tainted.
    ReplaceBecauseTainted,
    /// The configuration has no such resource.
    DeleteBecauseNoResourceConfig,
    /// The object moved to a resource that the configuration does not have.
    DeleteBecauseNoMoveTarget,
    /// The configuration has no such module instance.
    DeleteBecauseNoModule,
    /// The resource has other kinds of keys.
    DeleteBecauseWrongRepetition,
    /// `count` is smaller.
    DeleteBecauseCountIndex,
    /// `for_each` has no such key.
    DeleteBecauseEachKey,
    /// OpenTofu: `enabled` is false.
    DeleteBecauseEnabledFalse,
    /// OpenTofu: the life cycle in the configuration forbids that it is destroyed.
    ForgotBecauseLifecycleDestroyInConfig,
    /// OpenTofu: the life cycle when it was last applied forbids that it is destroyed.
    ForgotBecauseLifecycleDestroyInState,
    /// The configuration of a data source is unknown.
    ReadBecauseConfigUnknown,
    /// A data source depends on changes.
    ReadBecauseDependencyPending,
    /// A data source is part of a check.
    ReadBecauseCheckNested,
}

impl Reason {
    /// Returns the name, as Terraform's JSON has it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ReplaceBecauseCannotUpdate => "replace_because_cannot_update",
            Self::ReplaceByRequest => "replace_by_request",
            Self::ReplaceByTriggers => "replace_by_triggers",
            Self::ReplaceBecauseTainted => "replace_because_tainted",
            Self::DeleteBecauseNoResourceConfig => "delete_because_no_resource_config",
            Self::DeleteBecauseNoMoveTarget => "delete_because_no_move_target",
            Self::DeleteBecauseNoModule => "delete_because_no_module",
            Self::DeleteBecauseWrongRepetition => "delete_because_wrong_repetition",
            Self::DeleteBecauseCountIndex => "delete_because_count_index",
            Self::DeleteBecauseEachKey => "delete_because_each_key",
            Self::DeleteBecauseEnabledFalse => "delete_because_enabled_false",
            Self::ForgotBecauseLifecycleDestroyInConfig => "forgot_because_lifecycle_destroy_in_config",
            Self::ForgotBecauseLifecycleDestroyInState => "forgot_because_lifecycle_destroy_in_state",
            Self::ReadBecauseConfigUnknown => "read_because_config_unknown",
            Self::ReadBecauseDependencyPending => "read_because_dependency_pending",
            Self::ReadBecauseCheckNested => "read_because_check_nested",
        }
    }
}

impl Reason {
    /// Returns whether the object is forgotten for this reason.
    pub(crate) const fn is_forgetting(self) -> bool {
        matches!(
            self,
            Self::ForgotBecauseLifecycleDestroyInConfig | Self::ForgotBecauseLifecycleDestroyInState
        )
    }
}

/// An output of the root module.
#[derive(Clone, Debug)]
pub struct OutputChange {
    /// The name.
    pub name: Name,
    /// Whether the configuration makes it sensitive.
    pub sensitive: bool,
    /// What happens to it.
    pub action: Action,
    /// The value before; null if there is none.
    pub before: Value,
    /// Whether the state makes it sensitive.
    pub was_sensitive: bool,
    /// The planned value, without marks.
    pub after: Value,
}

impl OutputChange {
    /// Returns whether its values must not be shown.
    #[must_use]
    pub const fn is_sensitive(&self) -> bool {
        self.sensitive || self.was_sensitive
    }
}

/// An object with conditions.
#[derive(Clone, Debug)]
pub struct CheckedObject {
    /// The module without keys of instances.
    pub module: ModuleAddress,
    /// The resource, output, check or variable in it.
    pub object: Address,
    /// The instances with conditions, in the order of their addresses.
    pub instances: Vec<CheckedInstance>,
    /// Whether no target needs it, so nothing is known about its conditions.
    pub is_left_out: bool,
}

/// An instance of an object with conditions.
#[derive(Clone, Debug)]
pub struct CheckedInstance {
    /// The module instance.
    pub module: ModuleAddress,
    /// The key of a resource instance.
    pub key: Option<InstanceKey>,
    /// Whether the conditions hold.
    pub status: CheckStatus,
    /// The messages of conditions that do not hold.
    pub problems: Vec<String>,
}

/// Whether conditions hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CheckStatus {
    /// All hold.
    Pass,
    /// Some cannot be known yet.
    Unknown,
    /// Some do not hold.
    Fail,
    /// Some cannot be evaluated.
    Error,
}

impl CheckStatus {
    /// Returns the name, as Terraform's JSON has it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Unknown => "unknown",
            Self::Fail => "fail",
            Self::Error => "error",
        }
    }
}

impl CheckedInstance {
    /// Returns the address of the instance of an object.
    pub(crate) fn display(&self, object: &Address) -> String {
        let key = self.key.as_ref().map(InstanceKey::to_string);
        format!("{}{object}{}", self.module.prefix(), key.unwrap_or_default())
    }
}

impl CheckedObject {
    /// Returns whether the conditions of all instances hold.
    #[must_use]
    pub fn status(&self) -> CheckStatus {
        if self.is_left_out {
            return CheckStatus::Unknown;
        }
        let all = self.instances.iter().map(|instance| instance.status);
        all.max().unwrap_or(CheckStatus::Pass)
    }
}

/// Displays the address without keys of instances.
impl fmt::Display for CheckedObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.module.prefix(), self.object)
    }
}
