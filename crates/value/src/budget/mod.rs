//! Budgets: how much work and memory an evaluation may take.

mod account;
mod meter;

use std::cell::RefCell;
use std::fmt;

use account::{Account, Stop};
pub use meter::Meter;

/// The limits of a budget.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Allowance, Budget};
///
/// let budget = Budget::new(Allowance { steps: 10_000, ..Allowance::default() });
/// assert_eq!(budget.left().steps, 10_000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Allowance {
    /// The number of steps: evaluations of expressions, and values that functions read.
    pub steps: u64,
    /// The number of elements created, of lists, sets, maps, tuples and objects.
    pub elements: u64,
    /// The length of all strings created, in bytes.
    pub bytes: u64,
}

impl Allowance {
    /// The default.
    ///
    /// A step takes about 30 ns in a release build, and an element between 24 and 100 bytes of memory, so an evaluation
    /// ends within about two seconds and one GiB.
    pub const DEFAULT: Self = Self {
        steps: 50_000_000,
        elements: 10_000_000,
        bytes: 512 << 20,
    };
}

impl Default for Allowance {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// What ended an evaluation: a limit of its budget, or its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Exceeded {
    /// An expression takes more than its share of this number of steps.
    Steps(u64),
    /// An expression creates more than its share of this number of elements.
    Elements(u64),
    /// An expression creates strings of more than its share of this number of bytes.
    Bytes(u64),
    /// It was cancelled.
    Cancelled,
    /// Its time is up.
    Time,
}

impl fmt::Display for Exceeded {
    /// Writes the reason: a clause without a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Steps(limit) => write!(f, "the evaluation exceeds the limit of {limit} steps"),
            Self::Elements(limit) => write!(f, "the evaluation exceeds the limit of {limit} elements"),
            Self::Bytes(limit) => write!(f, "the evaluation exceeds the limit of {limit} bytes in strings"),
            Self::Cancelled => f.write_str("the evaluation was cancelled"),
            Self::Time => f.write_str("the evaluation takes too long"),
        }
    }
}

impl std::error::Error for Exceeded {}

/// The remaining budget of an evaluation. Clones share it, on all threads.
///
/// A budget serves all expressions of one evaluation, such as those of a module. Each expression may take half of what the
/// previous ones left, so an expensive expression does not prevent the evaluation of the others.
///
/// A program that evaluates on behalf of others enters a budget with [`during`](Self::during). All evaluations inside
/// end with that budget, and those without another budget, such as of a constant that is read with a schema, draw on
/// it.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Allowance, Budget, Exceeded, Meter};
///
/// let budget = Budget::new(Allowance { steps: 10_000, ..Allowance::default() });
/// let mut meter = Meter::new(&budget);
/// assert_eq!(meter.steps(6_000), Err(Exceeded::Steps(10_000)));
///
/// budget.cancel();
/// assert_eq!(Meter::new(&budget).steps(1_000), Err(Exceeded::Cancelled));
/// ```
#[derive(Clone)]
pub struct Budget(Account);

thread_local! {
    /// The current budget of the thread.
    static CURRENT: RefCell<Option<Account>> = const { RefCell::new(None) };
}

/// Returns the account of the current budget of this thread.
fn current() -> Option<Account> {
    CURRENT.with_borrow(Clone::clone)
}

impl Budget {
    /// Creates a budget. Inside another budget, it also ends when that one is cancelled or its time is up.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::{Allowance, Budget, Exceeded};
    ///
    /// let outer = Budget::default();
    /// let inner = outer.during(|| Budget::new(Allowance::default()));
    /// outer.cancel();
    /// assert_eq!(inner.ended(), Some(Exceeded::Cancelled));
    /// ```
    #[must_use]
    pub fn new(allowance: Allowance) -> Self {
        Self(Account::open(allowance, Stop::within(current())))
    }

    /// Creates a budget like [`new`](Self::new) that also ends when `expired` returns true. It is called after about
    /// every thousand steps, and usually compares a clock with a deadline.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    ///
    /// use hcl2_value::{Allowance, Budget};
    ///
    /// let deadline = Instant::now() + Duration::from_secs(2);
    /// let budget = Budget::expiring(Allowance::default(), move || Instant::now() >= deadline);
    /// assert_eq!(budget.ended(), None);
    /// ```
    #[must_use]
    pub fn expiring(allowance: Allowance, expired: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Account::open(allowance, Stop::within(current()).when(expired)))
    }

    /// Runs work on this thread that ends with this budget. Its evaluations without another budget draw on this one.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::{Allowance, Budget, Exceeded, Meter};
    ///
    /// let budget = Budget::new(Allowance { steps: 10_000, ..Allowance::default() });
    /// let taken = budget.during(|| Meter::default().steps(20_000));
    /// assert_eq!(taken, Err(Exceeded::Steps(10_000)));
    /// assert_eq!(Meter::default().steps(20_000), Ok(()));
    /// ```
    pub fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        let _entered = Entered(CURRENT.replace(Some(self.0.clone())));
        work()
    }

    /// Returns the current budget of this thread, to pass it to another thread, or else a default budget.
    #[must_use]
    pub fn current() -> Self {
        current().map_or_else(Self::default, Self)
    }

    /// Ends all evaluations with this budget soon, on all threads.
    pub fn cancel(&self) {
        self.0.cancel();
    }

    /// Returns why evaluations with this budget must end, if they must: it was cancelled, or its time is up.
    #[must_use]
    pub fn ended(&self) -> Option<Exceeded> {
        self.0.ended()
    }

    /// Returns the remaining amounts.
    #[must_use]
    pub fn left(&self) -> Allowance {
        self.0.left()
    }

    /// Returns the share of one expression: half of the rest. The share of a share is itself.
    #[must_use]
    pub fn share(&self) -> Self {
        Self(self.0.share())
    }
}

impl Default for Budget {
    /// Creates a budget with the default limits, which draws on the current budget of this thread.
    fn default() -> Self {
        Self(Account::nested(Allowance::DEFAULT, current()))
    }
}

/// The previous budget of a thread, to which it returns.
struct Entered(Option<Account>);

impl Drop for Entered {
    fn drop(&mut self) {
        CURRENT.set(self.0.take());
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Budget").field(&self.left()).finish()
    }
}
