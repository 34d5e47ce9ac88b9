//! Meters, which count how much of a budget an evaluation uses.

use super::account::{ALL, Account, KINDS, Kind};
use super::{Allowance, Budget, Exceeded, current};

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
/// let mut meter = Meter::new(&budget);
/// meter.elements(50_000)?;
/// assert_eq!(meter.elements(2_000), Err(Exceeded::Elements(100_000)));
/// drop(meter);
/// assert_eq!(budget.left().elements, 51_000);
/// # Ok::<(), Exceeded>(())
/// ```
#[derive(Debug)]
pub struct Meter<'a> {
    /// The amounts taken and not yet used. The last one is padding: four small numbers are written at once.
    left: [u16; KINDS + 1],
    of: Of<'a>,
    /// The share of the budget, created when something is first taken.
    share: Option<Account>,
}

/// The source from which a meter takes.
#[derive(Clone, Copy, Debug)]
enum Of<'a> {
    Budget(&'a Budget),
    /// A default budget.
    Default,
    /// The allowance of a constant whose source has this length, and the budget of the thread.
    Constant(u32),
}

/// The free amounts.
const FREE: [u16; KINDS + 1] = [100, 1_000, 16_000, 0];

/// The least that a meter takes of its share at a time.
const LEASE: [u64; KINDS] = [1_000, 20_000, 60_000];

impl<'a> Meter<'a> {
    /// Creates a meter for an evaluation with a budget.
    #[must_use]
    #[inline]
    pub fn new(budget: &'a Budget) -> Self {
        let left = if budget.0.is_part() { [0; KINDS + 1] } else { FREE };
        Self {
            left,
            of: Of::Budget(budget),
            share: None,
        }
    }

    /// Creates a meter for the evaluation of a constant, whose limits depend on the length of its source,
    /// `source_bytes`: 100,000 steps, 20,000 elements and 1 MiB of strings, plus 200 steps, 40 elements and 200 bytes
    /// for each byte.
    ///
    /// A configuration may have very many constants. All of them together draw on the budget of the thread, if it has
    /// one.
    #[must_use]
    #[inline]
    pub const fn of_constant(source_bytes: u32) -> Self {
        Self {
            left: FREE,
            of: Of::Constant(source_bytes),
            share: None,
        }
    }

    /// Creates a meter without a free amount, for work that the parts of an expression or a body may repeat.
    #[must_use]
    pub fn without_free(budget: &'a Budget) -> Self {
        let mut meter = Self::new(budget);
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

    /// Counts elements, before they are created.
    ///
    /// # Errors
    ///
    /// [`Exceeded`] if the share of the expression is used up; from then on each call fails.
    #[inline]
    pub fn elements(&mut self, count: usize) -> Result<(), Exceeded> {
        self.count(Kind::Elements, count)
    }

    /// Counts the bytes of a string, before it is created.
    ///
    /// # Errors
    ///
    /// [`Exceeded`] if the share of the expression is used up; from then on each call fails.
    #[inline]
    pub fn bytes(&mut self, count: usize) -> Result<(), Exceeded> {
        self.count(Kind::Bytes, count)
    }

    /// Returns the share of the expression, for evaluations on its behalf.
    pub fn share(&mut self) -> Budget {
        if self.share.is_some() {
            self.give_back();
        }
        Budget(self.taken_share().clone())
    }

    /// Returns the share of the expression. Once it exists, nothing is free.
    fn taken_share(&mut self) -> &Account {
        let Self { left, of, share } = self;
        share.get_or_insert_with(|| {
            *left = [0; KINDS + 1];
            match of {
                Of::Budget(budget) => budget.0.share(),
                Of::Default => Budget::default().0.share(),
                Of::Constant(source_bytes) => Account::nested(of_constant(*source_bytes), current()).share(),
            }
        })
    }

    /// Returns whether everything taken so far was free, so no limit can have been exceeded.
    #[must_use]
    #[inline]
    pub fn is_untouched(&self) -> bool {
        self.share.is_none()
    }

    /// Returns the limit that was exceeded, by this evaluation or another one on behalf of the same expression.
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
                // From now on, every amount is refused.
                self.give_back();
                Err(exceeded)
            }
        }
    }

    /// Gives back the unused amounts.
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
    /// Creates a meter for an evaluation with a new default budget.
    fn default() -> Self {
        Self {
            left: FREE,
            of: Of::Default,
            share: None,
        }
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

/// Returns the allowance of a constant whose source has this length; a share is half of it.
fn of_constant(source_bytes: u32) -> Allowance {
    let bytes = u64::from(source_bytes);
    Allowance {
        steps: 200_000 + 400 * bytes,
        elements: 40_000 + 80 * bytes,
        bytes: (2 << 20) + 400 * bytes,
    }
}
