//! Reference cycles: objects that need each other.

use std::collections::{HashMap, HashSet};

use hcl2_diagnostics::{Diagnostic, Span, codes::terraform as codes};

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

/// Reports the first reference cycles among objects, each of which has a `name` by its position.
pub(crate) fn reference_cycles(objects: &[Needs], name: impl Fn(usize) -> String) -> Vec<Diagnostic> {
    let objects = Objects(objects);
    let circles = objects.circles();
    circles
        .iter()
        .map(|circle| objects.described(circle, &name))
        .collect()
}

struct Objects<'n>(&'n [Needs]);

impl Objects<'_> {
    /// Returns the first cycles, each starting with the object declared first: one of all objects that need each other.
    fn circles(&self) -> Vec<Vec<usize>> {
        let knots = self.knots();
        let mut circles = Vec::new();
        let mut done = HashSet::new();
        for start in 0..self.0.len() {
            if circles.len() == MAX_CYCLES {
                break;
            }
            if !done.contains(&knots[start])
                && let Some(circle) = self.way_back(start, &knots)
            {
                done.insert(knots[start]);
                circles.push(circle);
            }
        }
        circles
    }

    /// Returns the number of the strongly connected component of each object: of those that need each other, directly or
    /// not.
    fn knots(&self) -> Vec<usize> {
        const NONE: usize = usize::MAX;
        let count = self.0.len();
        let (mut order, mut lowest, mut knots) = (vec![NONE; count], vec![NONE; count], vec![NONE; count]);
        // Objects without a number yet, and the path to the current one with the next of its needs.
        let (mut waiting, mut path): (Vec<usize>, Vec<(usize, usize)>) = Default::default();
        let (mut visited, mut found) = (0, 0);
        for start in 0..count {
            if order[start] == NONE {
                path.push((start, 0));
            }
            while let Some((position, next)) = path.pop() {
                if next == 0 {
                    (order[position], lowest[position]) = (visited, visited);
                    visited += 1;
                    waiting.push(position);
                }
                match self.0[position].of.get(next) {
                    Some((to, _)) => {
                        path.push((position, next + 1));
                        if order[*to] == NONE {
                            path.push((*to, 0));
                        } else if knots[*to] == NONE {
                            lowest[position] = lowest[position].min(order[*to]);
                        }
                    }
                    None => {
                        if lowest[position] == order[position] {
                            while let Some(member) = waiting.pop() {
                                knots[member] = found;
                                if member == position {
                                    break;
                                }
                            }
                            found += 1;
                        }
                        if let Some((parent, _)) = path.last() {
                            lowest[*parent] = lowest[*parent].min(lowest[position]);
                        }
                    }
                }
            }
        }
        knots
    }

    /// Returns a shortest path from an object back to itself.
    fn way_back(&self, start: usize, knots: &[usize]) -> Option<Vec<usize>> {
        let mut came_from: HashMap<usize, usize> = HashMap::new();
        let mut next = std::collections::VecDeque::from([start]);
        while let Some(position) = next.pop_front() {
            for (to, _) in &self.0[position].of {
                if *to == start {
                    let mut way = vec![position];
                    while let Some(before) = way.last().and_then(|last| came_from.get(last)) {
                        way.push(*before);
                    }
                    way.reverse();
                    return Some(way);
                }
                if knots[*to] == knots[start] && !came_from.contains_key(to) {
                    came_from.insert(*to, position);
                    next.push_back(*to);
                }
            }
        }
        None
    }

    fn described(&self, circle: &[usize], name: &impl Fn(usize) -> String) -> Diagnostic {
        let [start, rest @ ..] = circle else {
            return Diagnostic::error(codes::REFERENCE_CYCLE, SUMMARY);
        };
        let detail = if rest.is_empty() {
            format!("{} needs its own value. Remove the reference.", name(*start))
        } else {
            let named = circle.iter().take(MAX_NAMED).map(|position| name(*position));
            let left_out = circle.len().checked_sub(MAX_NAMED).filter(|more| *more > 0);
            let left_out = left_out.map(|more| format!("and {more} more"));
            let names: Vec<String> = named.chain(left_out).chain([name(*start)]).collect();
            format!(
                "Each of these needs the next: {}. Remove one of the references.",
                names.join(", ")
            )
        };
        let reference = |from: usize, to: usize| {
            let found = self.0[from].of.iter().find(|(other, _)| *other == to);
            found.map_or(self.0[from].span, |(_, span)| *span)
        };
        let second = rest.first().unwrap_or(start);
        let mut diagnostic = Diagnostic::error(codes::REFERENCE_CYCLE, SUMMARY)
            .with_detail(detail)
            .with_subject(reference(*start, *second));
        for (position, from) in rest.iter().take(MAX_NAMED).enumerate() {
            let to = rest.get(position + 1).unwrap_or(start);
            diagnostic = diagnostic.with_label(
                reference(*from, *to),
                format!("{} needs {}", name(*from), name(*to)),
            );
        }
        diagnostic
    }
}

const SUMMARY: &str = "Reference cycle";

/// How many cycles are reported.
const MAX_CYCLES: usize = 100;

/// How many objects of a cycle are named, at its start.
const MAX_NAMED: usize = 16;
