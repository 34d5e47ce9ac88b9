//! What policies judge and look up.

use std::collections::BTreeSet;

use hcl2_diagnostics::Span;
use hcl2_value::Value;

use crate::policy::{Operation, SubjectKind};

/// The resources, providers and modules that policies judge, and the data sources that they look up.
///
/// It comes from a plan ([`of_plan`](Self::of_plan)), or from the JSON of one ([`from_json`](Self::from_json)).
#[derive(Clone, Debug, Default)]
pub struct World {
    /// What policies judge, in the order of the plan.
    pub subjects: Vec<Subject>,
    /// The objects of data sources, with their types.
    pub(crate) data: Vec<(String, Value)>,
    /// Whether there may be resources that it lacks.
    pub(crate) is_open: bool,
    /// Whether objects of data sources are mocks, which have only some of the attributes.
    pub(crate) has_mocks: bool,
}

/// A resource, a configuration of a provider, or a call of a module.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The kind.
    pub kind: SubjectKind,
    /// The names by which policies target it: the type, the name of the provider, or the source of the module in its forms.
    pub targets: Vec<String>,
    /// The address.
    pub address: String,
    /// What happens to it: several operations for a replacement.
    pub operations: BTreeSet<Operation>,
    /// Its values, which policies see as `attrs`; null if it is destroyed.
    pub attrs: Value,
    /// Its values before the plan, which policies see as `prior_attrs`; null if there are none.
    pub prior_attrs: Value,
    /// What policies see as `meta`.
    pub meta: Value,
    /// Where it is written.
    pub place: Option<Span>,
    /// What attributes have that are not among the values.
    pub(crate) others: Others,
    /// Whether it may not exist: it stands for an unknown number of instances.
    pub(crate) may_be_missing: bool,
    /// Whether policies only look it up.
    pub(crate) is_skipped: bool,
    /// Whether it is a data source, which only policies that name its type judge.
    pub(crate) is_data: bool,
}

/// What attributes have that are not among the values of a subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Others {
    /// There are none.
    Missing,
    /// They are null.
    Null,
    /// Nobody knows: there is no schema.
    Unknown,
}

impl Subject {
    /// Creates a subject without values before the plan.
    pub(crate) fn new(kind: SubjectKind, target: &str, address: String, attrs: Value, meta: Value) -> Self {
        Self {
            kind,
            targets: vec![target.to_owned()],
            address,
            operations: BTreeSet::from([Operation::Create]),
            attrs,
            prior_attrs: Value::null(hcl2_value::Type::DYNAMIC),
            meta,
            place: None,
            others: Others::Missing,
            may_be_missing: false,
            is_skipped: false,
            is_data: false,
        }
    }
}
