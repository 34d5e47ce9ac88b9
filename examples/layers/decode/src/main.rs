//! The decoding layer alone: decodes another syntax, that of INI files, into structs with the same derive macro.
//!
//! A syntax is a [`Body`]: sections are blocks, and lines with `=` attributes, whose values are strings.
#![expect(clippy::print_stdout, reason = "it reports to the person who runs it")]

mod ini;

use std::fmt;
use std::sync::Arc;

use hcl2_decode::{Decode, decode_into};
use hcl2_diagnostics::render::Plain;
use hcl2_diagnostics::{Outcome, SourceMap};
use hcl2_model::Body;

#[derive(hcl2_derive::Decode)]
#[hcl(crate = hcl2_decode)]
struct Settings {
    title: String,
    #[hcl(block)]
    server: Server,
}

#[derive(hcl2_derive::Decode)]
#[hcl(crate = hcl2_decode)]
struct Server {
    host: String,
    #[hcl(default = 80)]
    port: u16,
    #[hcl(default)]
    verbose: bool,
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Server { host, port, verbose } = &self.server;
        let how = if *verbose { "says much" } else { "says little" };
        write!(f, "{} runs on {host}, port {port}, and {how}", self.title)
    }
}

const SETTINGS: &str = "title = Shop\n\n[server]\nhost = 10.0.0.1\nport = 8080\nverbose = true\n";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("{}", read::<Settings>(SETTINGS)?);
    println!(
        "{}",
        read::<Settings>("title = Shop\n[server]\nhots = 10.0.0.1\nport = high\n")?
    );
    Ok(())
}

/// Describes the decoded source, or its problems.
fn read<T: Decode + fmt::Display>(text: &str) -> Result<String, Box<dyn std::error::Error>> {
    let mut sources = SourceMap::new();
    let source = sources.add("settings.ini", text)?;
    let body: Arc<dyn Body> = Arc::new(ini::parse(&source, text));
    let Outcome {
        value: decoded,
        diagnostics: problems,
    } = decode_into::<T>(&body, None);
    Ok(match decoded {
        Some(decoded) => decoded.to_string(),
        None => Plain::default().render(&problems, &sources),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ini_file_becomes_a_struct() {
        assert_eq!(
            read::<Settings>(SETTINGS).unwrap(),
            "Shop runs on 10.0.0.1, port 8080, and says much"
        );
    }

    #[test]
    fn what_is_wrong_in_an_ini_file_is_shown_where_it_stands() {
        let problems = read::<Settings>("title = Shop\n[server]\nhots = 10.0.0.1\nport = high\n").unwrap();
        let places: Vec<&str> = problems
            .lines()
            .filter(|line| line.starts_with("settings.ini"))
            .filter_map(|line| {
                line.split_once(": Missing")
                    .or(line.split_once(": Unknown"))
                    .or(line.split_once(": Wrong"))
            })
            .map(|(place, _)| place)
            .collect();
        assert_eq!(
            places,
            [
                "settings.ini:2:1: error[hcl2::body::missing-attribute]",
                "settings.ini:3:1: error[hcl2::body::unsupported-attribute]",
                "settings.ini:4:8: error[hcl2::decode::wrong-type]",
            ]
        );
    }
}
