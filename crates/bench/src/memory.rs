//! Peak memory, measured in a separate process with a counting allocator.

use std::process::{Command, Stdio};

use crate::arguments::Arguments;
use crate::contest::OURS;
use crate::failure::Failure;
use crate::input::{Input, Text};
use crate::report::Measurement;

/// Access to the allocator's counts.
#[derive(Clone, Copy, Debug)]
pub struct Heap {
    /// Returns the bytes on the heap.
    pub current: fn() -> usize,
    /// Returns the most bytes on the heap since the peak was reset.
    pub peak: fn() -> usize,
    /// Resets the peak to the bytes on the heap now.
    pub reset_peak: fn(),
}

impl Heap {
    /// Returns the peak of bytes that `work` has on the heap, including its result.
    fn peak_of<T>(self, work: impl FnOnce() -> T) -> usize {
        let before = (self.current)();
        (self.reset_peak)();
        let made = std::hint::black_box(work());
        let peak = (self.peak)();
        drop(made);
        peak.saturating_sub(before)
    }

    /// Returns the peak of heap bytes per source byte over all files, each read alone.
    pub(crate) fn per_byte<T>(self, input: &Input, work: impl Fn(&Text) -> T) -> f64 {
        let peaks: usize = input.files.iter().map(|file| self.peak_of(|| work(file))).sum();
        peaks as f64 / input.bytes() as f64
    }

    /// Returns the peak of heap bytes per byte of a message.
    pub(crate) fn per_byte_of<T>(self, bytes: &[u8], work: impl Fn(&[u8]) -> T) -> f64 {
        self.peak_of(|| work(bytes)) as f64 / bytes.len() as f64
    }
}

/// Measures a memory stage in a process with a counting allocator.
///
/// # Errors
///
/// If that process fails.
pub(crate) fn in_own_process(stage: &str, arguments: &Arguments) -> Result<Measurement, Failure> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args([
            "run",
            "--quiet",
            "--profile",
            "dist",
            "--package",
            "hcl2-bench",
            "--bin",
            "hcl2-bench-memory",
        ])
        .args(arguments.peers.then_some("--features=peers"))
        .arg("--")
        .args([stage, "--json"])
        .args(arguments.options())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| Failure::Contestant(format!("{stage}: cannot run cargo: {error}")))?;
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .find_map(Measurement::from_json)
        .ok_or_else(|| Failure::Contestant(format!("{stage}: {OURS} gave no figure")))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    static CURRENT: AtomicUsize = AtomicUsize::new(0);
    static PEAK: AtomicUsize = AtomicUsize::new(0);

    #[test]
    fn the_peak_counts_from_what_was_there_before() {
        let heap = Heap {
            current: || CURRENT.load(Ordering::Relaxed),
            peak: || PEAK.load(Ordering::Relaxed),
            reset_peak: || PEAK.store(CURRENT.load(Ordering::Relaxed), Ordering::Relaxed),
        };
        CURRENT.store(100, Ordering::Relaxed);
        PEAK.store(900, Ordering::Relaxed);
        assert_eq!(heap.peak_of(|| PEAK.fetch_max(340, Ordering::Relaxed)), 240);
    }
}
