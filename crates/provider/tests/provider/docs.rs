//! Pages for the registry.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use hcl2_provider::docs::Docs;
use hcl2_provider::schema::{Definition, Field};
use hcl2_provider::{
    Action, Context, DataSource, Found, ListResource, Problem, Progress, Provider, Resource, Schema,
    Sensitive, Timeouts, Value, decode,
};
use hcl2_value::{Function, Parameter, Type};

/// A server, which
/// has *disks*.
///
/// It is a long story.
#[derive(Schema)]
struct Server {
    #[schema(computed, stable, identity)]
    id: Option<String>,
    /// What it is called,
    /// by people.
    #[schema(requires_replace, identity_optional)]
    name: String,
    /// How many cores it has.
    #[schema(default = 2)]
    cores: u32,
    #[schema(write_only)]
    password: Option<Sensitive<String>>,
    #[schema(deprecated)]
    size: Option<u32>,
    ports: Option<Vec<u16>>,
    tags: BTreeMap<String, Vec<String>>,
    /// Who may use it.
    #[schema(nested)]
    users: BTreeMap<String, User>,
    /// Where it keeps data.
    #[schema(block, min = 1, max = 4)]
    disk: Vec<Disk>,
    #[schema(block)]
    timeouts: Option<Timeouts>,
}

/// A user.
#[derive(Schema)]
struct User {
    mail: String,
    #[schema(nested)]
    keys: Option<Vec<Key>>,
}

#[derive(Schema)]
struct Key {
    #[schema(computed)]
    print: Option<String>,
}

/// A disk.
#[derive(Schema)]
struct Disk {
    /// In gigabytes.
    size: u32,
}

struct Servers;

impl Resource for Servers {
    type Model = Server;

    async fn create(&self, planned: Server, _: &mut Context) -> Result<Server, Problem> {
        Ok(planned)
    }

    async fn update(&self, _: Server, planned: Server, _: &mut Context) -> Result<Server, Problem> {
        Ok(planned)
    }

    async fn delete(&self, _: Server, _: &mut Context) -> Result<(), Problem> {
        Ok(())
    }
}

#[derive(Schema)]
struct Filter {
    zone: Option<String>,
}

impl ListResource for Servers {
    type Config = Filter;

    async fn list(&self, _: Filter, _: &mut Found, _: &mut Context) -> Result<(), Problem> {
        Ok(())
    }
}

impl Action for Servers {
    type Config = Filter;

    async fn invoke(&self, _: Filter, _: &mut Progress, _: &mut Context) -> Result<(), Problem> {
        Ok(())
    }
}

/// Data of object types, which only old providers have.
struct Old;

impl DataSource for Old {
    type Model = Value;

    fn definition(&self) -> Definition {
        let inner = Type::object([("deep", Type::object([("x", Type::BOOL)])), ("y", Type::DYNAMIC)]);
        Definition::new().field("items", Field::computed(Type::list(inner)))
    }

    async fn read(&self, config: Value, _: &mut Context) -> Result<Value, Problem> {
        Ok(config)
    }
}

fn provider() -> Provider {
    let join = Function::new("join", |_, _| Ok(Value::from("")))
        .describe("Joins texts.")
        .parameter(
            Parameter::new("separator", Type::STRING)
                .describe("What is between them.")
                .allow_null(),
        )
        .variadic(Parameter::new("texts", Type::list(Type::STRING)))
        .returns(Type::STRING);
    Provider::new()
        .describe("Farms of servers.")
        .resource("farm_server", Servers)
        .list_resource("farm_server", Servers)
        .action("farm_restart", Servers)
        .data_source("farm_old", Old)
        .function(join)
        .function(decode::function("none", || true))
}

/// A directory that is removed with this.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("hcl2-provider-docs-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

const SERVER: &str = r#"---
# generated from the schema of the provider
page_title: "farm_server Resource - farm"
subcategory: "Servers"
description: |-
  A server, which
  has *disks*.
---

# farm_server (Resource)

A server, which
has *disks*.

It is a long story.

## Schema

### Required

- `disk` (Block List, Min: 1, Max: 4) Where it keeps data. (see [below for nested schema](#nestedblock--disk))
- `name` (String) What it is called, by people. A change replaces the object.
- `tags` (Map of List of String)
- `users` (Attributes Map) Who may use it. (see [below for nested schema](#nestedatt--users))

### Optional

- `cores` (Number) How many cores it has. Defaults to `2`.
- `password` (String, Sensitive, Write-only)
- `ports` (List of Number)
- `size` (Number, Deprecated)
- `timeouts` (Block) How long operations may take. (see [below for nested schema](#nestedblock--timeouts))

### Read-Only

- `id` (String)

<a id="nestedatt--users"></a>
### Nested Schema for `users`

Required:

- `mail` (String)

Optional:

- `keys` (Attributes List) (see [below for nested schema](#nestedatt--users--keys))

<a id="nestedatt--users--keys"></a>
### Nested Schema for `users.keys`

Read-Only:

- `print` (String)

<a id="nestedblock--disk"></a>
### Nested Schema for `disk`

Required:

- `size` (Number) In gigabytes.

<a id="nestedblock--timeouts"></a>
### Nested Schema for `timeouts`

Optional:

- `create` (String) How long the creation may take, such as `30m`.
- `delete` (String) How long the deletion may take.
- `read` (String) How long reading may take.
- `update` (String) How long a change may take.
"#;

#[test]
fn a_page_has_the_descriptions_and_all_levels_of_the_schema() {
    let docs = Docs::new("farm", provider()).subcategory("farm_server", "Servers");
    let pages = docs.pages().unwrap();
    let names: Vec<&str> = pages.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "actions/restart.md",
            "data-sources/old.md",
            "functions/join.md",
            "functions/none.md",
            "index.md",
            "list-resources/server.md",
            "resources/server.md",
        ]
    );
    assert_eq!(pages["resources/server.md"], SERVER);
    let old = &pages["data-sources/old.md"];
    let tail = "- `items` (List of Object) (see [below for nested schema](#nestedobjatt--items))\n\n\
                <a id=\"nestedobjatt--items\"></a>\n### Nested Schema for `items`\n\nRead-Only:\n\n\
                - `deep` (Object) (see [below for nested schema](#nestedobjatt--items--deep))\n- `y` (Dynamic)\n\n\
                <a id=\"nestedobjatt--items--deep\"></a>\n### Nested Schema for `items.deep`\n\nRead-Only:\n\n- `x` (Boolean)\n";
    assert!(old.ends_with(tail), "{old}");
}

#[test]
fn a_page_of_a_function_has_its_signature() {
    let pages = Docs::new("farm", provider()).pages().unwrap();
    let join = &pages["functions/join.md"];
    let tail = "# function: join\n\nJoins texts.\n\n## Signature\n\n```text\njoin(separator string, texts list of string...) string\n```\n\n\
                ## Arguments\n\n1. `separator` (String, Nullable) What is between them.\n1. `texts` (Variadic, List of String)\n";
    assert!(join.ends_with(tail), "{join}");
    assert!(pages["functions/none.md"].ends_with("```text\nnone() bool\n```\n"));
}

#[test]
fn examples_are_on_the_pages() {
    let folder = Folder::new("examples");
    folder.write("provider/provider.tf", "provider \"farm\" {}\n");
    folder.write(
        "resources/farm_server/resource.tf",
        "resource \"farm_server\" \"a\" {}\n\n",
    );
    folder.write("resources/farm_server/import-by-identity.tf", "import {}\n");
    folder.write("resources/farm_server/import.sh", "terraform import a b\n");
    folder.write(
        "list-resources/farm_server/list-resource.tfquery.hcl",
        "list \"farm_server\" \"a\" {}\n",
    );
    folder.write("functions/join/function.tf", "locals {}\n");
    let pages = Docs::new("farm", provider()).examples(&folder.0).pages().unwrap();
    let example = |text: &str| format!("\n## Example Usage\n\n```terraform\n{text}\n```\n");
    assert!(pages["index.md"].ends_with(&example("provider \"farm\" {}")));
    assert!(pages["resources/server.md"].contains(&example("resource \"farm_server\" \"a\" {}")));
    assert!(pages["list-resources/server.md"].contains(&example("list \"farm_server\" \"a\" {}")));
    assert!(pages["functions/join.md"].contains(&example("locals {}")));
    let import = "\n## Import\n\nTerraform 1.12 and later import an object by its identity:\n\n```terraform\nimport {}\n```\n\n\
                  ### Identity Schema\n\n#### Required\n\n- `id` (String)\n\n#### Optional\n\n\
                  - `name` (String) What it is called, by people.\n\n\
                  The command `terraform import` takes the identifier:\n\n```shell\nterraform import a b\n```\n";
    let server = &pages["resources/server.md"];
    assert!(server.ends_with(import), "{server}");
}

#[test]
fn pages_are_written_once_and_removed_with_their_types() {
    let folder = Folder::new("written");
    folder.write("guides/start.md", "# Start\n");
    folder.write("resources/own.md", "# Written by hand\n");
    let docs = |provider| Docs::new("farm", provider);
    assert_eq!(docs(provider()).write(&folder.0).unwrap().len(), 7);
    assert_eq!(docs(provider()).write(&folder.0).unwrap(), [""; 0]);
    folder.write("index.md", "edited");
    assert_eq!(docs(provider()).write(&folder.0).unwrap(), ["index.md"]);
    let removed = docs(Provider::new().describe("Farms of servers."))
        .write(&folder.0)
        .unwrap();
    assert_eq!(
        removed,
        [
            "actions/restart.md",
            "data-sources/old.md",
            "functions/join.md",
            "functions/none.md",
            "list-resources/server.md",
            "resources/server.md",
        ]
    );
    assert!(folder.0.join("guides/start.md").exists() && folder.0.join("resources/own.md").exists());
    assert!(!folder.0.join("resources/server.md").exists());
}
