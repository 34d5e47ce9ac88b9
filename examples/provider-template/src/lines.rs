//! The data source `text_lines`.

use std::fs;

use hcl2_provider::{Context, DataSource, Problem, Schema};

/// The lines of a file.
#[derive(Schema)]
pub(crate) struct FileLines {
    /// Where the file is.
    path: String,
    /// Its lines, without their ends.
    #[schema(computed)]
    lines: Option<Vec<String>>,
}

pub(crate) struct Lines;

impl DataSource for Lines {
    type Model = FileLines;

    async fn read(&self, mut config: FileLines, _: &mut Context) -> Result<FileLines, Problem> {
        let text = fs::read_to_string(&config.path)?;
        config.lines = Some(text.lines().map(str::to_owned).collect());
        Ok(config)
    }
}
