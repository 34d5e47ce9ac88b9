//! Why values are not known: marks on unknown values, which their results carry.

use std::collections::BTreeSet;
use std::fmt;

use hcl2_value::{InconsistentTypes, Mark, Path, PathStep, Value};

/// Something that is not known before a plan is applied, or not here.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// A value of the plan, by its address.
    Value(String),
    /// Whether an instance exists, by its address.
    Instance(String),
    /// Which resources of a type exist: the plan does not list all.
    Resources(String),
    /// What a data source of a type has: the plan does not read it.
    DataSource(String),
    /// The result of a function that is not called here, such as one of a plug-in.
    Function(String),
    /// An input without a value.
    Input(String),
    /// A part of `meta` that is not known here.
    Meta(String),
}

impl Cause {
    /// Returns the address of the value, for [`provenance`](hcl2_plan::provenance).
    #[must_use]
    pub fn address(&self) -> Option<&str> {
        match self {
            Self::Value(address) => Some(address),
            _ => None,
        }
    }

    /// Returns a name for programs.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Value(_) => "value",
            Self::Instance(_) => "instance",
            Self::Resources(_) => "resources",
            Self::DataSource(_) => "data_source",
            Self::Function(_) => "function",
            Self::Input(_) => "input",
            Self::Meta(_) => "meta",
        }
    }

    /// Returns the address, type or name.
    #[must_use]
    pub fn subject(&self) -> &str {
        let (Self::Value(text)
        | Self::Instance(text)
        | Self::Resources(text)
        | Self::DataSource(text)
        | Self::Function(text)
        | Self::Input(text)
        | Self::Meta(text)) = self;
        text
    }

    pub(crate) fn mark(self) -> Mark {
        Mark::new(self)
    }

    /// Returns the causes among the marks of a value and its parts.
    pub(crate) fn of(value: &Value) -> BTreeSet<Self> {
        let marks = value.unmark_deep().1;
        marks
            .iter()
            .filter_map(|mark| mark.downcast_ref::<Self>().cloned())
            .collect()
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(address) => write!(f, "`{address}` is not known"),
            Self::Instance(address) => write!(f, "whether `{address}` exists is not known"),
            Self::Resources(ty) => write!(f, "the plan may lack resources of the type `{ty}`"),
            Self::DataSource(ty) => write!(f, "the plan has no such data source of the type `{ty}`"),
            Self::Function(name) => write!(f, "`{name}` is not called here"),
            Self::Input(name) => write!(f, "`input.{name}` has no value"),
            Self::Meta(what) => write!(f, "the {what} is not known here"),
        }
    }
}

/// Marks the unknown parts of a value with their addresses.
pub(crate) fn traced(value: &Value, address: &str) -> Value {
    if value.is_wholly_known() {
        return value.clone();
    }
    let changed = value.transform(|path, part| {
        Ok::<_, InconsistentTypes>(if part.is_known() {
            part
        } else {
            part.with_mark(Cause::Value(located(address, path)).mark())
        })
    });
    // Marks change no types.
    changed.unwrap_or_else(|_| value.clone())
}

/// Returns the address of a part of an object, as references have it.
pub(crate) fn located(address: &str, path: &Path) -> String {
    let mut located = address.to_owned();
    for step in path.steps() {
        match step {
            PathStep::Attribute(name) => {
                located.push('.');
                located.push_str(name);
            }
            PathStep::Index(index) => match (index.as_str(), index.as_number()) {
                (Some(key), _) => located += &format!("[{}]", hcl2_value::Quoted(key)),
                (_, Some(number)) => located += &format!("[{number}]"),
                // An element of a set has no address: the set has.
                _ => break,
            },
        }
    }
    located
}
