//! Waiting for something that takes its time.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::{Context, Problem};

/// How often, and how long, something is tried again: with twice the pause after each time, until the time is over or the
/// user interrupts Terraform.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use hcl2_provider::{Context, Problem, Retry};
///
/// async fn wait_until_ready(context: &Context, is_ready: impl Fn() -> bool) -> Result<(), Problem> {
///     let retry = Retry::within(Duration::from_secs(60));
///     retry.until(context, || async { Ok(is_ready().then_some(())) }).await
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retry {
    /// The time for all attempts.
    pub within: Duration,
    /// The pause after the first attempt.
    pub pause: Duration,
    /// The longest pause.
    pub max_pause: Duration,
}

impl Retry {
    /// Tries within this time, with pauses from 100 milliseconds to 10 seconds.
    #[must_use]
    pub const fn within(time: Duration) -> Self {
        Self {
            within: time,
            pause: Duration::from_millis(100),
            max_pause: Duration::from_secs(10),
        }
    }

    /// Tries until something returns a value. A problem ends it.
    ///
    /// # Errors
    ///
    /// The problem of an attempt; or that the time is over, or the user interrupted Terraform.
    pub async fn until<T, F>(&self, context: &Context, mut attempt: impl FnMut() -> F) -> Result<T, Problem>
    where
        F: Future<Output = Result<Option<T>, Problem>>,
    {
        let end = Instant::now() + self.within;
        let mut pause = self.pause;
        loop {
            if let Some(done) = attempt().await? {
                return Ok(done);
            }
            if context.is_stopping() {
                return Err(Problem::new(
                    "Interrupted",
                    "It was not ready when Terraform was interrupted.",
                ));
            }
            if Instant::now() + pause > end {
                let time = self.within;
                return Err(Problem::new(
                    "Timed out",
                    format!("It was not ready within {time:?}."),
                ));
            }
            tokio::select! {
                () = sleep(pause) => {}
                () = context.stopped() => {}
            }
            pause = (pause * 2).min(self.max_pause);
        }
    }
}
