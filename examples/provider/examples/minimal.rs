//! A provider with one resource, a file.
#![expect(clippy::print_stdout, reason = "it prints how to attach to it")]

use std::{fs, io};

use hcl2::decode::{decode_value, encode_value};
use hcl2::{Decode, Encode, Knowable};
use hcl2_provider::{Change, Plan, Problem, Provider, Resource, Running, State};
use hcl2_value::{Type, Value};
use hcl2_wire::schema::{Attribute, Block};

/// The content of a block of the resource, and of its state.
#[derive(Decode, Encode)]
struct Text {
    path: Knowable<String>,
    content: Knowable<String>,
    bytes: Knowable<Option<usize>>,
}

struct File;

impl File {
    fn value(&self, text: &Text) -> Result<Value, Problem> {
        let value = encode_value(text).map_err(|error| Problem::new("Not a value", error.to_string()))?;
        Ok(self.schema().coerce(&value)?)
    }

    fn write(&self, planned: &State) -> Result<State, Problem> {
        let text = read_text(&planned.value)?;
        if let (Some(path), Some(content)) = (text.path.known(), text.content.known()) {
            fs::write(path, content).map_err(|error| of_file(path, &error))?;
        }
        Ok(self.value(&counted(text))?.into())
    }
}

impl Resource for File {
    fn schema(&self) -> Block {
        Block::new()
            .attribute("path", Attribute::required(Type::STRING))
            .attribute("content", Attribute::required(Type::STRING))
            .attribute("bytes", Attribute::computed(Type::NUMBER))
    }

    fn plan(&self, change: &Change) -> Result<Plan, Problem> {
        let state = self.value(&counted(read_text(&change.proposed)?))?;
        Ok(Plan::new(state, Vec::new()).replace_on_change(&change.prior, "path"))
    }

    fn create(&self, planned: &State) -> Result<State, Problem> {
        self.write(planned)
    }

    fn update(&self, _prior: &Value, planned: &State) -> Result<State, Problem> {
        self.write(planned)
    }

    fn delete(&self, prior: &State) -> Result<(), Problem> {
        match read_text(&prior.value)?.path.known() {
            Some(path) => fs::remove_file(path).map_err(|error| of_file(path, &error)),
            None => Ok(()),
        }
    }

    fn read(&self, state: State) -> Result<Option<State>, Problem> {
        let mut text = read_text(&state.value)?;
        let Some(Ok(content)) = text.path.known().map(fs::read_to_string) else {
            return Ok(None);
        };
        text.content = content.into();
        Ok(Some(self.value(&counted(text))?.into()))
    }
}

/// The size is known as soon as the content is.
fn counted(mut text: Text) -> Text {
    text.bytes = match text.content.known() {
        Some(content) => Some(content.len()).into(),
        None => Knowable::unknown(),
    };
    text
}

fn read_text(value: &Value) -> Result<Text, Problem> {
    decode_value(value).map_err(|error| Problem::new("Not a file", error.to_string()))
}

fn of_file(path: &str, error: &io::Error) -> Problem {
    Problem::new("File not written", format!("{path}: {error}.")).at("path")
}

fn main() -> io::Result<()> {
    let running = Running::start(Provider::new().resource("text_file", File))?;
    let source = "registry.terraform.io/example/text";
    println!("export TF_REATTACH_PROVIDERS='{}'", running.reattach(source));
    running.wait();
    Ok(())
}
