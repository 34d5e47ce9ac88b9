//! Rust types that hold nested objects or blocks.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use hcl2_value::Knowable;
use hcl2_wire::schema::Nesting;

use super::{Definition, Schema};

/// A Rust type for nested objects or blocks: a struct with a schema, or an `Option`, a list, a set or a map of them.
///
/// # Examples
///
/// ```
/// use std::collections::BTreeMap;
///
/// use hcl2_provider::Schema;
/// use hcl2_provider::schema::Nested;
/// use hcl2_wire::schema::Nesting;
///
/// #[derive(Schema)]
/// struct Disk {
///     size: u32,
/// }
///
/// assert_eq!(<Vec<Disk>>::NESTING, Nesting::List);
/// assert_eq!(<BTreeMap<String, Disk>>::NESTING, Nesting::Map);
/// assert!(<Option<Disk>>::OPTIONAL);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type of nested objects or blocks",
    note = "use a struct with `#[derive(Schema)]`, or an `Option`, `Vec`, set or map of such structs"
)]
pub trait Nested {
    /// How the objects become one value.
    const NESTING: Nesting;
    /// Whether the objects may be missing.
    const OPTIONAL: bool;

    /// Returns the schema of each object.
    #[must_use]
    fn definition() -> Definition;
}

impl<T: Nested> Nested for Option<T> {
    const NESTING: Nesting = T::NESTING;
    const OPTIONAL: bool = true;

    fn definition() -> Definition {
        T::definition()
    }
}

impl<T: Nested> Nested for Knowable<T> {
    const NESTING: Nesting = T::NESTING;
    const OPTIONAL: bool = T::OPTIONAL;

    fn definition() -> Definition {
        T::definition()
    }
}

macro_rules! collections {
    ($($ty:ty: $nesting:ident)*) => {
        $(
            impl<T: Schema> Nested for $ty {
                const NESTING: Nesting = Nesting::$nesting;
                const OPTIONAL: bool = false;

                fn definition() -> Definition {
                    T::definition()
                }
            }
        )*
    };
}

collections! {
    Vec<T>: List
    BTreeSet<T>: Set
    HashSet<T>: Set
    BTreeMap<String, T>: Map
    HashMap<String, T>: Map
}
