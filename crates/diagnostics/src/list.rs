//! Lists of diagnostics.

use std::collections::{HashMap, HashSet};

use crate::codes::terraform;
use crate::{Code, Diagnostic, Severity, SourceId, Span};

/// A list of diagnostics.
///
/// While an operation collects them, they are in the order in which it finds them; an [`Outcome`](crate::Outcome)
/// holds them in source order.
///
/// The memory of a list is bounded: of each source, it keeps the first [`MAX_OF_SOURCE`](Self::MAX_OF_SOURCE) errors and
/// as many warnings, and counts the rest.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::{codes, Diagnostic, Diagnostics};
///
/// let problem = Diagnostic::error(codes::expr::UNKNOWN_VARIABLE, "Unknown variable");
/// let problems: Diagnostics = std::iter::repeat_n(problem, Diagnostics::MAX_OF_SOURCE + 5).collect();
/// assert_eq!((problems.len(), problems.omitted()), (Diagnostics::MAX_OF_SOURCE, 5));
/// ```
// A list is usually empty, so it takes one word.
#[derive(Clone, Default)]
pub struct Diagnostics(Option<Box<List>>);

#[derive(Clone, Default)]
struct List {
    kept: Vec<Diagnostic>,
    /// How many of those kept are errors.
    errors: usize,
    omitted: usize,
    /// How many of those omitted are errors.
    omitted_errors: usize,
    /// How many diagnostics of each source and severity are kept; empty until the list is long.
    counts: HashMap<(Option<SourceId>, Severity), usize>,
}

impl PartialEq for Diagnostics {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..] && self.omitted() == other.omitted()
    }
}

impl Eq for Diagnostics {}

impl std::fmt::Debug for Diagnostics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut list = f.debug_list();
        list.entries(self);
        if self.omitted() > 0 {
            list.entry(&format_args!("... and {} more", self.omitted()));
        }
        list.finish()
    }
}

impl List {
    fn push(&mut self, diagnostic: Diagnostic) {
        if self.kept.len() >= Diagnostics::MAX_OF_SOURCE {
            if self.counts.is_empty() {
                for kept in &self.kept {
                    *self.counts.entry(key(kept)).or_default() += 1;
                }
            }
            let count = self.counts.entry(key(&diagnostic)).or_default();
            if *count >= Diagnostics::MAX_OF_SOURCE {
                self.omitted += 1;
                self.omitted_errors += usize::from(diagnostic.is_error());
                return;
            }
            *count += 1;
        }
        self.errors += usize::from(diagnostic.is_error());
        self.kept.push(diagnostic);
    }

    /// Counts those kept again, after they have changed.
    fn recount(&mut self) {
        self.errors = errors(&self.kept);
        self.counts.clear();
    }
}

fn errors(diagnostics: &[Diagnostic]) -> usize {
    diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error())
        .count()
}

fn key(diagnostic: &Diagnostic) -> (Option<SourceId>, Severity) {
    (diagnostic.subject.map(|span| span.source), diagnostic.severity)
}

impl Diagnostics {
    /// How many errors of one source a list keeps, and how many warnings.
    pub const MAX_OF_SOURCE: usize = 10_000;

    /// Creates an empty list without allocating.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self(None)
    }

    /// Appends a diagnostic, or counts it if the list is full.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list().push(diagnostic);
    }

    /// Appends the diagnostics of another list, with the number of those it omits.
    pub fn append(&mut self, other: Self) {
        match (&mut self.0, other.0) {
            (_, None) => {}
            (empty @ None, list) => *empty = list,
            (Some(own), Some(list)) => {
                own.omitted += list.omitted;
                own.omitted_errors += list.omitted_errors;
                list.kept.into_iter().for_each(|diagnostic| own.push(diagnostic));
            }
        }
    }

    /// Returns the number of diagnostics that were not kept.
    #[must_use]
    pub fn omitted(&self) -> usize {
        self.0.as_ref().map_or(0, |list| list.omitted)
    }

    /// Returns whether any of the diagnostics is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.error_count() > 0
    }

    /// Returns the number of errors, with those that were not kept. A count before and after says whether something has
    /// failed, however many diagnostics there are.
    #[must_use]
    pub fn error_count(&self) -> usize {
        self.0
            .as_ref()
            .map_or(0, |list| list.errors + list.omitted_errors)
    }

    /// Keeps the first `len` diagnostics and drops the rest.
    pub fn truncate(&mut self, len: usize) {
        if let Some(list) = &mut self.0
            && len < list.kept.len()
        {
            list.kept.truncate(len);
            list.recount();
            (list.omitted, list.omitted_errors) = (0, 0);
        }
    }

    /// Removes and returns the diagnostics from index `at` on.
    #[inline]
    #[must_use]
    pub fn split_off(&mut self, at: usize) -> Self {
        match &mut self.0 {
            Some(list) if at < list.kept.len() => {
                let kept = list.kept.split_off(at);
                list.recount();
                Self(Some(Box::new(List {
                    errors: errors(&kept),
                    kept,
                    omitted: std::mem::take(&mut list.omitted),
                    omitted_errors: std::mem::take(&mut list.omitted_errors),
                    counts: HashMap::new(),
                })))
            }
            _ => Self::new(),
        }
    }

    /// Returns whether any diagnostic from index `start` on is an error, or may be one because errors are omitted; comparing
    /// [`error_count`](Self::error_count) is exact.
    #[must_use]
    pub fn has_errors_since(&self, start: usize) -> bool {
        let omits_errors = self.0.as_ref().is_some_and(|list| list.omitted_errors > 0);
        omits_errors || self.iter().skip(start).any(Diagnostic::is_error)
    }

    /// Keeps those diagnostics that `keep` accepts, and the number of those omitted.
    pub fn retain(&mut self, keep: impl FnMut(&Diagnostic) -> bool) {
        if let Some(list) = &mut self.0 {
            list.kept.retain(keep);
            list.recount();
        }
    }

    /// Removes each diagnostic that has the code, the subject and the detail of an earlier one. Those without a subject are
    /// kept.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::{Diagnostic, Diagnostics, SourceMap, codes};
    ///
    /// let place = SourceMap::new().add("main.tf", "a")?.span();
    /// let problem = |detail: &str| Diagnostic::error(codes::expr::INVALID_CONDITION, "Problem").with_detail(detail.to_owned());
    /// let mut problems: Diagnostics = ["one", "one", "two"].map(|detail| problem(detail).with_subject(place)).into_iter().collect();
    /// problems.remove_repeated();
    /// assert_eq!(problems.len(), 2);
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    pub fn remove_repeated(&mut self) {
        let mut seen = HashSet::new();
        self.retain(|problem| {
            problem.subject.is_none()
                || seen.insert((problem.code, problem.subject, problem.detail.to_string()))
        });
    }

    /// Applies `change` to each diagnostic, and keeps the number of those omitted.
    #[must_use]
    pub fn map(mut self, change: impl FnMut(Diagnostic) -> Diagnostic) -> Self {
        if let Some(list) = &mut self.0 {
            let kept = std::mem::take(&mut list.kept);
            list.kept = kept.into_iter().map(change).collect();
            list.recount();
        }
        self
    }

    /// Returns the diagnostics that were kept, without the number of those omitted.
    #[must_use]
    pub fn into_vec(self) -> Vec<Diagnostic> {
        self.0.map_or_else(Vec::new, |list| list.kept)
    }

    /// Sets the subject of those diagnostics that have none.
    pub fn locate(&mut self, subject: Span) {
        let list = self.0.iter_mut().flat_map(|list| &mut list.kept);
        for diagnostic in list {
            diagnostic.subject.get_or_insert(subject);
        }
    }

    /// Conceals the diagnostics from index `start` on, as [`Diagnostic::conceal`] does.
    pub fn conceal_since(&mut self, start: usize) {
        let list = self.0.iter_mut().flat_map(|list| &mut list.kept);
        list.skip(start).for_each(Diagnostic::conceal);
    }

    /// Conceals those diagnostics whose subject overlaps one of `spans`, as [`Diagnostic::conceal`] does, except for those
    /// with the codes `invalid-value`, `refused-value` and `failed-condition` of `hcl2::terraform`: these are about values,
    /// which say themselves whether they are sensitive.
    #[doc(hidden)]
    pub fn conceal_within(&mut self, spans: &[Span]) {
        const CAREFUL: [Code; 3] = [
            terraform::INVALID_VALUE,
            terraform::REFUSED_VALUE,
            terraform::FAILED_CONDITION,
        ];
        let is_secret = Span::overlapping(spans);
        let list = self.0.iter_mut().flat_map(|list| &mut list.kept);
        list.filter(|diagnostic| diagnostic.subject.is_some_and(&is_secret))
            .filter(|diagnostic| !CAREFUL.contains(&diagnostic.code))
            .for_each(Diagnostic::conceal);
    }

    /// Sorts the diagnostics by source, then by the start of the subject. The sort is stable, and diagnostics without a
    /// subject come first.
    pub(crate) fn sort_by_source(&mut self) {
        self.sort_by_key(|subject| (subject.source, subject.start));
    }

    /// Sorts the diagnostics by a key of their subjects. The sort is stable, and diagnostics without a subject come first.
    pub(crate) fn sort_by_key<K: Ord>(&mut self, key: impl Fn(Span) -> K) {
        if let Some(list) = &mut self.0 {
            list.kept.sort_by_key(|diagnostic| diagnostic.subject.map(&key));
        }
    }

    fn list(&mut self) -> &mut List {
        self.0.get_or_insert_default()
    }
}

impl std::ops::Deref for Diagnostics {
    type Target = [Diagnostic];

    #[inline]
    fn deref(&self) -> &Self::Target {
        match &self.0 {
            Some(list) => &list.kept,
            None => &[],
        }
    }
}

/// Appends diagnostics one by one. [`Diagnostics::append`] appends a list with the number of those it omits.
impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: I) {
        for diagnostic in diagnostics {
            self.push(diagnostic);
        }
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(diagnostics: I) -> Self {
        let mut list = Self::new();
        list.extend(diagnostics);
        list
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        std::iter::once(diagnostic).collect()
    }
}

impl From<Vec<Diagnostic>> for Diagnostics {
    fn from(diagnostics: Vec<Diagnostic>) -> Self {
        diagnostics.into_iter().collect()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
