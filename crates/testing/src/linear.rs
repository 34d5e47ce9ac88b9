//! Linear time: work on four times the input takes about four times as long.

use std::time::Duration;

use crate::processor_time;

/// The largest accepted ratio of the times for `4 * n` and `n`: 4 is linear, 16 quadratic.
const RATIO: u32 = 9;

/// The largest accepted ratio of the times for `16 * n` and `n`: 16 is linear, 256 quadratic.
///
/// Linear work exceeds [`RATIO`] where the larger input does not fit into a cache that holds the smaller one. That
/// happens once or twice as an input grows, so it matters less the further the sizes are apart.
const FAR_RATIO: u32 = 100;

/// The most measurements. Noise only makes one longer, so the shortest times count.
const RUNS: usize = 30;

/// Asserts that `work` takes linear time: on an input of size `4 * n` about four times as long as on one of size `n`.
///
/// `input` creates an input of a given size and is not timed; `what` names the work in the message. Only the processor time
/// of this thread counts, so the work must not start other threads.
///
/// # Panics
///
/// Panics if the work takes longer than that in every one of several measurements.
///
/// # Examples
///
/// ```
/// let numbers = |size: usize| (0..size as u64).collect::<Vec<_>>();
/// hcl2_testing::assert_linear("a sum", 10_000, numbers, |numbers| numbers.iter().sum::<u64>());
/// ```
#[track_caller]
pub fn assert_linear<I, T>(what: &str, n: usize, input: impl Fn(usize) -> I, work: impl Fn(I) -> T) {
    let (small, large) = least_times(n, &input, &work);
    if is_linear(small, large) {
        return;
    }
    let far = (0..3).map(|_| time(16 * n, &input, &work)).min();
    let far = far.expect("three measurements");
    assert!(
        far <= small * FAR_RATIO,
        "{what}: {small:?} for {n}, {large:?} for {}, {far:?} for {}",
        4 * n,
        16 * n
    );
}

fn is_linear(small: Duration, large: Duration) -> bool {
    large <= small * RATIO
}

fn time<I, T>(size: usize, input: impl Fn(usize) -> I, work: impl Fn(I) -> T) -> Duration {
    let input = input(size);
    processor_time(|| drop(work(input))).1
}

/// Returns the shortest times of several runs on inputs of sizes `n` and `4 * n`, and stops once they are linear.
///
/// There are four runs on the smaller input for each on the larger: the first of them also pays for what is set up once, and
/// if that counted as the time of the work, quadratic work would look linear.
fn least_times<I, T>(n: usize, input: impl Fn(usize) -> I, work: impl Fn(I) -> T) -> (Duration, Duration) {
    let time = |size| time(size, &input, &work);
    let (mut small, mut large) = (Duration::MAX / RATIO, Duration::MAX);
    for _ in 0..RUNS {
        for _ in 0..4 {
            small = small.min(time(n));
        }
        large = large.min(time(4 * n));
        if is_linear(small, large) {
            break;
        }
    }
    (small, large)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Executes `count` steps that the compiler cannot remove.
    fn steps(count: usize) -> usize {
        (0..count).fold(0, |sum, step| std::hint::black_box(sum ^ step))
    }

    #[test]
    fn linear_work_is_linear() {
        assert_linear("steps", 200_000, |n| n, steps);
    }

    #[test]
    #[should_panic(expected = "squared steps: ")]
    fn quadratic_work_panics() {
        assert_linear("squared steps", 100, |n| n, |n| steps(n * n));
    }
}
