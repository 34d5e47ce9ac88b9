//! The messages of versions 5 and 6 of Terraform's provider protocol, by their field numbers.
//!
//! Both versions have the same messages, except for the attributes of schemas and the names of some methods; so each
//! message is defined once.

/// Defines messages: the name of each field, its type, its kind in the notation of prost, and its number.
macro_rules! messages {
    ($($(#[$of_message:meta])* $message:ident { $($(#[$of_field:meta])* $field:ident: $ty:ty [$($kind:tt)*] $tag:tt;)* })*) => {
        $(
            $(#[$of_message])*
            #[derive(Clone, PartialEq, prost::Message)]
            pub(crate) struct $message {
                $(
                    $(#[$of_field])*
                    #[prost($($kind)*, tag = $tag)]
                    pub(crate) $field: $ty,
                )*
            }
        )*
    };
}

mod calls;
mod common;
mod schemas;

pub(crate) use calls::*;
pub(crate) use common::*;
pub(crate) use schemas::*;

/// A version of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Version {
    Five,
    Six,
}

impl Version {
    /// The versions, the preferred one first.
    pub(crate) const ALL: [Self; 2] = [Self::Six, Self::Five];

    pub(crate) const fn number(self) -> u8 {
        match self {
            Self::Five => 5,
            Self::Six => 6,
        }
    }
}

/// The methods whose names differ: in version 5, and in version 6.
const RENAMED: [(&str, &str); 6] = [
    ("GetSchema", "GetProviderSchema"),
    ("PrepareProviderConfig", "ValidateProviderConfig"),
    ("ValidateResourceTypeConfig", "ValidateResourceConfig"),
    ("ValidateDataSourceConfig", "ValidateDataResourceConfig"),
    ("Configure", "ConfigureProvider"),
    ("Stop", "StopProvider"),
];

/// Returns the path of a method, by its name in version 6.
pub(crate) fn path(version: Version, method: &str) -> String {
    let name = match version {
        Version::Six => method,
        Version::Five => {
            let renamed = RENAMED.iter().find(|(_, new)| *new == method);
            renamed.map_or(method, |(old, _)| old)
        }
    };
    format!("/tfplugin{}.Provider/{name}", version.number())
}

/// Returns the version and the method, by its name in version 6, that a path calls.
pub(crate) fn method(path: &str) -> Option<(Version, &str)> {
    if let Some(method) = path.strip_prefix("/tfplugin6.Provider/") {
        return Some((Version::Six, method));
    }
    let method = path.strip_prefix("/tfplugin5.Provider/")?;
    let renamed = RENAMED.iter().find(|(old, _)| *old == method);
    Some((Version::Five, renamed.map_or(method, |(_, new)| new)))
}
