//! A service whose rules are evaluated at each request, without a server: a router would call its handler.
//!
//! ```sh
//! cargo run --release --package hcl2 --example requests
//! ```
//!
//! It prints the answers to two requests, and how long one takes.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use hcl2::value::Type;
use hcl2::{Decode, Encode, Error, Lazy, Loader, Value};

const RULES: &str = r#"
rule "admins" {
  when    = path == "/admin" && !contains(admins, user)
  status  = 403
  message = "${upper(user)} is not an admin."
}

rule "tokens" {
  when   = lookup(headers, "token", "") == ""
  status = 401
}
"#;

#[derive(Decode)]
struct Policy {
    #[hcl(block, name = "rule")]
    rules: BTreeMap<String, Rule>,
}

#[derive(Decode)]
struct Rule {
    when: Lazy<bool>,
    status: u16,
    #[hcl(default = "Denied.")]
    message: Lazy<String>,
}

#[derive(Encode)]
struct Request<'a> {
    user: &'a str,
    path: &'a str,
    headers: BTreeMap<&'a str, &'a str>,
}

/// Returns the status and the body of the answer; `Err` is a mistake in the rules, with the line of the file.
fn handle(policy: &Policy, request: &Request<'_>) -> Result<(u16, String), Error> {
    let context = hcl2::encode_context(request)?;
    for rule in policy.rules.values() {
        if rule.when.evaluate(&context)? {
            return Ok((rule.status, rule.message.evaluate(&context)?));
        }
    }
    Ok((200, "Welcome.".to_owned()))
}

#[expect(clippy::print_stdout, reason = "an example is for people")]
fn main() -> Result<(), Error> {
    let policy: Arc<Policy> = Arc::new(
        Loader::new()
            .standard_functions()
            .variable("admins", vec!["root"])
            .variable("user", Value::unknown(Type::STRING))
            .variable("path", Value::unknown(Type::STRING))
            .variable("headers", Value::unknown(Type::map(Type::STRING)))
            .from_str(RULES)?,
    );
    for user in ["root", "joe"] {
        let headers = BTreeMap::from([("token", "t")]);
        let request = Request {
            user,
            path: "/admin",
            headers,
        };
        println!("{user}: {:?}", handle(&policy, &request)?);
    }

    let context = hcl2::encode_context(&Request {
        user: "joe",
        path: "/",
        headers: BTreeMap::new(),
    })?;
    let rule = &policy.rules["admins"];
    let (mut evaluations, mut requests) = (f64::MAX, f64::MAX);
    let rounds = 100_000;
    for _ in 0..5 {
        let start = Instant::now();
        for _ in 0..rounds {
            rule.when.evaluate(&context)?;
        }
        evaluations = evaluations.min(start.elapsed().as_secs_f64() / f64::from(rounds));
        let start = Instant::now();
        for _ in 0..rounds {
            let headers = BTreeMap::from([("token", "t")]);
            handle(
                &policy,
                &Request {
                    user: "joe",
                    path: "/",
                    headers,
                },
            )?;
        }
        requests = requests.min(start.elapsed().as_secs_f64() / f64::from(rounds));
    }
    println!(
        "an evaluation: {:.2} us, a request: {:.2} us",
        evaluations * 1e6,
        requests * 1e6
    );
    Ok(())
}
