//! Timing contestants against each other.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::programs::Program;
use crate::report::{Measurement, Unit};
use crate::setting::Setting;

/// Our name among the contestants.
pub(crate) const OURS: &str = "hcl2";

type Round<'a> = Box<dyn FnMut() -> Result<Duration, Failure> + 'a>;

/// The contestants that do the same work, ours first.
pub(crate) struct Contest<'a> {
    stage: &'static str,
    unit: Unit,
    /// The work of a round in the unit's bytes or operations.
    work: u64,
    /// The shape of our result.
    shape: String,
    contestants: Vec<Contestant<'a>>,
}

/// The work of the Go reference.
pub(crate) struct GoWork<'g> {
    /// Its stage.
    pub(crate) stage: &'g str,
    /// The expected shape of its result.
    pub(crate) shape: &'g str,
    /// The repetitions in a round.
    pub(crate) repeat: usize,
    /// Whether it does the same work as ours.
    pub(crate) is_peer: bool,
}

struct Contestant<'a> {
    name: &'static str,
    /// Whether it does the same work as ours.
    is_peer: bool,
    round: Round<'a>,
}

impl<'a> Contest<'a> {
    /// Creates a contest with ours alone, whose rounds do `work` with a result of this shape.
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
        contest.push(OURS, true, ours);
        contest
    }

    fn push(&mut self, name: &'static str, is_peer: bool, mut round: impl FnMut() -> Duration + 'a) {
        self.contestants.push(Contestant {
            name,
            is_peer,
            round: Box::new(move || Ok(round())),
        });
    }

    /// Adds a peer whose result has this shape.
    ///
    /// # Errors
    ///
    /// If the shape differs from ours.
    pub(crate) fn add(
        &mut self,
        name: &'static str,
        shape: &str,
        round: impl FnMut() -> Duration + 'a,
    ) -> Result<(), Failure> {
        self.check(name, shape)?;
        self.push(name, true, round);
        Ok(())
    }

    /// Adds a contestant that does other work, whose figure is not compared with ours.
    pub(crate) fn add_unlike(&mut self, name: &'static str, round: impl FnMut() -> Duration + 'a) {
        self.push(name, false, round);
    }

    /// Adds a whole program that does other work, or a note if it is not available. Its time is multiplied if its input is
    /// `scale` times smaller than ours.
    pub(crate) fn add_program(
        &mut self,
        setting: &Setting,
        name: &'static str,
        program: Result<Program, String>,
        scale: f64,
    ) {
        match program {
            Ok(mut program) => self.contestants.push(Contestant {
                name,
                is_peer: false,
                round: Box::new(move || Ok(program.round()?.mul_f64(scale))),
            }),
            Err(reason) => setting.note(&format!("{}: {name} is left out: {reason}", self.stage)),
        }
    }

    /// Adds the Go reference, which receives `texts` and does the work `repeat` times per round, or a note if it is not
    /// available.
    ///
    /// # Errors
    ///
    /// If the shape of its result differs from ours.
    pub(crate) fn add_go<'t>(
        &mut self,
        setting: &Setting,
        repeat: usize,
        texts: impl IntoIterator<Item = &'t str>,
    ) -> Result<(), Failure> {
        let shape = self.shape.clone();
        let work = GoWork {
            stage: self.stage,
            shape: &shape,
            repeat,
            is_peer: true,
        };
        self.add_go_work(setting, &work, texts)
    }

    /// Adds the Go reference with another stage of its own, like [`add_go`](Self::add_go).
    ///
    /// # Errors
    ///
    /// If the shape of its result differs from that of the work.
    pub(crate) fn add_go_work<'t>(
        &mut self,
        setting: &Setting,
        work: &GoWork<'_>,
        texts: impl IntoIterator<Item = &'t str>,
    ) -> Result<(), Failure> {
        let name = crate::go::NAME;
        let started = setting
            .go_program()
            .and_then(|program| crate::go::Process::start(&program, work.stage, work.repeat, texts));
        match started {
            Ok((_, shape)) if shape != work.shape => Err(self.differs(work.shape, name, &shape)),
            Ok((mut process, _)) => {
                self.contestants.push(Contestant {
                    name,
                    is_peer: work.is_peer,
                    round: Box::new(move || process.round()),
                });
                Ok(())
            }
            Err(reason) => {
                setting.note(&format!("{}: {name} is left out: {reason}", self.stage));
                Ok(())
            }
        }
    }

    /// Checks the result of a contestant.
    ///
    /// # Errors
    ///
    /// If the shape differs from ours.
    pub(crate) fn check(&self, name: &str, shape: &str) -> Result<(), Failure> {
        if shape == self.shape {
            return Ok(());
        }
        Err(self.differs(&self.shape, name, shape))
    }

    fn differs(&self, ours: &str, name: &str, shape: &str) -> Failure {
        Failure::Contestant(format!(
            "{}: {OURS} made {ours}, but {name} made {shape}",
            self.stage
        ))
    }

    /// Times all contestants in turn.
    ///
    /// # Errors
    ///
    /// If a contestant fails in a round.
    pub(crate) fn run(mut self, rounds: u32) -> Result<Measurement, Failure> {
        for contestant in &mut self.contestants {
            (contestant.round)()?;
        }
        let mut times = vec![Vec::new(); self.contestants.len()];
        for _ in 0..rounds {
            for (contestant, times) in self.contestants.iter_mut().zip(&mut times) {
                times.push((contestant.round)()?);
            }
        }
        let mut outcome = Measurement::new(self.stage, self.unit, 0.0);
        for (contestant, times) in self.contestants.iter().zip(times) {
            let figure = self.unit.figure(self.work, median(times));
            if contestant.name == OURS {
                outcome.ours = figure;
                continue;
            }
            let others = if contestant.is_peer {
                &mut outcome.peers
            } else {
                &mut outcome.unlike
            };
            others.push((contestant.name.to_owned(), figure));
        }
        Ok(outcome)
    }
}

/// Returns the ratio of the times for large and small inputs. Rounds of both do the same amount of work and alternate,
/// after one of each to warm up.
pub(crate) fn growth(
    stage: &'static str,
    rounds: u32,
    mut small: impl FnMut() -> Duration,
    mut great: impl FnMut() -> Duration,
) -> Measurement {
    let _ = (small(), great());
    let (small, great): (Vec<_>, Vec<_>) = (0..rounds).map(|_| (small(), great())).unzip();
    let ours = median(great).as_secs_f64() / median(small).as_secs_f64();
    Measurement::new(stage, Unit::Times, ours)
}

/// Returns the median of the times; of an even number the mean of the two in the middle.
pub(crate) fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    let upper = times.get(times.len() / 2).copied().unwrap_or_default();
    if times.len() % 2 == 1 {
        return upper;
    }
    let lower = times.len().checked_sub(1).and_then(|last| times.get(last / 2));
    (lower.copied().unwrap_or_default() + upper) / 2
}

/// Returns the time of `work`, without dropping its result.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    let made = black_box(work());
    let time = start.elapsed();
    drop(made);
    time
}

/// Returns the time of `work` for all `items`, `repeat` times, without dropping the results.
pub(crate) fn timed_each<I, T>(items: &[I], repeat: usize, work: impl Fn(&I) -> T) -> Duration {
    let pass = || items.iter().map(|item| timed(|| work(item))).sum::<Duration>();
    (0..repeat).map(|_| pass()).sum()
}

/// The most results kept before dropping them: enough to make reading the clock negligible, and few enough to reuse
/// memory like a real program.
const BATCH: usize = 100;

/// Returns the time of `count` calls of `work`, without dropping the results.
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
        contest.add_unlike("y", || Duration::from_micros(1));
        let outcome = contest.run(3).unwrap();
        assert_eq!(outcome.ours, 20.0);
        assert_eq!(outcome.peers, [("x".to_owned(), 70.0)]);
        assert_eq!(outcome.unlike, [("y".to_owned(), 10.0)]);
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
        // Other work of the machine makes single times longer.
        let least = |time: &dyn Fn() -> Duration| (0..5).map(|_| time()).min();
        let limit = Some(Duration::from_millis(40));
        assert!(least(&|| timed(|| Slow)) < limit);
        assert!(least(&|| timed_calls(2, || Slow)) < limit);
        assert!(least(&|| timed_each(&[1, 2], 1, |_| Slow)) < limit);
    }
}
