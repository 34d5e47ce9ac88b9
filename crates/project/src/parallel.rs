//! Parallel work on many files.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

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
            results.extend(done.unwrap_or_else(|panic| resume_unwind(panic)));
        }
        // What no thread could be made for.
        results.extend(worker());
        results
    });
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// How many bytes are worth a thread.
const MUCH: usize = 256 << 10;

/// Returns the results of two pieces of work on a number of bytes, on two threads if these are many.
pub(crate) fn both<A: Send, B: Send>(
    bytes: usize,
    one: impl Fn() -> A + Sync,
    other: impl Fn() -> B + Sync,
) -> (A, B) {
    if bytes < MUCH || processors() == 1 {
        return (one(), other());
    }
    let results = map_on(2, &[true, false], |is_first| match is_first {
        true => (Some(one()), None),
        false => (None, Some(other())),
    });
    let (mut of_one, mut of_other) = (None, None);
    for (first, second) in results {
        of_one = of_one.or(first);
        of_other = of_other.or(second);
    }
    (of_one.unwrap_or_else(one), of_other.unwrap_or_else(other))
}

/// How many results may wait for an earlier one, for each thread.
const MAX_WAITING: usize = 16;

/// Passes the results of `work` on each item to `take`, in order, on a number of threads, in the budget of the current one. Results
/// wait for earlier ones, but few of them: memory does not grow with the number of items.
///
/// # Errors
///
/// The first error of `take`, which ends the work.
///
/// # Examples
///
/// ```
/// let mut doubled = Vec::new();
/// let taken = hcl2_project::in_order(2, &[1, 2, 3], |number| number * 2, |result| {
///     doubled.push(result);
///     Ok::<(), ()>(())
/// });
/// assert_eq!((taken, doubled), (Ok(()), vec![2, 4, 6]));
/// ```
pub fn in_order<T: Sync, R: Send, E: Send>(
    threads: usize,
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
    take: impl FnMut(R) -> Result<(), E> + Send,
) -> Result<(), E> {
    let threads = threads.clamp(1, items.len().max(1));
    let state = Mutex::new(Waiting {
        taken: 0,
        results: BTreeMap::new(),
        take,
        end: None,
    });
    let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
    let (next, is_taken) = (AtomicUsize::new(0), Condvar::new());
    let budget = Budget::current();
    let worker = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return };
            let result = catch_unwind(AssertUnwindSafe(|| budget.during(|| work(item))));
            let mut state = lock();
            // The thread with the next result never waits.
            while state.end.is_none() && index >= state.taken + threads * MAX_WAITING {
                state = is_taken.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            state.add(index, result);
            is_taken.notify_all();
            if state.end.is_some() {
                return;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
            // The current thread does what no thread could be made for.
            drop(builder.spawn_scoped(scope, worker));
        }
        worker();
    });
    let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
    match state.end {
        None => Ok(()),
        Some(Ok(error)) => Err(error),
        Some(Err(panic)) => resume_unwind(panic),
    }
}

/// Results on their way to `take`.
struct Waiting<R, E, F> {
    /// How many were taken.
    taken: usize,
    /// Those that wait for earlier ones, by their positions.
    results: BTreeMap<usize, R>,
    take: F,
    /// What ended the work early: an error of `take`, or a panic.
    end: Option<std::thread::Result<E>>,
}

impl<R, E, F: FnMut(R) -> Result<(), E>> Waiting<R, E, F> {
    fn add(&mut self, index: usize, result: std::thread::Result<R>) {
        match result {
            Ok(result) => drop(self.results.insert(index, result)),
            Err(panic) => self.end = Some(Err(panic)),
        }
        while self.end.is_none()
            && let Some(result) = self.results.remove(&self.taken)
        {
            self.taken += 1;
            self.end = (self.take)(result).err().map(Ok);
        }
    }
}

/// Drops what takes long to drop while the caller goes on.
///
/// # Examples
///
/// ```
/// hcl2_project::drop_elsewhere(vec![String::new(); 100_000]);
/// ```
pub fn drop_elsewhere<T: Send + 'static>(value: T) {
    // If there are no threads, it is dropped here.
    drop(std::thread::Builder::new().spawn(move || drop(value)));
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
