//! A provider with one resource, a file.

use std::{fs, io};

use hcl2_provider::{Context, Problem, Provider, Resource, Schema, Server};

/// A file of text.
#[derive(Schema)]
struct Text {
    /// Where it is.
    #[schema(requires_replace)]
    path: String,
    /// What is in it.
    content: String,
    /// Its size.
    #[schema(computed)]
    bytes: Option<usize>,
}

struct File;

impl Resource for File {
    type Model = Text;

    async fn create(&self, mut planned: Text, _: &mut Context) -> Result<Text, Problem> {
        fs::write(&planned.path, &planned.content)?;
        planned.bytes = Some(planned.content.len());
        Ok(planned)
    }

    async fn update(&self, _prior: Text, planned: Text, context: &mut Context) -> Result<Text, Problem> {
        self.create(planned, context).await
    }

    async fn delete(&self, state: Text, _: &mut Context) -> Result<(), Problem> {
        Ok(fs::remove_file(state.path)?)
    }

    async fn read(&self, mut state: Text, _: &mut Context) -> Result<Option<Text>, Problem> {
        let Ok(content) = fs::read_to_string(&state.path) else {
            return Ok(None);
        };
        state.bytes = Some(content.len());
        state.content = content;
        Ok(Some(state))
    }
}

fn main() -> io::Result<()> {
    let provider = Provider::new().resource("text_file", File);
    Server::new(provider).run("registry.terraform.io/example/text")
}
