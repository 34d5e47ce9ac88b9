//! What a partial plan does not know, and Terraform would.

use std::fmt;

use hcl2_diagnostics::codes::plan::INCOMPLETE;
use hcl2_diagnostics::{Diagnostic, Span};

/// The address of the workspace, as references have it.
pub(crate) const WORKSPACE: &str = "terraform.workspace";

/// Something that a partial plan does not know or leaves out, although Terraform would know it or refuse the module.
#[derive(Clone, Debug, PartialEq)]
pub struct Gap {
    /// Why it is not known.
    pub reason: GapReason,
    /// The address of the object, such as `var.size`, `module.net`, `data.acme_image.a` or `module.net.acme_disk.d`; the full
    /// name of a provider.
    pub address: String,
    /// What was found, if the reason does not say it all.
    pub detail: Option<String>,
    /// Where it is written.
    pub place: Option<Span>,
}

impl Gap {
    /// Returns the gap as a note with the code `hcl2::plan::incomplete`.
    #[must_use]
    pub fn note(&self) -> Diagnostic {
        let described = self.reason.described(1);
        let article = if described.starts_with(['e', 'o', 'u']) {
            "an"
        } else {
            "a"
        };
        let mut detail = format!("`{}` is {article} {described}.", self.address);
        if let Some(more) = &self.detail {
            detail += " ";
            detail += more;
        }
        let note = Diagnostic::note(INCOMPLETE, "Incomplete plan").with_detail(detail);
        match self.place {
            Some(place) => note.with_subject(place),
            None => note,
        }
    }
}

/// Why a partial plan does not know something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum GapReason {
    /// A variable of the root module has neither a value nor a default.
    MissingValue,
    /// The name of the workspace is not known.
    UnknownWorkspace,
    /// The module of a call was not read: it is not installed, or its source is not known.
    UnreadModule,
    /// The root module expects the configuration of a provider from its caller.
    ProviderConfiguration,
    /// The resources of a provider have no schema, and are planned as they are written.
    MissingSchema,
    /// A data source that Terraform would read while it plans has no answer.
    UnreadData,
    /// Only the provider knows attributes of a resource.
    UnknownAttributes,
    /// The instances of a resource or call depend on something unknown.
    UnknownInstances,
    /// Whether an object of the state is changed or replaced depends on something unknown.
    UnknownAction,
    /// A condition fails with values that are defaults or not known.
    FailedCondition,
    /// An expression fails with values that are defaults or not known, or reads a file that cannot be read here.
    FailedEvaluation,
    /// The plan does not obey something that the module declares.
    Unsupported,
}

impl GapReason {
    /// Returns a name for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MissingValue => "missing_value",
            Self::UnknownWorkspace => "unknown_workspace",
            Self::UnreadModule => "module_not_read",
            Self::ProviderConfiguration => "provider_configuration",
            Self::MissingSchema => "missing_schema",
            Self::UnreadData => "data_not_read",
            Self::UnknownAttributes => "unknown_attributes",
            // As Terraform calls it where it defers a change.
            Self::UnknownInstances => "instance_count_unknown",
            Self::UnknownAction => "action_unknown",
            Self::FailedCondition => "failed_condition",
            Self::FailedEvaluation => "failed_evaluation",
            Self::Unsupported => "unsupported",
        }
    }

    /// Returns what objects with this reason are, of which there are `count`.
    #[must_use]
    pub const fn described(self, count: usize) -> &'static str {
        let is_one = count == 1;
        match self {
            Self::MissingValue if is_one => "variable without a value",
            Self::MissingValue => "variables without a value",
            Self::UnknownWorkspace => "unknown workspace",
            Self::UnreadModule if is_one => "module that was not read",
            Self::UnreadModule => "modules that were not read",
            Self::ProviderConfiguration if is_one => "provider configuration that a caller passes",
            Self::ProviderConfiguration => "provider configurations that a caller passes",
            Self::MissingSchema if is_one => "provider without a schema",
            Self::MissingSchema => "providers without a schema",
            Self::UnreadData if is_one => "data source that was not read",
            Self::UnreadData => "data sources that were not read",
            Self::UnknownAttributes if is_one => "resource with attributes that only its provider knows",
            Self::UnknownAttributes => "resources with attributes that only their providers know",
            Self::UnknownInstances if is_one => "object with unknown instances",
            Self::UnknownInstances => "objects with unknown instances",
            Self::UnknownAction if is_one => "object with an unknown action",
            Self::UnknownAction => "objects with unknown actions",
            Self::FailedCondition if is_one => "condition that fails with defaults or unknown values",
            Self::FailedCondition => "conditions that fail with defaults or unknown values",
            Self::FailedEvaluation if is_one => "expression that cannot be evaluated",
            Self::FailedEvaluation => "expressions that cannot be evaluated",
            Self::Unsupported if is_one => "declaration that the plan does not obey",
            Self::Unsupported => "declarations that the plan does not obey",
        }
    }
}

impl fmt::Display for GapReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
