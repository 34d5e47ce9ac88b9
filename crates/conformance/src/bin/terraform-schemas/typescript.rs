//! Schemas in generated classes.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

/// What a type describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Resource,
    Data,
}

/// An attribute or block of a class, as its comment says.
#[derive(Debug)]
struct Field {
    name: String,
    is_computed: bool,
    is_optional: bool,
    is_required: bool,
    /// The lines up to the end of the first function that returns its value.
    text: String,
}

/// How the value of a field is written: whether it may be a block, its kind of collection, and its element.
#[derive(Debug)]
struct Written {
    is_block: bool,
    collection: String,
    element: String,
}

/// The classes of a file.
#[derive(Debug, Default)]
struct Classes {
    fields: HashMap<String, Vec<Field>>,
    /// By the names of classes, or of the interfaces of blocks.
    written: HashMap<String, Vec<(String, Written)>>,
    /// The class of the resource, data source or provider.
    main: Option<String>,
}

/// Returns the schema of the main class of a file as JSON.
pub(crate) fn schema(source: &str) -> Option<Value> {
    let classes = Classes::read(source);
    let main = classes.main.as_deref()?;
    Some(classes.block(main, main))
}

impl Classes {
    fn read(source: &str) -> Self {
        let mut classes = Self::default();
        let (mut class, mut owner) = (String::new(), String::new());
        let mut name = "";
        let mut is_open = false;
        for line in source.lines().map(str::trim) {
            if let Some(rest) = line.strip_prefix("export class ") {
                let (own, base) = rest.split_once(" extends cdktf.").unwrap_or((rest, ""));
                class = own.to_owned();
                owner.clone_from(&class);
                is_open = false;
                if ["TerraformResource", "TerraformDataSource", "TerraformProvider"]
                    .iter()
                    .any(|main| base.starts_with(main))
                {
                    classes.main = Some(class.clone());
                }
            } else if line.starts_with("export function ") && line.contains("ToHclTerraform(struct?: ") {
                let (_, rest) = line.split_once("struct?: ").unwrap_or_default();
                let interface = rest.split([' ', ')']).next().unwrap_or_default();
                owner = interface.trim_end_matches("OutputReference").to_owned();
            } else if let Some(field) = field(line) {
                classes.fields.entry(class.clone()).or_default().push(field);
                is_open = true;
            } else if let Some(key) = line.strip_suffix(": {").filter(|key| !key.contains(' ')) {
                name = key;
            } else if let Some(value) = line.strip_prefix("isBlock: ") {
                let written = Written {
                    is_block: value.starts_with("true"),
                    collection: String::new(),
                    element: String::new(),
                };
                let all = classes.written.entry(owner.clone()).or_default();
                all.push((name.trim_matches(['\'', '"']).to_owned(), written));
            } else if let Some(last) = classes.written.get_mut(&owner).and_then(|all| all.last_mut()) {
                let text = |line: &str| line.trim_matches(['"', ',']).to_owned();
                if let Some(value) = line.strip_prefix("type: ") {
                    last.1.collection = text(value);
                } else if let Some(value) = line.strip_prefix("storageClassType: ") {
                    last.1.element = text(value);
                }
            }
            let last = classes
                .fields
                .get_mut(&class)
                .and_then(|fields| fields.last_mut());
            if let Some(last) = last.filter(|_| is_open) {
                last.text.push_str(line);
                last.text.push('\n');
                is_open = line != "}";
            }
        }
        classes
    }

    fn written(&self, owner: &str, name: &str) -> Option<&Written> {
        let all = self.written.get(owner)?;
        all.iter()
            .find(|(own, _)| own == name)
            .map(|(_, written)| written)
    }

    /// Returns the schema of the fields of a class, which are written as `owner` says.
    fn block(&self, class: &str, owner: &str) -> Value {
        let (mut attributes, mut blocks) = (Map::new(), Map::new());
        for field in self.fields.get(class).into_iter().flatten() {
            match self.written(owner, &field.name) {
                Some(written) if written.is_block && !field.is_computed => {
                    blocks.insert(field.name.clone(), self.nested(field, written));
                }
                written => {
                    let mut attribute = json!({ "type": self.ty(field, written) });
                    for (name, holds) in [
                        ("computed", field.is_computed),
                        ("optional", field.is_optional),
                        ("required", field.is_required),
                    ] {
                        if holds {
                            attribute[name] = json!(true);
                        }
                    }
                    attributes.insert(field.name.clone(), attribute);
                }
            }
        }
        if !self.fields.contains_key(class) {
            // Blocks of providers have no classes.
            for (name, written) in self.written.get(owner).into_iter().flatten() {
                let ty = simple(&written.collection, &written.element);
                attributes.insert(name.clone(), json!({ "type": ty, "optional": true }));
            }
        }
        json!({ "attributes": attributes, "block_types": blocks })
    }

    fn nested(&self, field: &Field, written: &Written) -> Value {
        let interface = written
            .element
            .strip_suffix("List")
            .or_else(|| written.element.strip_suffix("Map"))
            .unwrap_or(&written.element);
        let interface = interface.trim_end_matches("OutputReference");
        let mode = match written.collection.as_str() {
            "struct" => "single",
            mode => mode,
        };
        let block = self.block(&format!("{interface}OutputReference"), interface);
        let mut nested = json!({ "nesting_mode": mode, "block": block });
        if field.is_required && mode != "map" {
            nested["min_items"] = json!(1);
        }
        if mode == "list" && field.text.contains("OutputReference(this") {
            nested["max_items"] = json!(1);
        }
        nested
    }

    /// Returns the type of an attribute.
    fn ty(&self, field: &Field, written: Option<&Written>) -> Value {
        if let Some((_, made)) = field.text.split_once("= new ") {
            let class = made.split('(').next().unwrap_or_default();
            let is_set = made.lines().next().is_some_and(|line| line.contains(", true)"));
            if let Some(built_in) = class.strip_prefix("cdktf.") {
                return of_class(built_in, is_set);
            }
            let collection = if class.ends_with("OutputReference") && written.is_none() {
                "struct"
            } else if class.ends_with("Map") {
                "map"
            } else if is_set {
                "set"
            } else {
                "list"
            };
            let interface = class.strip_suffix("List").or_else(|| class.strip_suffix("Map"));
            let interface = interface.unwrap_or(class).trim_end_matches("OutputReference");
            let object = self.object(interface);
            return match collection {
                "struct" => object,
                collection => json!([collection, object]),
            };
        }
        if let Some(written) = written {
            return simple(&written.collection, &written.element);
        }
        let of_list = |ty: &str| {
            let is_set = field.text.contains("cdktf.Fn.tolist(");
            json!([if is_set { "set" } else { "list" }, ty])
        };
        let has = |function: &str| field.text.contains(&format!("this.get{function}Attribute("));
        if has("List") {
            of_list("string")
        } else if has("NumberList") {
            of_list("number")
        } else if has("Number") {
            json!("number")
        } else if has("Boolean") {
            json!("bool")
        } else if has("StringMap") {
            json!(["map", "string"])
        } else if has("NumberMap") {
            json!(["map", "number"])
        } else if has("BooleanMap") {
            json!(["map", "bool"])
        } else if has("String") {
            json!("string")
        } else {
            json!("dynamic")
        }
    }

    /// Returns the type of objects with the fields of an interface.
    fn object(&self, interface: &str) -> Value {
        let fields = self.fields.get(&format!("{interface}OutputReference"));
        let fields = fields.into_iter().flatten();
        let types: Map<String, Value> = fields
            .map(|field| {
                (
                    field.name.clone(),
                    self.ty(field, self.written(interface, &field.name)),
                )
            })
            .collect();
        json!(["object", types])
    }
}

/// Reads the comment before a field: `// name - computed: true, optional: false, required: false`.
fn field(line: &str) -> Option<Field> {
    let (name, presence) = line.strip_prefix("// ")?.split_once(" - computed: ")?;
    Some(Field {
        name: name.to_owned(),
        is_computed: presence.starts_with("true"),
        is_optional: presence.contains("optional: true"),
        is_required: presence.contains("required: true"),
        text: String::new(),
    })
}

/// Returns the type of values that are written as a collection of an element such as `string`, `stringList` or
/// `stringMapList`.
fn simple(collection: &str, element: &str) -> Value {
    let base = |name: &str| match name {
        "boolean" => json!("bool"),
        "string" | "number" => json!(name),
        _ => json!("dynamic"),
    };
    if collection == "simple" || collection == "struct" {
        return base(element);
    }
    let inner = element
        .strip_suffix("List")
        .or_else(|| element.strip_suffix("Map"));
    let inner = match inner {
        Some(inner) if inner.ends_with("List") => simple("list", inner),
        Some(inner) if inner.ends_with("Map") => simple("map", inner),
        Some(inner) => base(inner),
        None => base(element),
    };
    json!([collection, inner])
}

/// Returns the type of a class such as `StringMapList`.
fn of_class(class: &str, is_set: bool) -> Value {
    let lower = class[..1].to_lowercase() + &class[1..];
    let collection = match (class.ends_with("Map"), is_set) {
        (true, _) => "map",
        (false, true) => "set",
        (false, false) => "list",
    };
    simple(collection, &lower)
}
