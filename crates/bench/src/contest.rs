//! Timing contestants against each other.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::report::{Outcome, Unit};
use crate::setting::Setting;

/// The name of ours among the contestants.
pub(crate) const OURS: &str = "hcl2";

type Round<'a> = Box<dyn FnMut() -> Result<Duration, Failure> + 'a>;

/// Who does the same work, ours first.
pub(crate) struct Contest<'a> {
    stage: &'static str,
    unit: Unit,
    /// What one round does, in the unit's bytes or operations.
    work: u64,
    /// What ours made.
    shape: String,
    contestants: Vec<(&'static str, Round<'a>)>,
}

impl<'a> Contest<'a> {
    /// A contest with ours alone, whose every round does `work` and makes something of this shape.
    pub(crate) fn new(
        stage: &'static str,
        unit: Unit,
        work: u64,
        shape: String,
        ours: impl FnMut() -> Duration + 'a,
    ) -> Self {
        let mut contest = Self {
            stage,
            unit,
            work,
            shape,
            contestants: Vec::new(),
        };
        contest.push(OURS, ours);
        contest
    }

    fn push(&mut self, name: &'static str, mut round: impl FnMut() -> Duration + 'a) {
        self.contestants.push((name, Box::new(move || Ok(round()))));
    }

    /// Adds a peer that made something of this shape.
    ///
    /// # Errors
    ///
    /// Where the shape is not that of ours.
    pub(crate) fn add(
        &mut self,
        name: &'static str,
        shape: &str,
        round: impl FnMut() -> Duration + 'a,
    ) -> Result<(), Failure> {
        self.check(name, shape)?;
        self.push(name, round);
        Ok(())
    }

    /// Adds the Go reference, which gets `texts` and does the work `repeat` times a round; leaves it out with a note
    /// where it is not to be had.
    ///
    /// # Errors
    ///
    /// Where what it makes has not the shape of ours.
    pub(crate) fn add_go<'t>(
        &mut self,
        setting: &Setting,
        repeat: usize,
        texts: impl IntoIterator<Item = &'t str>,
    ) -> Result<(), Failure> {
        let started = setting
            .go_program()
            .and_then(|program| crate::go::Process::start(&program, self.stage, repeat, texts));
        match started {
            Ok((mut process, shape)) => {
                self.check(crate::go::NAME, &shape)?;
                self.contestants
                    .push((crate::go::NAME, Box::new(move || process.round())));
            }
            Err(reason) => setting.note(&format!(
                "{}: {} is left out: {reason}",
                self.stage,
                crate::go::NAME
            )),
        }
        Ok(())
    }

    fn check(&self, name: &str, shape: &str) -> Result<(), Failure> {
        if shape == self.shape {
            return Ok(());
        }
        Err(Failure::Contestant(format!(
            "{}: {OURS} made {}, but {name} made {shape}",
            self.stage, self.shape
        )))
    }

    /// Times all contestants in turn.
    ///
    /// # Errors
    ///
    /// Where a contestant fails in a round.
    pub(crate) fn run(mut self, rounds: u32) -> Result<Outcome, Failure> {
        for (_, warm_up) in &mut self.contestants {
            warm_up()?;
        }
        let mut times = vec![Vec::new(); self.contestants.len()];
        for _ in 0..rounds {
            for ((_, round), times) in self.contestants.iter_mut().zip(&mut times) {
                times.push(round()?);
            }
        }
        let mut figures = self
            .contestants
            .iter()
            .zip(times)
            .map(|((name, _), times)| ((*name).to_owned(), self.unit.figure(self.work, median(times))));
        let ours = figures.next().map_or(0.0, |(_, figure)| figure);
        Ok(Outcome {
            stage: self.stage.to_owned(),
            unit: self.unit,
            ours,
            peers: figures.collect(),
        })
    }
}

/// How many times longer something takes where there is a great deal of it: the rounds of both, which do as much work,
/// alternate, after one of each to warm up.
pub(crate) fn growth(
    stage: &'static str,
    rounds: u32,
    mut small: impl FnMut() -> Duration,
    mut great: impl FnMut() -> Duration,
) -> Outcome {
    let _ = (small(), great());
    let (small, great): (Vec<_>, Vec<_>) = (0..rounds).map(|_| (small(), great())).unzip();
    Outcome {
        stage: stage.to_owned(),
        unit: Unit::Times,
        ours: median(great).as_secs_f64() / median(small).as_secs_f64(),
        peers: Vec::new(),
    }
}

/// The middle one of the times; of an even number the mean of the two in the middle.
pub(crate) fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    let upper = times.get(times.len() / 2).copied().unwrap_or_default();
    if times.len() % 2 == 1 {
        return upper;
    }
    let lower = times.len().checked_sub(1).and_then(|last| times.get(last / 2));
    (lower.copied().unwrap_or_default() + upper) / 2
}

/// How long `work` takes, without dropping what it makes.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    let made = black_box(work());
    let time = start.elapsed();
    drop(made);
    time
}

/// How long `work` takes for all `items`, `repeat` times, without dropping what it makes.
pub(crate) fn timed_each<I, T>(items: &[I], repeat: usize, work: impl Fn(&I) -> T) -> Duration {
    let pass = || items.iter().map(|item| timed(|| work(item))).sum::<Duration>();
    (0..repeat).map(|_| pass()).sum()
}

/// How many results of calls are kept at most: so many that looking at the clock costs nothing, and so few that the
/// memory of those dropped is used again, as it is in a program.
const BATCH: usize = 100;

/// How long `count` calls of `work` take together, without dropping what they make.
pub(crate) fn timed_calls<T>(count: usize, mut work: impl FnMut() -> T) -> Duration {
    let (mut total, mut rest) = (Duration::ZERO, count);
    let mut made = Vec::with_capacity(BATCH);
    while rest > 0 {
        let calls = rest.min(BATCH);
        let start = Instant::now();
        for _ in 0..calls {
            made.push(work());
        }
        total += start.elapsed();
        black_box(&mut made).clear();
        rest -= calls;
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    fn milliseconds(values: &[u64]) -> Vec<Duration> {
        values.iter().copied().map(Duration::from_millis).collect()
    }

    #[test]
    fn the_median_is_the_middle() {
        assert_eq!(median(milliseconds(&[9, 1, 4])), Duration::from_millis(4));
        assert_eq!(median(milliseconds(&[9, 1, 4, 6])), Duration::from_millis(5));
        assert_eq!(median(milliseconds(&[3])), Duration::from_millis(3));
        assert_eq!(median(Vec::new()), Duration::ZERO);
    }

    #[test]
    fn a_contest_refuses_another_shape() {
        let mut contest = Contest::new("a", Unit::Nanoseconds, 1, "2 blocks".to_owned(), || {
            Duration::ZERO
        });
        assert_eq!(contest.add("x", "2 blocks", || Duration::ZERO), Ok(()));
        assert_eq!(
            contest.add("y", "3 blocks", || Duration::ZERO),
            Err(Failure::Contestant(
                "a: hcl2 made 2 blocks, but y made 3 blocks".to_owned()
            ))
        );
    }

    #[test]
    fn figures_come_from_the_median_round() {
        let ours = [5, 2, 1, 3].map(Duration::from_micros);
        let mut rounds = ours.into_iter().cycle();
        let mut contest = Contest::new("a", Unit::Nanoseconds, 100, String::new(), move || {
            rounds.next().unwrap()
        });
        contest.add("x", "", || Duration::from_micros(7)).unwrap();
        let outcome = contest.run(3).unwrap();
        assert_eq!(outcome.ours, 20.0);
        assert_eq!(outcome.peers, [("x".to_owned(), 70.0)]);
    }

    #[test]
    fn growth_is_the_ratio_of_the_median_rounds() {
        let mut small = milliseconds(&[90, 2, 2, 4]).into_iter();
        let mut great = milliseconds(&[10, 3, 9, 3]).into_iter();
        let outcome = growth("a", 3, || small.next().unwrap(), || great.next().unwrap());
        assert_eq!((outcome.unit, outcome.ours), (Unit::Times, 1.5));
    }

    #[test]
    fn dropping_is_not_timed() {
        struct Slow;
        impl Drop for Slow {
            fn drop(&mut self) {
                std::thread::sleep(Duration::from_millis(50));
            }
        }
        assert!(timed(|| Slow) < Duration::from_millis(40));
        assert!(timed_calls(2, || Slow) < Duration::from_millis(40));
        assert!(timed_each(&[1, 2], 1, |_| Slow) < Duration::from_millis(40));
    }
}
