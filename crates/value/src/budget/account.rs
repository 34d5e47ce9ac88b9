//! Accounts: how much of a budget is used, and what ends it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use super::{Allowance, Exceeded};

/// The use of a budget or of a part of it. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct Account(Arc<Figures>);

#[derive(Debug)]
struct Figures {
    limits: [u64; KINDS],
    taken: [AtomicU64; KINDS],
    /// The account of which this is a share.
    whole: Option<Account>,
    /// Whether the limits are a part of those that the owner of the whole set.
    is_part: bool,
    stop: Arc<Stop>,
    /// The limit that a part of this share exceeded: the number of a [`Kind`], or one of the constants below.
    exceeded: AtomicU8,
    /// The limit of the owner that was exceeded.
    exceeded_limit: AtomicU64,
}

/// What ends an evaluation from outside.
#[derive(Default)]
pub(super) struct Stop {
    cancelled: AtomicBool,
    expired: Option<Box<dyn Fn() -> bool + Send + Sync>>,
    /// The end of the enclosing account.
    outer: Option<Arc<Self>>,
}

impl Stop {
    /// Creates an end for work within an account, which ends only with that account.
    pub(super) fn within(outer: Option<Account>) -> Self {
        Self {
            outer: outer.map(|outer| Arc::clone(&outer.0.stop)),
            ..Self::default()
        }
    }

    /// Ends the evaluation when `expired` returns true, in addition to the other limits.
    pub(super) fn when(mut self, expired: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        self.expired = Some(Box::new(expired));
        self
    }

    fn reason(&self) -> Option<Exceeded> {
        let mut stops = std::iter::successors(Some(self), |stop| stop.outer.as_deref());
        stops.find_map(|stop| {
            if stop.cancelled.load(Ordering::Relaxed) {
                return Some(Exceeded::Cancelled);
            }
            let expired = stop.expired.as_ref()?;
            expired().then_some(Exceeded::Time)
        })
    }
}

impl std::fmt::Debug for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Stop").field(&self.reason()).finish()
    }
}

/// The number of limits.
pub(super) const KINDS: usize = 3;

/// A limit, as an index.
#[derive(Clone, Copy)]
pub(super) enum Kind {
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

/// No exceeded limit; smaller numbers are those of a [`Kind`].
const GOES_ON: u8 = u8::MAX;
const CANCELLED: u8 = 254;
const TIME: u8 = 253;

pub(super) const ALL: [Kind; KINDS] = [Kind::Steps, Kind::Elements, Kind::Bytes];

impl Account {
    /// Opens the account of a budget.
    pub(super) fn open(allowance: Allowance, stop: Stop) -> Self {
        Self::new(limits(allowance), None, false, Arc::new(stop))
    }

    /// Opens an account that also draws on another one, and ends with it.
    pub(super) fn nested(allowance: Allowance, whole: Option<Self>) -> Self {
        let stop = Arc::new(Stop::within(whole.clone()));
        Self::new(limits(allowance), whole, false, stop)
    }

    fn new(limits: [u64; KINDS], whole: Option<Self>, is_part: bool, stop: Arc<Stop>) -> Self {
        Self(Arc::new(Figures {
            limits,
            taken: Default::default(),
            whole,
            is_part,
            stop,
            exceeded: AtomicU8::new(GOES_ON),
            exceeded_limit: AtomicU64::new(0),
        }))
    }

    pub(super) fn cancel(&self) {
        self.0.stop.cancelled.store(true, Ordering::Relaxed);
    }

    pub(super) fn ended(&self) -> Option<Exceeded> {
        self.0.stop.reason()
    }

    pub(super) fn left(&self) -> Allowance {
        let [steps, elements, bytes] = ALL.map(|kind| self.left_of(kind));
        Allowance {
            steps,
            elements,
            bytes,
        }
    }

    /// Returns the share of one expression: half of the rest. The share of a share is itself.
    pub(super) fn share(&self) -> Self {
        if self.is_part() {
            return self.clone();
        }
        let limits = ALL.map(|kind| self.left_of(kind).div_ceil(2));
        Self::new(limits, Some(self.clone()), true, Arc::clone(&self.0.stop))
    }

    pub(super) fn is_part(&self) -> bool {
        self.0.is_part
    }

    fn left_of(&self, kind: Kind) -> u64 {
        let taken = self.0.taken[kind as usize].load(Ordering::Relaxed);
        self.0.limits[kind as usize].saturating_sub(taken)
    }

    /// Returns the limit that a part of this share exceeded.
    pub(super) fn exceeded(&self) -> Option<Exceeded> {
        match self.0.exceeded.load(Ordering::Relaxed) {
            CANCELLED => Some(Exceeded::Cancelled),
            TIME => Some(Exceeded::Time),
            index => {
                let kind = *ALL.get(usize::from(index))?;
                Some(kind.exceeded(self.0.exceeded_limit.load(Ordering::Relaxed)))
            }
        }
    }

    /// Takes between `least` and `most`, and returns the amount.
    pub(super) fn take(&self, kind: Kind, least: u64, most: u64) -> Result<u64, Exceeded> {
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

    /// Takes the amount from this account and from those that contain it, or returns the limit that forbids it.
    fn take_of_all(&self, kind: Kind, least: u64, most: u64) -> Result<u64, u64> {
        let taken = self
            .take_here(kind, least, most)
            .ok_or_else(|| self.limit(kind))?;
        if let Some(whole) = &self.0.whole
            && let Err(limit) = whole.take_of_all(kind, taken, taken)
        {
            // Other threads may take the rest of the whole meanwhile.
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

    /// Gives back the unused amount.
    pub(super) fn give(&self, kind: Kind, unused: u64) {
        let mut account = Some(self);
        while let Some(open) = account.filter(|_| unused > 0) {
            open.give_here(kind, unused);
            account = open.0.whole.as_ref();
        }
    }

    fn give_here(&self, kind: Kind, unused: u64) {
        self.0.taken[kind as usize].fetch_sub(unused, Ordering::Relaxed);
    }
}

const fn limits(allowance: Allowance) -> [u64; KINDS] {
    [allowance.steps, allowance.elements, allowance.bytes]
}
