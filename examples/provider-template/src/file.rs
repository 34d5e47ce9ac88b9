//! The resource `text_file`.

use std::fs;
use std::io::ErrorKind;

use hcl2_provider::{Context, Problem, Resource, Schema};

/// A file of text.
#[derive(Schema)]
pub(crate) struct File {
    /// Where it is.
    #[schema(requires_replace)]
    path: String,
    /// What is in it.
    #[schema(default = "")]
    content: String,
    /// Its size in bytes.
    #[schema(computed)]
    bytes: Option<usize>,
}

pub(crate) struct Files;

impl Resource for Files {
    type Model = File;

    async fn create(&self, mut planned: File, _: &mut Context) -> Result<File, Problem> {
        fs::write(&planned.path, &planned.content)?;
        planned.bytes = Some(planned.content.len());
        Ok(planned)
    }

    async fn update(&self, _prior: File, planned: File, context: &mut Context) -> Result<File, Problem> {
        self.create(planned, context).await
    }

    async fn delete(&self, state: File, _: &mut Context) -> Result<(), Problem> {
        match fs::remove_file(state.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            removed => Ok(removed?),
        }
    }

    async fn read(&self, mut state: File, _: &mut Context) -> Result<Option<File>, Problem> {
        match fs::read_to_string(&state.path) {
            Ok(content) => {
                state.bytes = Some(content.len());
                state.content = content;
                Ok(Some(state))
            }
            // Terraform plans to create it again.
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    async fn import(&self, id: &str, _: &mut Context) -> Result<File, Problem> {
        Ok(File {
            path: id.to_owned(),
            content: String::new(),
            bytes: None,
        })
    }
}
