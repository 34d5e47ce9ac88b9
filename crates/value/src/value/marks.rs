//! The marks of values and of their parts.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::{Marked, Path, Repr, Value};
use crate::shared::Visited;
use crate::{Mark, Marks};

/// Maximum number by which the steps of all paths to marked parts may exceed the number of stored parts. Beyond it,
/// all marks are on the value itself.
const MAX_PATH_STEPS: usize = 1 << 20;

/// Marks.
impl Value {
    /// Returns whether the value itself is marked.
    #[must_use]
    pub fn is_marked(&self) -> bool {
        matches!(self.0, Repr::Marked(_))
    }

    /// Returns whether the value or any part of it is marked.
    #[must_use]
    pub fn contains_marked(&self) -> bool {
        match &self.0 {
            Repr::Marked(_) => true,
            Repr::List(node) | Repr::Set(node) | Repr::Map(node) | Repr::Tuple(node) | Repr::Object(node) => {
                node.0.contains_marks
            }
            _ => false,
        }
    }

    /// Returns the marks of the value itself, not of its parts.
    #[must_use]
    pub fn marks(&self) -> Marks {
        match &self.0 {
            Repr::Marked(marked) => marked.marks.clone(),
            _ => Marks::NONE,
        }
    }

    /// Returns the value with one more mark.
    #[must_use]
    pub fn with_mark(self, mark: Mark) -> Self {
        self.with_marks(&Marks::from_iter([mark]))
    }

    /// Returns the value with these marks added to those it has.
    #[must_use]
    pub fn with_marks(self, marks: &Marks) -> Self {
        if marks.is_empty() {
            return self;
        }
        let (value, marks) = match self.0 {
            Repr::Marked(marked) => (marked.value.clone(), marked.marks.union(marks)),
            repr => (Self(repr), marks.clone()),
        };
        Self(Repr::Marked(Arc::new(Marked { value, marks })))
    }

    /// Returns the value without its own marks, and these marks. Its parts keep theirs.
    #[must_use]
    pub fn unmark(&self) -> (Self, Marks) {
        match &self.0 {
            Repr::Marked(marked) => (marked.value.clone(), marked.marks.clone()),
            _ => (self.clone(), Marks::NONE),
        }
    }

    /// Returns the value without any marks on it or its parts, and all these marks.
    #[must_use]
    pub fn unmark_deep(&self) -> (Self, Marks) {
        if !self.contains_marked() {
            return (self.clone(), Marks::NONE);
        }
        let mut found = Vec::new();
        let value = self.transform_marked(true, |_, value| match &value.0 {
            Repr::Marked(marked) => {
                found.push(marked.marks.clone());
                marked.value.clone()
            }
            _ => value,
        });
        (value, Marks::of_all(found.iter()))
    }

    /// Returns the value without any marks on it or its parts, and these marks with the paths of their parts.
    ///
    /// Paths may need more memory than the value: `[x, x]` nested forty times has a trillion paths to a marked `x`. If
    /// they have millions of steps more than there are stored parts, all marks are returned with the path to the value
    /// itself.
    #[must_use]
    pub fn unmark_deep_with_paths(&self) -> (Self, Vec<(Path, Marks)>) {
        if !self.contains_marked() {
            return (self.clone(), Vec::new());
        }
        if self.has_too_many_paths_to_marks() {
            let (value, marks) = self.unmark_deep();
            return (value, vec![(Path::new(), marks)]);
        }
        let mut found = Vec::new();
        let value = self.transform_marked(false, |path, value| match &value.0 {
            Repr::Marked(marked) => {
                found.push((path.clone(), marked.marks.clone()));
                marked.value.clone()
            }
            _ => value,
        });
        (value, found)
    }

    /// Returns whether the paths to marked parts have many more steps than there are stored parts.
    fn has_too_many_paths_to_marks(&self) -> bool {
        let mut visited = Visited::after(0);
        let mut pending = vec![(self, 0_usize)];
        let (mut steps, mut stored) = (0_usize, 0_usize);
        while let Some((value, depth)) = pending.pop() {
            let before = pending.len();
            let parts = value.bare().node().into_iter().flat_map(|node| &node.0.items);
            let marked = parts.filter(|part| part.contains_marked());
            pending.extend(marked.map(|part| (part, depth + 1)));
            let added = pending.len() - before;
            if value.is_first(&mut visited) {
                stored += added;
            }
            steps += if value.is_marked() { depth } else { added };
            if steps > MAX_PATH_STEPS + 8 * stored {
                return true;
            }
        }
        false
    }

    /// Returns the value with marks added to the parts at these paths. Paths to missing parts are ignored.
    #[must_use]
    pub fn with_path_marks(&self, paths: &[(Path, Marks)]) -> Self {
        if paths.is_empty() {
            return self.clone();
        }
        let mut wanted: HashMap<&Path, Marks> = HashMap::new();
        for (path, marks) in paths {
            let all = wanted.entry(path).or_default();
            *all = all.union(marks);
        }
        // Hashing a path takes time linear in its length, so only paths of a wanted length are looked up.
        let lengths: HashSet<usize> = wanted.keys().map(|path| path.steps().len()).collect();
        self.transform_known(|path, value| {
            if !lengths.contains(&path.steps().len()) {
                return value;
            }
            match wanted.get(path) {
                Some(marks) => value.with_marks(marks),
                None => value,
            }
        })
    }
}
