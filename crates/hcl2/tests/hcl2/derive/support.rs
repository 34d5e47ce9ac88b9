//! Helpers of the tests of derived types.

use hcl2::{Decode, Error, Loader, Syntax};

/// Decodes native syntax, with the standard functions and a variable.
pub(crate) fn native<T: Decode>(text: &str) -> Result<T, Error> {
    loader().from_str(text)
}

/// Decodes JSON syntax, with the standard functions and a variable.
pub(crate) fn json<T: Decode>(text: &str) -> Result<T, Error> {
    loader().syntax(Syntax::Json).from_str(text)
}

fn loader() -> Loader {
    Loader::new().variable("region", "eu-1").standard_functions()
}

/// Returns the codes of problems, each with the source at its range; an empty range is shown by its offset.
pub(crate) fn shown<T>(result: Result<T, Error>) -> Vec<(&'static str, String)> {
    let Err(error) = result else { return Vec::new() };
    error
        .diagnostics()
        .iter()
        .map(|diagnostic| {
            assert!(
                diagnostic.detail.ends_with('.') || diagnostic.detail.ends_with('?'),
                "{}",
                diagnostic.detail
            );
            let place = match diagnostic.subject {
                None => String::new(),
                Some(span) if span.is_empty() => format!("@{}", span.start),
                Some(span) => {
                    let source = error.sources().get(span.source).expect("a source");
                    String::from_utf8_lossy(source.slice(span)).into_owned()
                }
            };
            (diagnostic.code.id(), place)
        })
        .collect()
}

/// The expected codes and sources of a test.
pub(crate) fn want(all: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
    all.iter()
        .map(|(code, place)| (*code, (*place).to_owned()))
        .collect()
}
