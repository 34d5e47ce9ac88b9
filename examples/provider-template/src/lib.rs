//! A provider for files of text.

mod file;
mod lines;

use hcl2_provider::{Provider, decode};

/// Creates the provider.
#[must_use]
pub fn provider() -> Provider {
    Provider::new()
        .describe("Files of text on this machine.")
        .resource("text_file", file::Files)
        .data_source("text_lines", lines::Lines)
        .function(
            decode::function("shout", |text: String| text.to_uppercase())
                .describe("Returns a string in capital letters."),
        )
}
