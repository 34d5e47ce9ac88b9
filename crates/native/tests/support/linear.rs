//! Linear time: work on four times the input takes about four times as long.

use std::time::{Duration, Instant};

/// Greatest accepted ratio of the times for `4 * n` and `n`. It is 4 if the work is linear and 16 if it is quadratic.
const RATIO: u32 = 9;

/// Greatest number of measurements; noise only makes one longer, so that the least times count.
const RUNS: usize = 30;

/// Asserts that `work` on an input of the size `n` takes linear time. `input` makes the inputs and is not timed.
#[track_caller]
pub(crate) fn assert_linear<I, T>(what: &str, n: usize, input: impl Fn(usize) -> I, work: impl Fn(I) -> T) {
    let (small, great) = least_times(n, input, work);
    assert!(
        is_linear(small, great),
        "{what}: {small:?} for {n}, {great:?} for {}",
        4 * n
    );
}

fn is_linear(small: Duration, great: Duration) -> bool {
    great <= small * RATIO
}

/// Returns the least times of several runs on inputs of the sizes `n` and `4 * n`. Stops early if they are linear.
///
/// Four runs on the smaller input are measured together: if the work is linear, they take as long as one on the greater
/// input, and whatever else the machine does is as likely to interrupt them.
fn least_times<I, T>(n: usize, input: impl Fn(usize) -> I, work: impl Fn(I) -> T) -> (Duration, Duration) {
    let time = |size: usize| {
        let input = input(size);
        let start = Instant::now();
        drop(work(input));
        start.elapsed()
    };
    let (mut small, mut great) = (Duration::MAX / RATIO, Duration::MAX);
    for run in 0..RUNS {
        let four: Duration = (0..4).map(|_| time(n)).sum();
        small = small.min(four / 4);
        great = great.min(time(4 * n));
        if run > 0 && is_linear(small, great) {
            break;
        }
    }
    (small, great)
}

/// Takes steps in the number of `count`.
fn steps(count: usize) -> usize {
    (0..count).fold(0, |sum, step| std::hint::black_box(sum ^ step))
}

#[test]
fn linear_work_is_linear() {
    assert_linear("steps", 200_000, |n| n, steps);
}

#[test]
fn quadratic_work_is_not_linear() {
    let (small, great) = least_times(250, |n| n, |n| steps(n * n));
    assert!(!is_linear(small, great), "{small:?}, {great:?}");
}
