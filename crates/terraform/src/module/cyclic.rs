//! Whether objects may need each other.

use crate::order::Order;

/// References between objects by number.
#[derive(Debug, Default)]
pub(super) struct Edges(Vec<(u32, u32)>);

impl Edges {
    pub(super) fn add(&mut self, from: usize, to: usize) {
        // A source has fewer than 2^32 bytes, so a module has fewer objects.
        if let (Ok(from), Ok(to)) = (u32::try_from(from), u32::try_from(to)) {
            self.0.push((from, to));
        }
    }

    /// Returns whether some of `count` objects refer to each other in a cycle.
    pub(super) fn has_cycle(mut self, count: usize) -> bool {
        self.0.sort_unstable();
        let of = |number: u32| {
            let start = self.0.partition_point(|(from, _)| *from < number);
            let rest = self.0[start..].iter();
            rest.take_while(move |(from, _)| *from == number)
        };
        let needs = |number: usize| of(number as u32).map(|(_, to)| *to as usize);
        !self.0.is_empty() && Order::of(count, needs).is_cyclic()
    }
}
