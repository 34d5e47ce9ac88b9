//! Addresses: of the objects of a module, and of instances in a tree of modules.

use std::fmt;

use hcl2_model::{Name, Traversal, TraversalStep};
use hcl2_native::lexer::is_identifier;

use crate::table::{
    Describes, OTHER_ROOTS, RESERVED_VARIABLES, ROOT_LOCAL, ROOT_RESOURCE, ROOT_VARIABLE, names,
};

mod instance;
mod reading;
mod target;

pub use instance::{InstanceKey, ModuleAddress, ModuleStep, ResourceAddress};
pub use reading::{lost_quotes, parse_reference};
pub use target::{Target, Targets};

/// The kind of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ResourceKind {
    /// A managed resource.
    Managed,
    /// A data source.
    Data,
    /// An ephemeral resource.
    Ephemeral,
}

impl ResourceKind {
    /// Returns the part of a provider's schema that describes the resources.
    #[must_use]
    pub const fn described(self) -> Describes {
        match self {
            Self::Managed => Describes::Resource,
            Self::Data => Describes::Data,
            Self::Ephemeral => Describes::Ephemeral,
        }
    }

    /// Returns the kind of the resources that a part of a provider's schema describes, if it describes resources.
    pub(crate) const fn described_by(what: Describes) -> Option<Self> {
        match what {
            Describes::Resource => Some(Self::Managed),
            Describes::Data => Some(Self::Data),
            Describes::Ephemeral => Some(Self::Ephemeral),
            Describes::Provider | Describes::Nothing | Describes::Labelled | Describes::Enclosing => None,
        }
    }

    /// Returns the type of the blocks that declare it.
    #[must_use]
    pub const fn block_type(self) -> &'static str {
        match self {
            Self::Managed => names::RESOURCE,
            Self::Data => names::DATA,
            Self::Ephemeral => names::EPHEMERAL,
        }
    }
}

/// The address of an object in its module, displayed as in references.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::{Address, ResourceKind};
///
/// let address = Address::Resource(ResourceKind::Data, "aws_ami".into(), "web".into());
/// assert_eq!(address.to_string(), "data.aws_ami.web");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Address {
    /// An input variable.
    Variable(Name),
    /// A local value.
    Local(Name),
    /// An output value.
    Output(Name),
    /// A call of another module.
    Module(Name),
    /// A resource of any kind, with its type and name.
    Resource(ResourceKind, Name, Name),
    /// The configuration of a provider, with its name and possibly an alias.
    Provider(Name, Option<Name>),
    /// A check.
    Check(Name),
}

impl Address {
    /// Returns the address of the object of the module that a traversal refers to, or `None` if it refers to anything else.
    #[must_use]
    pub fn from_traversal(traversal: &Traversal) -> Option<Self> {
        let root = traversal.root_name()?;
        let mut rest = traversal.steps().iter().skip(1).map_while(|step| match step {
            TraversalStep::Attribute { name, .. } => Some(name.clone()),
            _ => None,
        });
        let mut resource = |kind| Some(Self::Resource(kind, rest.next()?, rest.next()?));
        match root.as_str() {
            ROOT_RESOURCE => resource(ResourceKind::Managed),
            names::DATA => resource(ResourceKind::Data),
            names::EPHEMERAL => resource(ResourceKind::Ephemeral),
            ROOT_VARIABLE => rest.next().map(Self::Variable),
            ROOT_LOCAL => rest.next().map(Self::Local),
            names::MODULE => rest.next().map(Self::Module),
            other if OTHER_ROOTS.contains(&other) => None,
            _ => Some(Self::Resource(ResourceKind::Managed, root.clone(), rest.next()?)),
        }
    }
}

impl Address {
    /// Returns the name: the alias of the configuration of a provider, `None` for its default one.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_terraform::{Address, ResourceKind};
    ///
    /// let address = Address::Resource(ResourceKind::Data, "aws_ami".into(), "web".into());
    /// assert_eq!(address.name(), Some("web"));
    /// assert_eq!(address.with_name("api").to_string(), "data.aws_ami.api");
    /// ```
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Variable(name)
            | Self::Local(name)
            | Self::Output(name)
            | Self::Module(name)
            | Self::Check(name)
            | Self::Resource(_, _, name) => Some(name),
            Self::Provider(_, alias) => alias.as_deref(),
        }
    }

    /// Returns whether an object of this kind can have a name: an identifier that is not reserved.
    #[must_use]
    pub fn accepts(&self, name: &str) -> bool {
        let is_reserved = matches!(self, Self::Variable(_)) && RESERVED_VARIABLES.contains(&name);
        is_identifier(name) && !is_reserved
    }

    /// Returns the address of an object of the same kind with another name.
    #[must_use]
    pub fn with_name(&self, name: &str) -> Self {
        let name = name.into();
        match self {
            Self::Variable(_) => Self::Variable(name),
            Self::Local(_) => Self::Local(name),
            Self::Output(_) => Self::Output(name),
            Self::Module(_) => Self::Module(name),
            Self::Check(_) => Self::Check(name),
            Self::Resource(kind, ty, _) => Self::Resource(*kind, ty.clone(), name),
            Self::Provider(provider, _) => Self::Provider(provider.clone(), Some(name)),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable(name) => write!(f, "{ROOT_VARIABLE}.{name}"),
            Self::Local(name) => write!(f, "{ROOT_LOCAL}.{name}"),
            Self::Output(name) => write!(f, "{}.{name}", names::OUTPUT),
            Self::Module(name) => write!(f, "{}.{name}", names::MODULE),
            Self::Resource(ResourceKind::Managed, ty, name) => write!(f, "{ty}.{name}"),
            Self::Resource(kind, ty, name) => write!(f, "{}.{ty}.{name}", kind.block_type()),
            Self::Provider(name, None) => write!(f, "{}.{name}", names::PROVIDER),
            Self::Provider(name, Some(alias)) => write!(f, "{}.{name}.{alias}", names::PROVIDER),
            Self::Check(name) => write!(f, "{}.{name}", names::CHECK),
        }
    }
}
