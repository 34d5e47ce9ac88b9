//! The budget of a command's evaluations.

use std::time::{Duration, Instant};

use hcl2::decode::{JsonError, JsonOptions, value_to_json};
use hcl2::diagnostics::{Diagnostic, Span, codes};
use hcl2::model::Limits;
use hcl2::value::{Budget, Value};

use super::syntax::LIMITS;

/// The options that limit what evaluations take.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct BudgetArguments {
    /// End evaluations that take more than this number of steps: of expressions evaluated and of values read, each time. An
    /// expression may take half of what the ones before it left. What they may make and print is limited in proportion.
    #[arg(long, help_heading = LIMITS, value_name = "N", default_value_t = Limits::new().allowance().steps)]
    max_steps: u64,
    /// End evaluations after this number of seconds.
    #[arg(long, help_heading = LIMITS, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
}

/// Reads a number of seconds from the command line.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| "expected a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "expected a number of seconds".to_owned())
}

impl Default for BudgetArguments {
    fn default() -> Self {
        let max_steps = Limits::new().allowance().steps;
        let timeout = None;
        Self { max_steps, timeout }
    }
}

impl BudgetArguments {
    /// Sets the time if there is none.
    pub(crate) fn or_timeout(mut self, timeout: Duration) -> Self {
        self.timeout.get_or_insert(timeout);
        self
    }

    /// Starts the clock.
    pub(crate) fn start(self) -> Limiter {
        let default = Limits::new();
        let in_proportion = |limit: u64| {
            let scaled =
                u128::from(limit) * u128::from(self.max_steps) / u128::from(default.allowance().steps);
            u64::try_from(scaled).unwrap_or(u64::MAX).max(limit)
        };
        Limiter {
            limits: default
                .with_steps(self.max_steps)
                .with_elements(in_proportion(default.allowance().elements))
                .with_string_bytes(in_proportion(default.allowance().bytes))
                .with_output_bytes(in_proportion(default.output_bytes())),
            deadline: self
                .timeout
                .and_then(|timeout| Instant::now().checked_add(timeout)),
        }
    }
}

/// What limits the evaluations of a command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limiter {
    limits: Limits,
    deadline: Option<Instant>,
}

impl Limiter {
    /// Creates a budget that ends with the command's time.
    pub(crate) fn budget(self) -> Budget {
        match self.deadline {
            Some(deadline) => self.limits.budget_until(move || Instant::now() >= deadline),
            None => self.limits.budget(),
        }
    }

    /// Does work in which whatever has no budget of its own, such as a constant, takes of the steps and the time of the
    /// command. Its own source limits what it makes.
    pub(crate) fn during<T>(self, work: impl FnOnce() -> T) -> T {
        let limits = self.limits.with_elements(u64::MAX).with_string_bytes(u64::MAX);
        Self { limits, ..self }.budget().during(work)
    }

    /// Returns the limit of what is printed, in bytes.
    pub(crate) fn output_bytes(self) -> u64 {
        self.limits.output_bytes()
    }

    /// Returns whether the text of a value can be within the limit.
    pub(crate) fn may_print(self, value: &Value) -> bool {
        value.text_bytes() <= self.limits.output_bytes()
    }

    /// Writes a value as JSON, or reports at `span` why that is impossible.
    pub(crate) fn json(
        self,
        value: &Value,
        options: JsonOptions,
        span: Span,
    ) -> Result<String, Box<Diagnostic>> {
        let options = JsonOptions {
            max_bytes: Some(self.limits.output_bytes()),
            ..options
        };
        value_to_json(value, options).map_err(|error| {
            let problem = match error {
                JsonError::TooLong => Diagnostic::error(codes::expr::LIMIT_EXCEEDED, "Limit exceeded").with_detail(format!(
                    "The value cannot be written: its text is longer than {} bytes, a limit that `--max-steps` raises.",
                    self.limits.output_bytes()
                )),
                _ => Diagnostic::error(codes::json::NOT_WRITABLE, "No JSON form")
                    .with_detail(format!("The value cannot be written as JSON: {error}.")),
            };
            Box::new(problem.with_subject(span))
        })
    }
}
