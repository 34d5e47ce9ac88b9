//! Nodes of one kind, packed.

use super::List;

/// A node that is stored in few bytes if its numbers are of typical size, because the memory of a large tree costs more
/// time than packing it.
pub(super) trait Pack: Copy {
    /// The stored form of a node, or of the index of a node that is not packed.
    type Packed: Copy + std::fmt::Debug;

    /// Packs the node, if all numbers fit.
    fn pack(self) -> Option<Self::Packed>;

    /// Returns the stored form of an index, in place of a node that is not packed.
    fn elsewhere(index: u32) -> Self::Packed;

    /// Unpacks a node.
    ///
    /// # Errors
    ///
    /// The index of a node that is not packed.
    fn unpack(packed: Self::Packed) -> Result<Self, u32>;
}

/// The few nodes of one kind that are not packed; boxed, because most trees have none and should be small.
#[derive(Clone, Debug)]
#[expect(
    clippy::box_collection,
    reason = "a vector in place would take the room of three of these"
)]
pub(super) struct Wide<T>(Option<Box<Vec<T>>>);

impl<T> Default for Wide<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Copy> Wide<T> {
    /// Adds a node and returns its index.
    #[cold]
    #[inline(never)]
    pub(super) fn push(&mut self, node: T) -> u32 {
        let nodes = self.0.get_or_insert_default();
        nodes.push(node);
        nodes.len() as u32 - 1
    }

    /// Returns the node at `index`.
    #[inline]
    pub(super) fn get(&self, index: u32) -> T {
        self.0.as_deref().map_or(&[][..], Vec::as_slice)[index as usize]
    }

    /// Returns the number of nodes.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |nodes| nodes.len())
    }
}

/// The nodes of one kind.
#[derive(Clone, Debug)]
pub(super) struct Table<T: Pack> {
    packed: Vec<T::Packed>,
    wide: Wide<T>,
}

impl<T: Pack> Default for Table<T> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<T: Pack> Table<T> {
    /// A table without nodes.
    pub(super) const EMPTY: Self = Self {
        packed: Vec::new(),
        wide: Wide(None),
    };

    /// Reserves room for `count` nodes.
    pub(super) fn reserve(&mut self, count: usize) {
        self.packed.reserve(count);
    }

    /// Frees excess capacity.
    pub(super) fn shrink(&mut self) {
        shrink(&mut self.packed);
    }

    /// Returns the number of nodes.
    pub(super) fn len(&self) -> usize {
        self.packed.len()
    }

    /// Adds a node.
    #[inline]
    pub(super) fn push(&mut self, node: T) {
        let packed = node.pack().unwrap_or_else(|| self.put_elsewhere(node));
        self.packed.push(packed);
    }

    #[cold]
    fn put_elsewhere(&mut self, node: T) -> T::Packed {
        T::elsewhere(self.wide.push(node))
    }

    /// Moves the elements from the index `from` on out of `pending` into the table.
    pub(super) fn commit(&mut self, pending: &mut Vec<T>, from: usize) -> List<T> {
        let start = self.len();
        for node in pending.drain(from..) {
            self.push(node);
        }
        List::new(start, self.len() - start)
    }

    /// Returns the node at `index`.
    #[inline]
    pub(super) fn get(&self, index: usize) -> T {
        node(self.packed[index], &self.wide)
    }

    /// Returns the nodes of a list.
    #[inline]
    pub(super) fn list(&self, list: List<T>) -> Nodes<'_, T> {
        Nodes {
            packed: &self.packed[list.range()],
            wide: &self.wide,
        }
    }
}

/// The nodes of a [`List`] as they are stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nodes<'f, T: Pack> {
    packed: &'f [T::Packed],
    wide: &'f Wide<T>,
}

impl<'f, T: Pack> Nodes<'f, T> {
    #[inline]
    pub(super) fn len(self) -> usize {
        self.packed.len()
    }

    #[inline]
    pub(super) fn get(self, index: usize) -> Option<T> {
        self.packed.get(index).map(|packed| node(*packed, self.wide))
    }

    /// Returns the nodes from `index` on.
    #[inline]
    pub(super) fn from(self, index: usize) -> Self {
        Self {
            packed: self.packed.get(index..).unwrap_or_default(),
            ..self
        }
    }

    /// Returns the first `count` nodes.
    #[inline]
    pub(super) fn before(self, count: usize) -> Self {
        Self {
            packed: self.packed.get(..count).unwrap_or(self.packed),
            ..self
        }
    }

    #[inline]
    pub(super) fn last(self) -> Option<T> {
        self.packed.last().map(|packed| node(*packed, self.wide))
    }

    #[inline]
    pub(super) fn iter(self) -> impl DoubleEndedIterator<Item = T> + ExactSizeIterator + use<'f, T> {
        self.packed.iter().map(move |packed| node(*packed, self.wide))
    }
}

/// Returns the node that is stored as `packed`, or among the `wide` ones.
#[inline]
fn node<T: Pack>(packed: T::Packed, wide: &Wide<T>) -> T {
    T::unpack(packed).unwrap_or_else(|index| wide.get(index))
}

/// Returns whether `number` fits into `bits` bits.
pub(super) const fn fits(number: u32, bits: u32) -> bool {
    number >> bits == 0
}

/// Returns `count` bits of `word` from the bit `from` on.
pub(super) const fn bits(word: u32, from: u32, count: u32) -> u32 {
    word >> from & ((1 << count) - 1)
}

/// Frees the excess capacity of `nodes` if it is more than a quarter of their number and not negligible.
pub(super) fn shrink<T>(nodes: &mut Vec<T>) {
    if nodes.capacity() > nodes.len() + nodes.len() / 4 + 8 {
        nodes.shrink_to_fit();
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::fmt::Debug;

    use proptest::prelude::*;

    use super::*;
    use crate::tree::{Attribute, Call, ExprId, Step, Text, TextRange};

    /// Generates numbers of any size, all near a power of two.
    pub(in crate::tree) fn number() -> impl Strategy<Value = u32> {
        (0..=31u32, -1..=1i32, 0..8u32).prop_map(|(bits, more, low)| {
            (1u32 << bits).wrapping_add_signed(more).wrapping_add(low) & (u32::MAX >> 1)
        })
    }

    /// Generates ranges of any size, possibly empty.
    pub(in crate::tree) fn range() -> impl Strategy<Value = TextRange> {
        (number(), prop_oneof![Just(0), number()])
            .prop_map(|(start, length)| TextRange::new(start, start.saturating_add(length)))
    }

    pub(in crate::tree) fn id() -> impl Strategy<Value = ExprId> {
        number().prop_map(|index| ExprId::new(index as usize))
    }

    pub(in crate::tree) fn list<T>() -> impl Strategy<Value = List<T>> {
        (number(), number()).prop_map(|(start, len)| List::new(start as usize, len as usize))
    }

    /// Generates offsets near the end of `range`, or anywhere.
    fn offset(range: TextRange) -> impl Strategy<Value = u32> {
        prop_oneof![
            (0..20u32).prop_map(move |more| range.end.saturating_add(more)),
            number()
        ]
    }

    fn attribute() -> impl Strategy<Value = Attribute> {
        let attribute = |name| (Just(name), offset(name), offset(name), id());
        let made = |(name, equals, end, value)| Attribute {
            name,
            equals,
            end,
            value,
        };
        range().prop_flat_map(attribute).prop_map(made)
    }

    fn call() -> impl Strategy<Value = Call> {
        let call = |name_range: TextRange| {
            let name = prop_oneof![Just(name_range), range()].prop_map(Text::source);
            let open = prop_oneof![Just(name_range.end), offset(name_range)];
            let places = (
                prop::option::of(offset(name_range)),
                prop::option::of(offset(name_range)),
            );
            (Just(name_range), name, open, list(), places)
        };
        let made = |(name_range, name, open, arguments, (ellipsis, close))| Call {
            name_range,
            name,
            open,
            arguments,
            ellipsis,
            close,
        };
        range().prop_flat_map(call).prop_map(made)
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            (range(), 0..40u32).prop_map(|(name, before)| Step::Attribute {
                dot: name.start.saturating_sub(before),
                name,
            }),
            (number(), range()).prop_map(|(dot, name)| Step::Attribute { dot, name }),
            (number(), id(), number()).prop_map(|(dot, key, end)| Step::LegacyIndex { dot, key, end }),
            (number(), id(), number()).prop_map(|(open, key, end)| Step::Index { open, key, end }),
            (number(), number()).prop_map(|(dot, end)| Step::AttributeSplat { dot, end }),
            (number(), number()).prop_map(|(open, end)| Step::FullSplat { open, end }),
            (number(), number()).prop_map(|(dot, end)| Step::Missing { dot, end }),
        ]
    }

    /// Asserts that nodes are found again one by one and as a list.
    fn check<T: Pack + PartialEq + Debug>(nodes: &[T]) -> Result<(), TestCaseError> {
        let mut table = Table::default();
        let list = table.commit(&mut nodes.to_vec(), 0);
        let found: Vec<T> = (0..table.len()).map(|index| table.get(index)).collect();
        prop_assert_eq!(&found, nodes);
        let found: Vec<T> = table.list(list).iter().collect();
        prop_assert_eq!(&found, nodes);
        Ok(())
    }

    fn several<T: Debug>(node: impl Strategy<Value = T>) -> impl Strategy<Value = Vec<T>> {
        prop::collection::vec(node, 1..20)
    }

    proptest! {
        #[test]
        fn attributes_are_found_again(nodes in several(attribute())) {
            check(&nodes)?;
        }

        #[test]
        fn calls_are_found_again(nodes in several(call())) {
            check(&nodes)?;
        }

        #[test]
        fn steps_are_found_again(nodes in several(step())) {
            check(&nodes)?;
        }
    }

    #[test]
    fn nodes_of_ordinary_size_are_packed() {
        let name = TextRange::new(10, 15);
        let value = ExprId::new(3);
        let attribute = Attribute {
            name,
            equals: 20,
            end: 90,
            value,
        };
        assert!(attribute.pack().is_some());
        let arguments = List::new(5, 2);
        let call = Call {
            name_range: name,
            name: Text::source(name),
            open: 15,
            arguments,
            ellipsis: None,
            close: Some(60),
        };
        assert!(call.pack().is_some());
        assert!(Step::Attribute { dot: 9, name }.pack().is_some());
    }

    #[test]
    fn a_part_of_a_list_is_a_list() {
        let steps = [10, 20, 30].map(|dot| Step::Missing { dot, end: dot + 1 });
        let mut table = Table::default();
        let list = table.commit(&mut steps.to_vec(), 0);
        let nodes = table.list(list);
        let ends = (nodes.get(0), nodes.last(), nodes.get(3));
        assert_eq!(ends, (Some(steps[0]), Some(steps[2]), None));
        assert_eq!(nodes.from(1).before(1).iter().collect::<Vec<_>>(), steps[1..2]);
        assert_eq!(nodes.before(9).len(), 3);
        assert!(nodes.from(3).len() == 0 && nodes.from(9).len() == 0);
    }
}
