//! Lists, actions and generated configurations, which Terraform has since 1.14, and metadata of modules.

use std::collections::BTreeMap;
use std::fs;
use std::sync::{Arc, Mutex};

use hcl2_provider::testing::{Harness, Terraform};
use hcl2_provider::{
    Action, Context, Found, ListResource, Problem, Progress, Provider, Resource, Schema, Server,
};
use hcl2_wire::json::RawValue;

const SOURCE: &str = "registry.terraform.io/hcl2/store";

/// A shelf in a hall.
#[derive(Schema, Clone)]
struct Shelf {
    #[schema(computed, stable, identity)]
    id: Option<String>,
    hall: String,
    #[schema(default = 5)]
    boards: u32,
    #[schema(block)]
    sign: Vec<Sign>,
}

#[derive(Schema, Clone)]
struct Sign {
    text: String,
    #[schema(computed)]
    letters: Option<usize>,
}

#[derive(Clone, Default)]
struct Shelves {
    all: Arc<Mutex<BTreeMap<String, Shelf>>>,
    dusted: Arc<Mutex<Vec<String>>>,
}

#[derive(Schema)]
struct Meta {
    owner: Option<String>,
}

impl Resource for Shelves {
    type Model = Shelf;

    async fn create(&self, mut planned: Shelf, context: &mut Context) -> Result<Shelf, Problem> {
        if let Some(Meta { owner: Some(owner) }) = context.meta()? {
            self.dusted.lock().unwrap().push(format!("created by {owner}"));
        }
        for sign in &mut planned.sign {
            sign.letters = Some(sign.text.len());
        }
        let mut all = self.all.lock().unwrap();
        let id = format!("shelf-{}", planned.hall);
        planned.id = Some(id.clone());
        all.insert(id, planned.clone());
        Ok(planned)
    }

    async fn update(&self, _: Shelf, planned: Shelf, _: &mut Context) -> Result<Shelf, Problem> {
        Ok(planned)
    }

    async fn delete(&self, _: Shelf, _: &mut Context) -> Result<(), Problem> {
        Ok(())
    }

    async fn read(&self, state: Shelf, _: &mut Context) -> Result<Option<Shelf>, Problem> {
        Ok(self
            .all
            .lock()
            .unwrap()
            .get(&state.id.unwrap_or_default())
            .cloned())
    }

    async fn import(&self, id: &str, _: &mut Context) -> Result<Shelf, Problem> {
        let found = self.all.lock().unwrap().get(id).cloned();
        found.ok_or_else(|| Problem::new("Shelf not found", format!("There is no {id}.")))
    }
}

#[derive(Schema)]
struct Filter {
    hall: Option<String>,
}

impl ListResource for Shelves {
    type Config = Filter;

    async fn list(&self, config: Filter, found: &mut Found, _: &mut Context) -> Result<(), Problem> {
        if config.hall.as_deref() == Some("") {
            return Err(Problem::new("No hall", "Name a hall, or leave it out.").at("hall"));
        }
        let all = self.all.lock().unwrap().clone();
        for (id, shelf) in all {
            if config.hall.is_none() || config.hall.as_ref() == Some(&shelf.hall) {
                found.object(format!("the shelf {id}"), &shelf).await?;
            }
        }
        Ok(())
    }
}

#[derive(Schema)]
struct Dust {
    shelf: String,
    #[schema(default = 1)]
    times: u32,
}

impl Action for Shelves {
    type Config = Dust;

    async fn plan(&self, config: Dust, _: &mut Context) -> Result<(), Problem> {
        match config.times {
            0 => Err(Problem::new("Nothing to do", "Dust it at least once.").at("times")),
            _ => Ok(()),
        }
    }

    async fn invoke(&self, config: Dust, progress: &mut Progress, _: &mut Context) -> Result<(), Problem> {
        for time in 1..=config.times {
            progress
                .say(format!("dusting {} for the time {time}", config.shelf))
                .await;
        }
        self.dusted.lock().unwrap().push(config.shelf.clone());
        match config.shelf.as_str() {
            "glass" => Err(Problem::new("The shelf broke", "It was made of glass.")),
            _ => Ok(()),
        }
    }
}

fn provider(shelves: &Shelves) -> Provider {
    Provider::new()
        .meta::<Meta>()
        .resource("store_shelf", shelves.clone())
        .list_resource("store_shelf", shelves.clone())
        .action("store_dust", shelves.clone())
}

fn terraform(shelves: &Shelves, only_version_5: bool) -> Terraform {
    let mut terraform = Terraform::attached("store", SOURCE, Provider::new()).unwrap();
    let server = Server::new(provider(shelves));
    terraform
        .attach_to(if only_version_5 {
            server.only_version_5()
        } else {
            server
        })
        .unwrap();
    terraform
}

#[track_caller]
fn expect(text: &str, words: &[&str]) {
    for words in words {
        assert!(text.contains(words), "no {words:?} in {text}");
    }
}

const THREE: &str = r#"
resource "store_shelf" "one" {
  count = 3
  hall  = ["north", "south", "west"][count.index]
  sign {
    text = "abc"
  }
}
"#;

pub(crate) fn listed() {
    for only_version_5 in [false, true] {
        let shelves = Shelves::default();
        let terraform = terraform(&shelves, only_version_5);
        terraform.write(THREE).unwrap();
        terraform.apply().unwrap();
        let query = |rest: &str| {
            let text = format!("list \"store_shelf\" \"all\" {{\n  provider = store\n{rest}\n}}\n");
            fs::write(terraform.path("main.tfquery.hcl"), text).unwrap();
        };
        query("");
        let found = terraform.succeeds(&["query"]).unwrap();
        expect(
            &found,
            &[
                "list.store_shelf.all",
                "id=shelf-north",
                "the shelf shelf-south",
                "shelf-west",
            ],
        );
        query("  include_resource = true\n  config {\n    hall = \"north\"\n  }");
        let found = terraform
            .succeeds(&["query", "-generate-config-out=new.tf"])
            .unwrap();
        expect(&found, &["shelf-north"]);
        assert!(!found.contains("shelf-south"), "{found}");
        let generated = fs::read_to_string(terraform.path("new.tf")).unwrap();
        let generated = generated.split_whitespace().collect::<Vec<_>>().join(" ");
        expect(
            &generated,
            &[
                "hall = \"north\"",
                "text = \"abc\"",
                "import {",
                "identity = { id = \"shelf-north\" }",
            ],
        );
        assert!(!generated.contains("letters ="), "{generated}");
        fs::remove_file(terraform.path("new.tf")).unwrap();
        query("  limit = 1");
        let found = terraform.succeeds(&["query"]).unwrap();
        assert!(
            found.contains("shelf-north") && !found.contains("shelf-south"),
            "{found}"
        );
        query("  config {\n    hall = \"\"\n  }");
        let refused = terraform.fails(&["query"]).unwrap();
        expect(&refused, &["Error: No hall", "Name a hall, or leave it out."]);
    }
}

pub(crate) fn invoked() {
    for only_version_5 in [false, true] {
        let shelves = Shelves::default();
        let terraform = terraform(&shelves, only_version_5);
        let config = |shelf: &str, times: u32| {
            format!(
                "action \"store_dust\" \"one\" {{\n  config {{\n    shelf = {shelf}\n    times = {times}\n  }}\n}}\n\
                 resource \"store_shelf\" \"one\" {{\n  hall = \"north\"\n  lifecycle {{\n    action_trigger {{\n      \
                 events  = [after_create]\n      actions = [action.store_dust.one]\n    }}\n  }}\n}}\n"
            )
        };
        terraform.write(&config("\"the first\"", 0)).unwrap();
        let refused = terraform.fails(&["plan"]).unwrap();
        expect(&refused, &["Nothing to do", "Dust it at least once."]);
        terraform.write(&config("\"the first\"", 2)).unwrap();
        let applied = terraform.apply().unwrap();
        expect(
            &applied,
            &[
                "dusting the first for the time 1",
                "dusting the first for the time 2",
            ],
        );
        assert_eq!(*shelves.dusted.lock().unwrap(), ["the first"]);
        terraform.write(&config("\"glass\"", 1)).unwrap();
        let invoke = ["apply", "-auto-approve", "-invoke=action.store_dust.one"];
        let failed = terraform.fails(&invoke).unwrap();
        expect(
            &failed,
            &[
                "dusting glass for the time 1",
                "The shelf broke",
                "It was made of glass.",
            ],
        );
    }
}

pub(crate) fn generated() {
    let shelves = Shelves::default();
    let first = terraform(&shelves, false);
    first.write(THREE).unwrap();
    first.apply().unwrap();
    let other = terraform(&shelves, false);
    other
        .write("import {\n  to = store_shelf.new\n  id = \"shelf-south\"\n}\n")
        .unwrap();
    other.succeeds(&["plan", "-generate-config-out=new.tf"]).unwrap();
    let generated = fs::read_to_string(other.path("new.tf")).unwrap();
    let words = generated.split_whitespace().collect::<Vec<_>>().join(" ");
    // The default is left out, as is what only the provider sets.
    expect(&words, &["hall = \"south\"", "sign { text = \"abc\" }"]);
    let applied = other.apply().unwrap();
    expect(&applied, &["1 imported, 0 added, 0 changed, 0 destroyed"]);
}

pub(crate) fn metadata() {
    let shelves = Shelves::default();
    let terraform = terraform(&shelves, false);
    let meta = "terraform {\n  provider_meta \"store\" {\n    owner = \"me\"\n  }\n}\n";
    let shelf = "resource \"store_shelf\" \"one\" {\n  hall = \"north\"\n}\n";
    terraform.write(&format!("{meta}{shelf}")).unwrap();
    terraform.apply().unwrap();
    assert_eq!(*shelves.dusted.lock().unwrap(), ["created by me"]);
}

/// The schemas that this crate prints are those that Terraform prints.
pub(crate) fn schemas() {
    let shelves = Shelves::default();
    let terraform = terraform(&shelves, false);
    same_schemas(&terraform, SOURCE, provider(&shelves));
}

pub(crate) fn same_schemas(terraform: &Terraform, source: &str, provider: Provider) {
    let printed = terraform.json(&["providers", "schema", "-json"]).unwrap();
    let theirs = printed
        .get("provider_schemas")
        .unwrap()
        .get(source)
        .unwrap()
        .clone();
    let ours = Harness::new(provider).unwrap().schemas().unwrap();
    let ours = RawValue::new(ours.as_bytes()).decode_untyped().unwrap();
    assert_eq!(ours, theirs);
}
