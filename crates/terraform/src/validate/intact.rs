//! What is left of files with syntax errors.

use std::collections::HashMap;
use std::sync::Arc;

use hcl2_diagnostics::{SourceId, Span};

/// The ranges in which files with syntax errors are as they were written; all of every other file is. Clones share them.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::Source;
/// use hcl2_terraform::Intact;
///
/// let source = Source::new("main.tf", "locals {\n  a = \n}\nvariable \"v\" {}\n")?;
/// let intact: Intact = [(source.id(), vec![source.span_of(18, 33)])].into_iter().collect();
/// assert!(intact.has(source.span_of(18, 30)) && !intact.has(source.span_of(0, 6)));
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Intact(Arc<HashMap<SourceId, Vec<Span>>>);

impl Intact {
    /// Returns whether a range is in one that is as it was written.
    #[must_use]
    pub fn has(&self, span: Span) -> bool {
        self.0.get(&span.source).is_none_or(|ranges| {
            let next = ranges.partition_point(|range| range.start <= span.start);
            let before = next.checked_sub(1).and_then(|last| ranges.get(last));
            before.is_some_and(|range| range.encloses(span))
        })
    }

    /// Returns the ranges in a file with syntax errors; `None` for every other file.
    #[must_use]
    pub fn ranges(&self, source: SourceId) -> Option<&[Span]> {
        self.0.get(&source).map(Vec::as_slice)
    }
}

impl FromIterator<(SourceId, Vec<Span>)> for Intact {
    /// Takes the ranges of each file with syntax errors, in order.
    fn from_iter<I: IntoIterator<Item = (SourceId, Vec<Span>)>>(files: I) -> Self {
        Self(Arc::new(files.into_iter().collect()))
    }
}
