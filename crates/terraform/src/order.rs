//! The order in which objects that need each other are read, and the cycles that prevent one.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

use hcl2_diagnostics::{Diagnostic, Span, codes::terraform as codes};

/// Positions in an order in which each comes after those that it needs, as far as they do not need each other.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::Order;
///
/// let needs: [&[usize]; 4] = [&[2], &[3], &[1], &[1]];
/// let order = Order::of(4, |position| needs[position].iter().copied());
/// assert_eq!(order.positions(), [3, 1, 2, 0]);
/// assert_eq!(order.cycles().collect::<Vec<_>>(), [[1, 3]]);
/// ```
#[derive(Debug, Default)]
pub struct Order {
    positions: Vec<usize>,
    /// The places in the order of those that need each other, or themselves.
    cyclic: Vec<Range<usize>>,
}

impl Order {
    /// Orders `count` positions by what each of them `needs`.
    pub fn of<I: Iterator<Item = usize>>(count: usize, mut needs: impl FnMut(usize) -> I) -> Self {
        const NONE: usize = usize::MAX;
        // The algorithm of Tarjan. Those that are found wait until the first of their strongly connected component is left.
        let (mut found, mut lowest, mut is_waiting) =
            (vec![NONE; count], vec![NONE; count], vec![false; count]);
        let (mut waiting, mut path) = (Vec::new(), Vec::new());
        let mut order = Self {
            positions: Vec::with_capacity(count),
            cyclic: Vec::new(),
        };
        let mut number = 0;
        for start in 0..count {
            let mut next = (found[start] == NONE).then_some(start);
            loop {
                if let Some(position) = next.take() {
                    (found[position], lowest[position]) = (number, number);
                    number += 1;
                    is_waiting[position] = true;
                    waiting.push(position);
                    path.push((position, needs(position), false));
                }
                let Some((position, others, needs_itself)) = path.last_mut() else {
                    break;
                };
                let position = *position;
                if let Some(other) = others.next() {
                    *needs_itself |= other == position;
                    if found[other] == NONE {
                        next = Some(other);
                    } else if is_waiting[other] {
                        lowest[position] = lowest[position].min(found[other]);
                    }
                    continue;
                }
                let needs_itself = *needs_itself;
                path.pop();
                if let Some((parent, ..)) = path.last() {
                    lowest[*parent] = lowest[*parent].min(lowest[position]);
                }
                if lowest[position] < found[position] {
                    continue;
                }
                let first = order.positions.len();
                while let Some(member) = waiting.pop() {
                    is_waiting[member] = false;
                    order.positions.push(member);
                    if member == position {
                        break;
                    }
                }
                let members = first..order.positions.len();
                if members.len() > 1 || needs_itself {
                    order.cyclic.push(members);
                }
            }
        }
        order
    }

    /// Returns the positions in order.
    #[must_use]
    pub fn positions(&self) -> &[usize] {
        &self.positions
    }

    /// Returns whether some positions need each other, or themselves.
    #[must_use]
    pub fn is_cyclic(&self) -> bool {
        !self.cyclic.is_empty()
    }

    /// Returns the positions that need each other, directly or not, or themselves: each such group sorted.
    pub fn cycles(&self) -> impl Iterator<Item = Vec<usize>> {
        self.cyclic.iter().map(|members| {
            let mut members = self.positions[members.clone()].to_vec();
            members.sort_unstable();
            members
        })
    }
}

/// Returns a shortest cycle through the first of positions that need each other, which are sorted.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::shortest_cycle;
///
/// let needs: [&[usize]; 3] = [&[1], &[2, 0], &[0]];
/// assert_eq!(shortest_cycle(&[0, 1, 2], |position| needs[position].iter().copied()), [0, 1]);
/// ```
pub fn shortest_cycle<I: Iterator<Item = usize>>(
    members: &[usize],
    mut needs: impl FnMut(usize) -> I,
) -> Vec<usize> {
    let Some(start) = members.first().copied() else {
        return Vec::new();
    };
    let mut came_from: BTreeMap<usize, usize> = BTreeMap::new();
    let mut next = VecDeque::from([start]);
    while let Some(position) = next.pop_front() {
        for to in needs(position) {
            if to == start {
                let mut way = vec![position];
                while let Some(before) = way.last().and_then(|last| came_from.get(last)) {
                    way.push(*before);
                }
                way.reverse();
                return way;
            }
            if members.binary_search(&to).is_ok() && !came_from.contains_key(&to) {
                came_from.insert(to, position);
                next.push_back(to);
            }
        }
    }
    vec![start]
}

/// An object of a cycle: its name, and the place of its reference to the next one, if that is known.
#[derive(Clone, Debug)]
pub struct CycleLink {
    /// The name.
    pub name: String,
    /// The reference to the next object of the cycle, or the object.
    pub span: Option<Span>,
}

/// Reports a shortest cycle through the first of positions that need each other, which are sorted. `link` describes a position
/// by itself and by the next one.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::{CycleLink, cycle_among};
///
/// let needs: [&[usize]; 3] = [&[1], &[2, 0], &[0]];
/// let names = ["`local.a`", "`local.b`", "`local.c`"];
/// let problem = cycle_among(
///     &[0, 1, 2],
///     |position| needs[position].iter().copied(),
///     |from, _| CycleLink { name: names[from].to_owned(), span: None },
/// );
/// assert_eq!(
///     problem.detail,
///     "Each of these needs the next: `local.a`, `local.b`, `local.a`. Remove one of the references."
/// );
/// ```
pub fn cycle_among<I: Iterator<Item = usize>>(
    members: &[usize],
    needs: impl FnMut(usize) -> I,
    mut link: impl FnMut(usize, usize) -> CycleLink,
) -> Diagnostic {
    let cycle = shortest_cycle(members, needs);
    let next = cycle.iter().cycle().skip(1);
    let links: Vec<CycleLink> = cycle
        .iter()
        .zip(next)
        .map(|(from, to)| link(*from, *to))
        .collect();
    reference_cycle(&links)
}

/// Reports a cycle of objects, each of which needs the next and the last the first.
#[must_use]
pub fn reference_cycle(links: &[CycleLink]) -> Diagnostic {
    let problem = Diagnostic::error(codes::REFERENCE_CYCLE, "Reference cycle");
    let [start, rest @ ..] = links else {
        return problem;
    };
    let detail = if rest.is_empty() {
        format!("{} needs its own value. Remove the reference.", start.name)
    } else {
        let named = links.iter().take(MAX_NAMED).map(|link| link.name.clone());
        let left_out = links.len().checked_sub(MAX_NAMED).filter(|more| *more > 0);
        let left_out = left_out.map(|more| format!("and {more} more"));
        let names: Vec<String> = named.chain(left_out).chain([start.name.clone()]).collect();
        format!(
            "Each of these needs the next: {}. Remove one of the references.",
            names.join(", ")
        )
    };
    let mut problem = problem.with_detail(detail);
    if let Some(span) = start.span {
        problem = problem.with_subject(span);
    }
    for (position, from) in rest.iter().take(MAX_NAMED).enumerate() {
        let to = rest.get(position + 1).unwrap_or(start);
        if let Some(span) = from.span {
            problem = problem.with_label(span, format!("{} needs {}", from.name, to.name));
        }
    }
    problem
}

/// How many objects of a cycle are named, at its start.
const MAX_NAMED: usize = 16;

/// An object, and what it needs.
#[derive(Debug)]
pub(crate) struct Needs {
    pub(crate) span: Span,
    /// The positions of the objects it needs, with the ranges of the references.
    pub(crate) of: Vec<(usize, Span)>,
}

impl Needs {
    pub(crate) fn nothing(span: Span) -> Self {
        Self { span, of: Vec::new() }
    }
}

/// Reports the first reference cycles among objects, each of which has a `name` by its position: one of all objects that
/// need each other, starting with the object declared first.
pub(crate) fn reference_cycles(objects: &[Needs], name: impl Fn(usize) -> String) -> Vec<Diagnostic> {
    let needs = |position: usize| objects[position].of.iter().map(|(to, _)| *to);
    let mut cyclic: Vec<Vec<usize>> = Order::of(objects.len(), needs).cycles().collect();
    cyclic.sort_unstable();
    let link = |from: usize, to: usize| {
        let reference = objects[from].of.iter().find(|(other, _)| *other == to);
        CycleLink {
            name: name(from),
            span: Some(reference.map_or(objects[from].span, |(_, span)| *span)),
        }
    };
    let described = |members: Vec<usize>| cycle_among(&members, needs, link);
    cyclic.into_iter().take(MAX_CYCLES).map(described).collect()
}

/// How many cycles are reported.
const MAX_CYCLES: usize = 100;
