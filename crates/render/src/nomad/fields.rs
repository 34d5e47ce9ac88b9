//! What the tables of blocks are made of.

/// A block: its arguments and blocks in the order of their JSON.
#[derive(Debug)]
pub(super) struct Object(pub(super) &'static [Field]);

/// A property of JSON.
#[derive(Debug)]
pub(super) struct Field {
    /// The name of the property.
    pub(super) name: &'static str,
    /// The name of the argument or block; empty for a label and for what only servers set.
    pub(super) hcl: &'static str,
    pub(super) ty: Type,
    /// The value if nothing sets it.
    pub(super) absent: Absent,
}

/// The type of a property.
#[derive(Clone, Copy, Debug)]
pub(super) enum Type {
    Text,
    Bool,
    Number,
    /// A whole number in a range.
    Within(i64, i64),
    /// Nanoseconds, from a string such as `"30s"` or a number.
    Duration,
    Texts,
    /// Whole numbers in a range.
    NumbersWithin(i64, i64),
    /// Strings by name, as a block.
    TextMap,
    /// Strings by name, as an argument.
    TextMapArgument,
    /// Strings by name, as an argument or as a block.
    TextMapOrArgument,
    /// Lists of strings by name.
    TextsMap,
    /// A block with any arguments and blocks.
    Any,
    /// The label of the block.
    Label,
    /// At most one block.
    One(&'static Object),
    Many(&'static Object),
    /// Blocks by their labels.
    ByLabel(&'static Object),
    /// A value that nothing sets.
    Fixed,
}

/// The value of a property that nothing sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Absent {
    Is(Zero),
    /// The property is missing.
    Missing,
    /// The argument is required.
    Error,
}

/// A value without content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Zero {
    Null,
    Text,
    Number,
    False,
}

/// Returns a property that is null if nothing sets it.
pub(super) const fn null(name: &'static str, hcl: &'static str, ty: Type) -> Field {
    let absent = Absent::Is(Zero::Null);
    Field {
        name,
        hcl,
        ty,
        absent,
    }
}

/// Returns a property that is empty, false or 0 if nothing sets it.
pub(super) const fn zero(name: &'static str, hcl: &'static str, ty: Type) -> Field {
    let zero = match ty {
        Type::Bool => Zero::False,
        Type::Number | Type::Within(..) | Type::Duration => Zero::Number,
        _ => Zero::Text,
    };
    let absent = Absent::Is(zero);
    Field {
        name,
        hcl,
        ty,
        absent,
    }
}

/// Returns a property that is missing if nothing sets it.
pub(super) const fn omitted(name: &'static str, hcl: &'static str, ty: Type) -> Field {
    let absent = Absent::Missing;
    Field {
        name,
        hcl,
        ty,
        absent,
    }
}

/// Returns a property whose argument is required.
pub(super) const fn required(name: &'static str, hcl: &'static str, ty: Type) -> Field {
    let absent = Absent::Error;
    Field {
        name,
        hcl,
        ty,
        absent,
    }
}

/// Returns a property that only servers set.
pub(super) const fn fixed(name: &'static str, zero: Zero) -> Field {
    let absent = Absent::Is(zero);
    Field {
        name,
        hcl: "",
        ty: Type::Fixed,
        absent,
    }
}
