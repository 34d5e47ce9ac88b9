//! The command line.

use std::path::PathBuf;

use clap::Parser;

/// Measures the stages of hcl2 beside their peers.
#[derive(Clone, Debug, Parser)]
#[command(name = "cargo xtask bench", version)]
pub(crate) struct Arguments {
    /// Stages to measure, all by default; `*` at the end matches any rest, as in `eval.*`
    #[arg(value_name = "STAGE")]
    pub(crate) stages: Vec<String>,
    /// Read the `.tf`, `.hcl` and `.json` files in this directory instead of generated input
    #[arg(long, value_name = "DIR")]
    pub(crate) corpus: Option<PathBuf>,
    /// Measure the peers too
    #[arg(long)]
    pub(crate) peers: bool,
    /// Print a line of JSON for each stage instead of a table
    #[arg(long)]
    pub(crate) json: bool,
    /// The size of the input in megabytes (10^6 bytes); a smaller corpus is read several times
    #[arg(long, value_name = "MB", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) size: u32,
    /// The seed of generated input
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The number of timed rounds; the median is reported
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) rounds: u32,
}

impl Arguments {
    /// Returns the options as written, without stages and output format.
    pub(crate) fn options(&self) -> Vec<String> {
        let mut options = vec![
            format!("--size={}", self.size),
            format!("--seed={}", self.seed),
            format!("--rounds={}", self.rounds),
        ];
        options.extend(self.peers.then(|| "--peers".to_owned()));
        options.extend(
            self.corpus
                .iter()
                .map(|corpus| format!("--corpus={}", corpus.display())),
        );
        options
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_survive_being_written() {
        let given = [
            "bench", "--peers", "--size", "3", "--seed", "9", "--rounds", "4", "--corpus", "a b",
        ];
        let arguments = Arguments::parse_from(given);
        let again = Arguments::parse_from(std::iter::once("bench".to_owned()).chain(arguments.options()));
        assert_eq!(
            (again.peers, again.size, again.seed, again.rounds, again.corpus),
            (true, 3, 9, 4, Some(PathBuf::from("a b")))
        );
    }
}
