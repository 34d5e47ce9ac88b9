//! Parallel work on many files.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use hcl2_value::Budget;

/// The stack of a thread that parses and evaluates, in bytes: several times what the deepest sources take in a debug build.
pub const STACK_BYTES: usize = 64 << 20;

/// Returns the number of processors.
#[must_use]
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Returns the results of `work` on each item, in order, on a number of threads, in the budget of the current one.
///
/// # Examples
///
/// ```
/// assert_eq!(hcl2_project::map_on(2, &[1, 2, 3], |number| number * 2), [2, 4, 6]);
/// ```
pub fn map_on<T: Sync, R: Send>(threads: usize, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let budget = Budget::current();
    let worker = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return done };
            done.push((index, budget.during(|| work(item))));
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
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Follows the progress of a check: it is called with the number of files, and its result for each that is done.
pub type Watch = Arc<dyn Fn(usize) -> Box<dyn Fn() + Send + Sync> + Send + Sync>;

/// Returns the results of `work` on each item, in order, on all processors.
pub(crate) fn map<T: Sync, R: Send>(
    watch: Option<&Watch>,
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let done = watch.map(|watch| watch(items.len()));
    map_on(processors(), items, |item| {
        let result = work(item);
        if let Some(done) = &done {
            done();
        }
        result
    })
}
