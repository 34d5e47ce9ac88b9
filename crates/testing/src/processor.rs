//! Processor time, which other work of the machine does not add to.

use std::time::Duration;

/// The longest accepted processor time of work that should take milliseconds.
const SOON: Duration = Duration::from_secs(10);

/// Does work on this thread, and returns its result with the processor time that this thread took.
///
/// Without a clock of the thread, on systems other than Unix, the time is that of the wall clock.
///
/// # Examples
///
/// ```
/// let (sum, time) = hcl2_testing::processor_time(|| (0..1_000_u64).sum::<u64>());
/// assert_eq!(sum, 499_500);
/// assert!(time.as_secs() < 1);
/// ```
pub fn processor_time<R>(work: impl FnOnce() -> R) -> (R, Duration) {
    let start = clock::now();
    let result = work();
    (result, clock::now().saturating_sub(start))
}

/// Asserts that work takes less than ten seconds of this thread's processor time, and returns its result.
///
/// It distinguishes work of milliseconds from work that grows exponentially, on any machine; `what` names it in the message.
///
/// # Panics
///
/// Panics if the work takes longer.
///
/// # Examples
///
/// ```
/// assert_eq!(hcl2_testing::assert_soon("a sum", || 1 + 1), 2);
/// ```
#[track_caller]
pub fn assert_soon<R>(what: &str, work: impl FnOnce() -> R) -> R {
    let (result, time) = processor_time(work);
    assert!(time < SOON, "{what} took {time:?}");
    result
}

#[cfg(unix)]
mod clock {
    use std::time::Duration;

    use rustix::time::{ClockId, clock_gettime};

    /// Returns the processor time of this thread since its start.
    pub(super) fn now() -> Duration {
        Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
    }
}

#[cfg(not(unix))]
mod clock {
    use std::sync::LazyLock;
    use std::time::{Duration, Instant};

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);

    /// Returns the time since the first call.
    pub(super) fn now() -> Duration {
        START.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn waiting_takes_no_processor_time() {
        let ((), time) = processor_time(|| std::thread::sleep(Duration::from_millis(200)));
        assert!(time < Duration::from_millis(100), "{time:?}");
    }
}
