//! Parallel work on many files, with its progress.

use hcl2::project::{map_on as on_threads, processors};
use hcl2::value::Budget;
use indicatif::{ProgressBar, ProgressStyle};

use crate::output::{Failure, progress_target};

pub(crate) use hcl2::project::STACK_BYTES;

/// Returns the results of `work` on each item, in order, on all processors; `doing` names the work on the progress bar.
pub(crate) fn map<T: Sync, R: Send>(
    doing: &'static str,
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    map_on(processors(), doing, items, work)
}

/// Returns the results of `work` on both items, at once.
pub(crate) fn both<T: Sync, R: Send>(items: &[T; 2], work: impl Fn(&T) -> R + Sync) -> [R; 2] {
    let budget = Budget::current();
    let work = |item| budget.during(|| work(item));
    std::thread::scope(|scope| {
        let [first, second] = items;
        let other = std::thread::Builder::new().spawn_scoped(scope, || work(second));
        let first = work(first);
        let second = match other {
            Ok(other) => other
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            // No thread could be made.
            Err(_) => work(second),
        };
        [first, second]
    })
}

/// Returns what [`map`] returns, on this number of threads: more than processors where the work is to wait.
pub(crate) fn map_on<T: Sync, R: Send>(
    threads: usize,
    doing: &'static str,
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    weighed(threads, &progress(doing, items.len()), items, |_| 1, work)
}

/// Returns what [`map_on`] returns; each item adds its weight to the progress.
pub(crate) fn weighed<T: Sync, R: Send>(
    threads: usize,
    progress: &ProgressBar,
    items: &[T],
    weight: impl Fn(&T) -> usize + Sync,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let results = on_threads(threads, items, |item| {
        let result = work(item);
        progress.inc(weight(item) as u64);
        result
    });
    progress.finish_and_clear();
    results
}

/// Passes the results of `work` on each item to `take`, in order and as soon as they are there, on all processors.
pub(crate) fn in_order<T: Sync, R: Send>(
    doing: &'static str,
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), Failure> + Send,
) -> Result<(), Failure> {
    let progress = progress(doing, items.len());
    let taken = hcl2::project::in_order(processors(), items, work, |result| {
        progress.inc(1);
        // What is written to the terminal would be drawn over.
        progress.suspend(|| take(result))
    });
    progress.finish_and_clear();
    taken
}

/// Creates a progress bar on standard error if that is a terminal and there are enough files.
pub(crate) fn progress(doing: &'static str, files: usize) -> ProgressBar {
    const MIN_FILES: usize = 1000;
    let bar = ProgressBar::new(files as u64).with_message(doing);
    bar.set_draw_target(progress_target(files >= MIN_FILES));
    if let Ok(style) = ProgressStyle::with_template("{msg} {bar:40} {pos}/{len} files") {
        bar.set_style(style);
    }
    bar
}

/// A progress bar that is removed when it is dropped.
pub(crate) struct Shown(pub(crate) ProgressBar);

impl Drop for Shown {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
