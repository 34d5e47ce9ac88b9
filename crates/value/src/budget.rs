//! Budgets: how much work and memory an evaluation may take.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

/// What a budget allows.
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
    /// The number of steps: of expressions evaluated, counted each time, and of values that functions read.
    pub steps: u64,
    /// The number of elements made: of lists, sets, maps, tuples and objects.
    pub elements: u64,
    /// The length of all strings made, in bytes.
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
    /// An expression makes more than its share of this number of elements.
    Elements(u64),
    /// An expression makes strings of more than its share of this number of bytes.
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

/// What is left of the budget of an evaluation. Clones share it, on all threads.
///
/// A budget serves all expressions of one evaluation, such as those of a module. Each expression may take half of what the
/// ones before it left, so that one that takes too much does not keep the others from being evaluated.
///
/// A program that evaluates on behalf of others enters a budget with [`during`](Self::during). What is evaluated then
/// without a budget of its own, such as a constant that is read with a schema, takes of that one.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Allowance, Budget, Exceeded, Meter};
///
/// let budget = Budget::new(Allowance { steps: 10_000, ..Allowance::default() });
/// let mut meter = Meter::new(Some(&budget));
/// assert_eq!(meter.steps(6_000), Err(Exceeded::Steps(10_000)));
///
/// budget.cancel();
/// assert_eq!(Meter::new(Some(&budget)).steps(1_000), Err(Exceeded::Cancelled));
/// ```
#[derive(Clone)]
pub struct Budget(Arc<Account>);

struct Account {
    limits: [u64; KINDS],
    taken: [AtomicU64; KINDS],
    /// The budget that a share was taken of.
    whole: Option<Budget>,
    /// Whether the limits are a part of those of the whole, whose owner set them.
    is_part: bool,
    stop: Arc<Stop>,
    /// What a part of this share exceeded, the number of a [`Kind`] or one of the constants below.
    exceeded: AtomicU8,
    /// The limit of the owner that was exceeded.
    exceeded_limit: AtomicU64,
}

thread_local! {
    /// The budget that the thread is within.
    static CURRENT: RefCell<Option<Budget>> = const { RefCell::new(None) };
}

/// What ends an evaluation from outside.
#[derive(Default)]
struct Stop {
    cancelled: AtomicBool,
    expired: Option<Box<dyn Fn() -> bool + Send + Sync>>,
}

impl Stop {
    fn reason(&self) -> Option<Exceeded> {
        if self.cancelled.load(Ordering::Relaxed) {
            return Some(Exceeded::Cancelled);
        }
        let expired = self.expired.as_ref()?;
        expired().then_some(Exceeded::Time)
    }
}

/// The number of limits.
const KINDS: usize = 3;

/// A limit, as an index.
#[derive(Clone, Copy)]
enum Kind {
    Steps,
    Elements,
    Bytes,
}

impl Kind {
    const fn exceeded(self, limit: u64) -> Exceeded {
        match self {
            Self::Steps => Exceeded::Steps(limit),
            Self::Elements => Exceeded::Elements(limit),
            Self::Bytes => Exceeded::Bytes(limit),
        }
    }
}

/// What stands for no exceeded limit; smaller numbers are those of a [`Kind`].
const GOES_ON: u8 = u8::MAX;
const CANCELLED: u8 = 254;
const TIME: u8 = 253;

const ALL: [Kind; KINDS] = [Kind::Steps, Kind::Elements, Kind::Bytes];

impl Budget {
    /// Creates a budget.
    #[must_use]
    pub fn new(allowance: Allowance) -> Self {
        Self::with_stop(allowance, Stop::default())
    }

    /// Creates a budget that also ends when `expired` returns true. It is asked after about every thousand steps, and
    /// usually compares a clock with a deadline.
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
        let stop = Stop {
            expired: Some(Box::new(expired)),
            ..Stop::default()
        };
        Self::with_stop(allowance, stop)
    }

    fn with_stop(allowance: Allowance, stop: Stop) -> Self {
        let limits = [allowance.steps, allowance.elements, allowance.bytes];
        Self::account(limits, None, false, Arc::new(stop))
    }

    fn account(limits: [u64; KINDS], whole: Option<Self>, is_part: bool, stop: Arc<Stop>) -> Self {
        Self(Arc::new(Account {
            limits,
            taken: Default::default(),
            whole,
            is_part,
            stop,
            exceeded: AtomicU8::new(GOES_ON),
            exceeded_limit: AtomicU64::new(0),
        }))
    }

    /// Runs work that takes of this budget whatever it evaluates without another one, on this thread.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::{Allowance, Budget, Exceeded, Meter};
    ///
    /// let budget = Budget::new(Allowance { steps: 10_000, ..Allowance::default() });
    /// let taken = budget.during(|| Meter::new(None).steps(6_000));
    /// assert_eq!(taken, Err(Exceeded::Steps(10_000)));
    /// assert_eq!(Meter::new(None).steps(6_000), Ok(()));
    /// ```
    pub fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        let _entered = Entered(CURRENT.replace(Some(self.clone())));
        work()
    }

    /// Returns the budget that this thread is within, to hand it to another thread.
    #[must_use]
    pub fn current() -> Option<Self> {
        CURRENT.with_borrow(Clone::clone)
    }

    /// Creates the share of one expression that has no budget of its own: of what the thread is within, if it is within one.
    fn share_of_current(allowance: Allowance, is_constant: bool) -> Self {
        let Some(current) = Self::current() else {
            return Self::new(allowance).share();
        };
        if !is_constant {
            return current.share();
        }
        let limits = [allowance.steps, allowance.elements, allowance.bytes];
        let stop = Arc::clone(&current.0.stop);
        Self::account(limits, Some(current), false, Arc::clone(&stop)).part(stop)
    }

    /// Ends all evaluations with this budget soon, on all threads.
    pub fn cancel(&self) {
        self.0.stop.cancelled.store(true, Ordering::Relaxed);
    }

    /// Returns why evaluations with this budget end from outside, if they do: because it was cancelled, or the time is up.
    #[must_use]
    pub fn ended(&self) -> Option<Exceeded> {
        self.0.stop.reason()
    }

    /// Returns what is left.
    #[must_use]
    pub fn left(&self) -> Allowance {
        let [steps, elements, bytes] = ALL.map(|kind| self.left_of(kind));
        Allowance {
            steps,
            elements,
            bytes,
        }
    }

    /// Returns the share of one expression: half of what is left. The share of a share is itself.
    #[must_use]
    pub fn share(&self) -> Self {
        if self.is_share() {
            return self.clone();
        }
        self.part(Arc::clone(&self.0.stop))
    }

    fn part(&self, stop: Arc<Stop>) -> Self {
        let limits = ALL.map(|kind| self.left_of(kind).div_ceil(2));
        Self::account(limits, Some(self.clone()), true, stop)
    }

    fn is_share(&self) -> bool {
        self.0.is_part
    }

    fn left_of(&self, kind: Kind) -> u64 {
        let taken = self.0.taken[kind as usize].load(Ordering::Relaxed);
        self.0.limits[kind as usize].saturating_sub(taken)
    }

    /// Returns what a part of this share exceeded.
    fn exceeded(&self) -> Option<Exceeded> {
        match self.0.exceeded.load(Ordering::Relaxed) {
            CANCELLED => Some(Exceeded::Cancelled),
            TIME => Some(Exceeded::Time),
            index => {
                let kind = *ALL.get(usize::from(index))?;
                Some(kind.exceeded(self.0.exceeded_limit.load(Ordering::Relaxed)))
            }
        }
    }

    /// Takes between `least` and `most`, and returns how much.
    fn take(&self, kind: Kind, least: u64, most: u64) -> Result<u64, Exceeded> {
        if let Some(exceeded) = self.exceeded() {
            return Err(exceeded);
        }
        if let Some(reason) = self.ended() {
            let index = if reason == Exceeded::Time { TIME } else { CANCELLED };
            self.0.exceeded.store(index, Ordering::Relaxed);
            return Err(reason);
        }
        self.take_of_all(kind, least, most).map_err(|limit| {
            self.0.exceeded_limit.store(limit, Ordering::Relaxed);
            self.0.exceeded.store(kind as u8, Ordering::Relaxed);
            kind.exceeded(limit)
        })
    }

    /// Takes as much of this account and of the wholes that it is of, or returns the limit that does not allow it.
    fn take_of_all(&self, kind: Kind, least: u64, most: u64) -> Result<u64, u64> {
        let taken = self
            .take_here(kind, least, most)
            .ok_or_else(|| self.limit(kind))?;
        if let Some(whole) = &self.0.whole
            && let Err(limit) = whole.take_of_all(kind, taken, taken)
        {
            // The rest of the whole may be taken on other threads meanwhile.
            self.give_here(kind, taken);
            return Err(limit);
        }
        Ok(taken)
    }

    /// Returns the limit that the owner of the budget set.
    fn limit(&self, kind: Kind) -> u64 {
        match &self.0.whole {
            Some(whole) if self.0.is_part => whole.limit(kind),
            _ => self.0.limits[kind as usize],
        }
    }

    fn take_here(&self, kind: Kind, least: u64, most: u64) -> Option<u64> {
        let limit = self.0.limits[kind as usize];
        let mut granted = 0;
        let update = |taken: u64| {
            granted = limit.saturating_sub(taken).min(most);
            (granted >= least).then(|| taken + granted)
        };
        self.0.taken[kind as usize]
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, update)
            .ok()?;
        Some(granted)
    }

    /// Gives back what was taken, but not used.
    fn give(&self, kind: Kind, unused: u64) {
        let mut account = Some(self);
        while let Some(budget) = account.filter(|_| unused > 0) {
            budget.give_here(kind, unused);
            account = budget.0.whole.as_ref();
        }
    }

    fn give_here(&self, kind: Kind, unused: u64) {
        self.0.taken[kind as usize].fetch_sub(unused, Ordering::Relaxed);
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::new(Allowance::DEFAULT)
    }
}

/// The budget that a thread was within before, to which it returns.
struct Entered(Option<Budget>);

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

/// What one evaluation uses of a budget.
///
/// The first 100 steps, 1,000 elements and 16,000 bytes of an expression are free, so that most expressions never touch the
/// budget. A meter takes more than it needs, and gives the rest back when it is dropped.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Allowance, Budget, Exceeded, Meter};
///
/// let budget = Budget::new(Allowance { elements: 100_000, ..Allowance::default() });
/// let mut meter = Meter::new(Some(&budget));
/// meter.elements(50_000)?;
/// assert_eq!(meter.elements(2_000), Err(Exceeded::Elements(100_000)));
/// drop(meter);
/// assert_eq!(budget.left().elements, 51_000);
/// # Ok::<(), Exceeded>(())
/// ```
#[derive(Debug)]
pub struct Meter<'a> {
    /// What is left of what was taken. The last one pads: four small numbers are written at once.
    left: [u16; KINDS + 1],
    budget: Option<&'a Budget>,
    /// The share of the budget, from the first time that something is taken.
    share: Option<Budget>,
    /// What an evaluation without a budget may take.
    default: fn(u32) -> Allowance,
    /// The length of its source.
    source_bytes: u32,
}

/// What is free.
const FREE: [u16; KINDS + 1] = [100, 1_000, 16_000, 0];

/// What a meter takes at least of its share.
const LEASE: [u64; KINDS] = [1_000, 20_000, 60_000];

impl<'a> Meter<'a> {
    /// Creates a meter of an evaluation with a budget, or else with the one that the thread is within, or else with the default
    /// one.
    #[must_use]
    #[inline]
    pub fn new(budget: Option<&'a Budget>) -> Self {
        let left = match budget {
            Some(budget) if budget.is_share() => [0; KINDS + 1],
            _ => FREE,
        };
        Self {
            left,
            budget,
            share: None,
            default: |_| Allowance::DEFAULT,
            source_bytes: 0,
        }
    }

    /// Creates a meter of the evaluation of a constant, which may take as much as its source of `source_bytes` is long: 200
    /// steps, 40 elements and 200 bytes of strings for each byte, besides 100,000 steps, 20,000 elements and 1 MiB.
    ///
    /// A configuration may have very many constants. All of them together take of the budget that the thread is within, if
    /// it is within one.
    #[must_use]
    #[inline]
    pub fn of_constant(source_bytes: u32) -> Self {
        let mut meter = Self::new(None);
        meter.source_bytes = source_bytes;
        meter.default = |source_bytes| {
            let bytes = u64::from(source_bytes);
            // A share is the half.
            Allowance {
                steps: 200_000 + 400 * bytes,
                elements: 40_000 + 80 * bytes,
                bytes: (2 << 20) + 400 * bytes,
            }
        };
        meter
    }

    /// Creates a meter of which nothing is free, for work that the parts of an expression or a body may repeat.
    #[must_use]
    pub fn without_free(budget: &'a Budget) -> Self {
        let mut meter = Self::new(Some(budget));
        meter.left = [0; KINDS + 1];
        meter
    }

    /// Counts steps.
    ///
    /// # Errors
    ///
    /// [`Exceeded`] if the share of the expression is used up; from then on each call fails.
    #[inline]
    pub fn steps(&mut self, count: usize) -> Result<(), Exceeded> {
        self.count(Kind::Steps, count)
    }

    /// Counts elements, before they are made.
    ///
    /// # Errors
    ///
    /// [`Exceeded`] if the share of the expression is used up; from then on each call fails.
    #[inline]
    pub fn elements(&mut self, count: usize) -> Result<(), Exceeded> {
        self.count(Kind::Elements, count)
    }

    /// Counts the bytes of a string, before it is made.
    ///
    /// # Errors
    ///
    /// [`Exceeded`] if the share of the expression is used up; from then on each call fails.
    #[inline]
    pub fn bytes(&mut self, count: usize) -> Result<(), Exceeded> {
        self.count(Kind::Bytes, count)
    }

    /// Returns the share of the expression, for evaluations on its behalf.
    pub fn share(&mut self) -> &Budget {
        if self.share.is_some() {
            self.give_back();
        }
        self.taken_share()
    }

    /// Returns the share of the expression, after whose creation nothing is free.
    fn taken_share(&mut self) -> &Budget {
        let Self {
            left,
            budget,
            share,
            default,
            source_bytes,
        } = self;
        let default = || Budget::share_of_current(default(*source_bytes), *source_bytes > 0);
        share.get_or_insert_with(|| {
            *left = [0; KINDS + 1];
            budget.map_or_else(default, Budget::share)
        })
    }

    /// Returns whether all that was taken so far is free, so that nothing can have been exceeded.
    #[must_use]
    #[inline]
    pub fn is_untouched(&self) -> bool {
        self.share.is_none()
    }

    /// Returns what has been exceeded, by this evaluation or another one on behalf of the same expression.
    #[must_use]
    pub fn exceeded(&self) -> Option<Exceeded> {
        self.share.as_ref()?.exceeded()
    }

    #[inline]
    fn count(&mut self, kind: Kind, count: usize) -> Result<(), Exceeded> {
        let left = &mut self.left[kind as usize];
        if count <= usize::from(*left) {
            *left -= count as u16;
            return Ok(());
        }
        self.count_more(kind, count)
    }

    #[cold]
    #[inline(never)]
    fn count_more(&mut self, kind: Kind, count: usize) -> Result<(), Exceeded> {
        let index = kind as usize;
        let least = (count as u64).saturating_sub(u64::from(self.left[index]));
        let most = least.saturating_add(LEASE[index]);
        match self.taken_share().take(kind, least, most) {
            Ok(taken) => {
                self.left[index] = (taken - least) as u16;
                Ok(())
            }
            Err(exceeded) => {
                // Nothing more passes, whatever it is.
                self.give_back();
                Err(exceeded)
            }
        }
    }

    /// Gives back what was taken, but not used.
    #[inline(never)]
    fn give_back(&mut self) {
        let Some(share) = &self.share else { return };
        for kind in ALL {
            let unused = u64::from(std::mem::take(&mut self.left[kind as usize]));
            share.give(kind, unused);
        }
    }
}

impl Default for Meter<'_> {
    /// Creates a meter of an evaluation with the default budget.
    fn default() -> Self {
        Self::new(None)
    }
}

impl Drop for Meter<'_> {
    #[inline]
    fn drop(&mut self) {
        if self.share.is_some() {
            self.give_back();
        }
    }
}
