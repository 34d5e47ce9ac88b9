//! The conditions on cases and differences under which divergence rules apply.
//!
//! A predicate computes the result of the reference, or a violation of the specification, from the case alone; it never
//! trusts our result.

mod bodies;
mod conversion;
mod json_ranges;
mod message;
#[cfg(test)]
mod tests;
mod types;
mod wire;

use crate::case::Case;
use crate::compare::Difference;
use conversion::Habit;
use message::Violation;

/// A condition of a divergence rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Predicate {
    /// Ranges after an escape in a JSON string are counted in the decoded string.
    RangesAfterEscape,
    /// An invalid escape in a JSON string is reported at the character after it.
    InvalidEscape,
    /// A set with unknown parts became an unknown list of the set's own element type.
    PartlyUnknownSet,
    /// The case expects a value of another type than the target.
    OtherTypeThanTarget,
    /// A null in a collection or an object has lost its marks.
    MarkedNull,
    /// The case unifies types to one to which not all of them convert.
    UnconvertibleResult,
    /// The specification requires an attribute more than once.
    RequiredAttributeIsThere,
    /// A block whose `for_each` is unknown has no place for missing items.
    MissingItemOfUnknown,
    /// Only blocks that a schema took from a body remain in it.
    TakenBlocksRemain,
    /// Bytes follow the value of the message.
    WireTrailingBytes,
    /// A string or a key is not UTF-8.
    WireInvalidUtf8,
    /// An empty array stands for a tuple that has elements.
    WireEmptyTuple,
    /// An empty map stands for an object that has attributes.
    WireEmptyObject,
    /// A key occurs more than once in a map.
    WireDuplicateKey,
    /// A key is binary data or null.
    WireKeyIsNoString,
    /// Binary data stands for a string.
    WireBinaryString,
    /// A part of a refinement is null.
    WireNullRefinement,
    /// An extension has a code that is not that of refinements.
    WireExtensionCode,
    /// A refinement has a key that the wire format does not define.
    WireUnknownRefinement,
}

impl Predicate {
    /// Returns whether it holds for a case and its difference.
    pub(crate) fn applies(self, case: &Case, difference: &Difference) -> bool {
        let accepted = |violation| wire::accepted(violation, case, difference);
        let refused = |violation| wire::refused(violation, case, difference);
        let holds = match self {
            Self::RangesAfterEscape => json_ranges::after_escape(case, difference),
            Self::InvalidEscape => json_ranges::invalid_escape(case, difference),
            Self::PartlyUnknownSet => conversion::shows(Habit::ListsOfSets, case, difference),
            Self::OtherTypeThanTarget => match types::type_with_optional_attributes(difference) {
                Some(true) => Some(true),
                _ if case.kind == "convert" => conversion::shows(Habit::OtherTypes, case, difference),
                other => other,
            },
            Self::MarkedNull => conversion::shows(Habit::BareNulls, case, difference),
            Self::UnconvertibleResult => types::unconvertible_result(case, difference),
            Self::RequiredAttributeIsThere => bodies::required_attribute_is_there(case, difference),
            Self::MissingItemOfUnknown => bodies::missing_item_of_unknown(case, difference),
            Self::TakenBlocksRemain => bodies::taken_blocks_remain(case, difference),
            Self::WireTrailingBytes => accepted(Violation::TrailingBytes),
            Self::WireInvalidUtf8 => accepted(Violation::InvalidUtf8),
            Self::WireEmptyTuple => accepted(Violation::EmptyTuple),
            Self::WireEmptyObject => accepted(Violation::EmptyObject),
            Self::WireDuplicateKey => accepted(Violation::DuplicateKey),
            Self::WireKeyIsNoString => accepted(Violation::KeyIsNoString),
            Self::WireBinaryString => accepted(Violation::BinaryString),
            Self::WireNullRefinement => accepted(Violation::NullRefinement),
            Self::WireExtensionCode => refused(Violation::ExtensionCode),
            Self::WireUnknownRefinement => refused(Violation::UnknownRefinement),
        };
        holds.unwrap_or(false)
    }
}
