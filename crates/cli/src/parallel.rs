//! Parallel work on many files.

use std::sync::atomic::{AtomicUsize, Ordering};

use hcl2::value::Budget;
use indicatif::{ProgressBar, ProgressStyle};

use crate::output::progress_target;

/// The stack of a thread that parses and evaluates, in bytes: several times what the deepest sources take in a debug build.
pub(crate) const STACK_BYTES: usize = 64 << 20;

/// Returns the results of `work` on each item, in order, on all processors; `doing` names the work on the progress bar.
pub(crate) fn map<T: Sync, R: Send>(
    doing: &'static str,
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    map_on(processors(), doing, items, work)
}

/// Returns the number of processors.
pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Returns what [`map`] returns, on this number of threads: more than processors where the work is to wait.
pub(crate) fn map_on<T: Sync, R: Send>(
    threads: usize,
    doing: &'static str,
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let progress = progress(doing, items.len());
    weighed(threads, &progress, items, |_| 1, work)
}

/// Returns what [`map_on`] returns; each item adds its weight to the progress.
pub(crate) fn weighed<T: Sync, R: Send>(
    threads: usize,
    progress: &ProgressBar,
    items: &[T],
    weight: impl Fn(&T) -> usize + Sync,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let budget = Budget::current();
    let worker = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return done };
            done.push((index, budget.during(|| work(item))));
            progress.inc(weight(item) as u64);
        }
    };
    let workers = threads.min(items.len());
    let mut results: Vec<(usize, R)> = std::thread::scope(|scope| {
        let spawn = |_| {
            let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
            builder.spawn_scoped(scope, worker)
        };
        let running: Vec<_> = (0..workers).map(spawn).collect();
        let mut results = Vec::new();
        for thread in running.into_iter().flatten() {
            let done = thread.join();
            results.extend(done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        // What no thread could be made for.
        results.extend(worker());
        results
    });
    progress.finish_and_clear();
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
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
