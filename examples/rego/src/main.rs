//! Applies Rego policies to a plan, as conftest does: `hcl2 plan --json DIR | hcl2-rego POLICY...`.
//!
//! The policies are in the package `main`; each element of `deny` and `warn` is a message.

use std::error::Error;
use std::process::ExitCode;

use regorus::Engine;

/// The rules whose elements are messages, and whether one of them is a failure.
const RULES: [(&str, bool); 2] = [("deny", true), ("warn", false)];

fn main() -> Result<ExitCode, Box<dyn Error + Send + Sync>> {
    let mut engine = Engine::new();
    // Accepts policies of both versions: those of the newer one start with `import rego.v1`.
    engine.set_rego_v0(true);
    for path in std::env::args().skip(1) {
        let policy = std::fs::read_to_string(&path)?;
        engine.add_policy(path, policy)?;
    }
    engine.set_input_json(&std::io::read_to_string(std::io::stdin())?)?;
    let results = engine.eval_query("data.main".to_owned(), false)?;
    let mut has_failed = false;
    let found = results.result.iter().flat_map(|result| &result.expressions);
    for expression in found {
        let rules = expression.value.as_object()?;
        for (name, is_failure) in RULES {
            let Some(messages) = rules.get(&name.into()) else {
                continue;
            };
            for message in messages.as_set()? {
                println!("{name}: {}", message.as_string()?);
                has_failed |= is_failure;
            }
        }
    }
    Ok(ExitCode::from(u8::from(has_failed)))
}
