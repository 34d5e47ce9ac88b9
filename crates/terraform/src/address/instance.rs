//! Addresses of instances of modules and resources.

use std::fmt::{self, Write};
use std::sync::Arc;

use hcl2_model::{Name, Quoted};
use hcl2_value::{Str, Value, is_printable};

use super::{Address, ResourceKind};

/// The key of one of several instances.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InstanceKey {
    /// An index, by `count`.
    Index(u64),
    /// A key, by `for_each`.
    Name(Str),
    /// That of instances whose keys are not known, for all of them. Displayed as `[*]`.
    Unknown,
}

impl InstanceKey {
    /// Returns the key as a value: a number or a string, or an unknown one.
    #[must_use]
    pub fn value(&self) -> Value {
        match self {
            Self::Index(index) => Value::from(*index),
            Self::Name(name) => Value::from(name.clone()),
            Self::Unknown => Value::DYNAMIC,
        }
    }
}

/// Displays the key in brackets. Characters that cannot be seen are escaped.
impl fmt::Display for InstanceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index(index) => write!(f, "[{index}]"),
            Self::Unknown => f.write_str("[*]"),
            Self::Name(name) => {
                f.write_char('[')?;
                for character in Quoted(name).to_string().chars() {
                    match u32::from(character) {
                        _ if is_printable(character) => f.write_char(character)?,
                        code @ ..0x1_0000 => write!(f, "\\u{code:04x}")?,
                        code => write!(f, "\\U{code:08x}")?,
                    }
                }
                f.write_char(']')
            }
        }
    }
}

/// A call on the way to a module instance: its name and the key of the instance.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModuleStep {
    /// The name of the call.
    pub name: Name,
    /// The key of the instance, if the call has several.
    pub key: Option<InstanceKey>,
}

/// The address of a module instance: the calls from the root module to it. Displayed as `module.a["k"].module.b`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModuleAddress(Arc<[ModuleStep]>);

impl ModuleAddress {
    /// Returns the calls from the root module.
    #[must_use]
    pub fn steps(&self) -> &[ModuleStep] {
        &self.0
    }

    /// Returns whether this is the root module.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the address of an instance of a module that this one calls.
    #[must_use]
    pub fn child(&self, name: &Name, key: Option<InstanceKey>) -> Self {
        let step = ModuleStep {
            name: name.clone(),
            key,
        };
        Self(self.0.iter().cloned().chain([step]).collect())
    }

    /// Returns whether it stands for an unknown number of instances of a call.
    #[must_use]
    pub fn has_unknown_key(&self) -> bool {
        let mut keys = self.0.iter().map(|step| step.key.as_ref());
        keys.any(|key| key == Some(&InstanceKey::Unknown))
    }

    /// Returns the address without the keys of instances.
    #[must_use]
    pub fn without_keys(&self) -> Self {
        let steps = self.0.iter().map(|step| ModuleStep {
            name: step.name.clone(),
            key: None,
        });
        Self(steps.collect())
    }

    /// Returns the address of a module of the tree below one that this one starts from: the calls of both.
    #[must_use]
    pub fn join(&self, inner: &Self) -> Self {
        self.0.iter().chain(inner.steps()).cloned().collect()
    }

    /// Returns the prefix of addresses in the module: its own address and a dot, or nothing for the root module.
    #[must_use]
    pub fn prefix(&self) -> String {
        if self.is_root() {
            String::new()
        } else {
            format!("{self}.")
        }
    }
}

impl FromIterator<ModuleStep> for ModuleAddress {
    fn from_iter<I: IntoIterator<Item = ModuleStep>>(steps: I) -> Self {
        Self(steps.into_iter().collect())
    }
}

impl fmt::Display for ModuleAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_char('.')?;
            }
            f.write_str("module.")?;
            f.write_str(&step.name)?;
            if let Some(key) = &step.key {
                key.fmt(f)?;
            }
        }
        Ok(())
    }
}

/// The address of a resource, or of an instance of one.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::ResourceAddress;
///
/// let disk: ResourceAddress = "module.net[\"a\"].acme_disk.d[0]".parse()?;
/// assert_eq!(disk.module.to_string(), "module.net[\"a\"]");
/// assert_eq!(disk.without_key().to_string(), "module.net[\"a\"].acme_disk.d");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ResourceAddress {
    /// The module instance.
    pub module: ModuleAddress,
    /// The kind of resource.
    pub kind: ResourceKind,
    /// The type.
    pub ty: Name,
    /// The name.
    pub name: Name,
    /// The key of the instance, if there are several.
    pub key: Option<InstanceKey>,
}

impl ResourceAddress {
    /// Returns the address of the resource in its module.
    #[must_use]
    pub fn in_module(&self) -> Address {
        Address::Resource(self.kind, self.ty.clone(), self.name.clone())
    }

    /// Returns the address of the resource, of which this is an instance.
    #[must_use]
    pub fn without_key(&self) -> Self {
        Self {
            key: None,
            ..self.clone()
        }
    }

    /// Returns whether it stands for an unknown number of instances: of the resource or of a call on the way to it.
    #[must_use]
    pub fn is_of_unknown_instances(&self) -> bool {
        self.module.has_unknown_key() || self.key == Some(InstanceKey::Unknown)
    }

    /// Returns whether it is an instance of a resource, whose address has no key.
    #[must_use]
    pub fn is_instance_of(&self, resource: &Self) -> bool {
        (&self.module, self.kind, &self.ty, &self.name)
            == (&resource.module, resource.kind, &resource.ty, &resource.name)
    }

    /// Returns the order of instances in lists of changes: by module, data sources first, then type, name and key.
    pub fn order(&self) -> impl Ord + use<> {
        let is_managed = self.kind == ResourceKind::Managed;
        let module = self.module.clone();
        (
            module.steps().len(),
            module,
            is_managed,
            self.ty.clone(),
            self.name.clone(),
            self.key.clone(),
        )
    }
}

impl fmt::Display for ResourceAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.module.is_root() {
            self.module.fmt(f)?;
            f.write_char('.')?;
        }
        self.in_module().fmt(f)?;
        self.key.as_ref().map_or(Ok(()), |key| key.fmt(f))
    }
}
