//! Modules, with the modules that they call.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::expressions::{Only, Writer};
use super::resources::{Body, body};
use super::schema::{Attribute, Block, Schema};
use super::{Dice, Generated, Text, Type, broken};

/// How instances of a resource or module are made.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Repeated {
    Once,
    Count,
    ForEach,
}

/// What callers of a module need to know.
struct Interface {
    variables: Vec<(String, Type, bool)>,
    outputs: Vec<(String, Type, Text)>,
}

pub(super) fn root(dice: &mut Dice, schema: &Schema) -> Generated {
    let mut files = BTreeMap::new();
    module(dice, schema, "", 2, &mut files);
    if dice.one_in(7) {
        files.insert("bad.tf".to_owned(), broken::broken(dice));
    }
    let target = files["main.tf"]
        .lines()
        .filter_map(|line| line.strip_prefix("resource \"")?.strip_suffix("\" {"))
        .map(|name| name.replace("\" \"", "."))
        .next_back()
        .filter(|_| dice.one_in(12));
    Generated { files, target }
}

/// A module in the making.
struct Made<'d, 's> {
    writer: Writer<'d>,
    schema: &'s Schema,
    is_root: bool,
    text: String,
    /// Addresses of resources that exist once.
    resources: Vec<String>,
    names: usize,
}

fn module(
    dice: &mut Dice,
    schema: &Schema,
    directory: &str,
    depth: usize,
    files: &mut BTreeMap<String, String>,
) -> Interface {
    let mut called = Vec::new();
    if depth > 0 {
        for index in 0..dice.below(3) {
            let name = format!("m{index}");
            let interface = module(dice, schema, &format!("{directory}{name}/"), depth - 1, files);
            called.push((name, interface));
        }
    }
    let mut made = Made {
        writer: Writer::new(dice),
        schema,
        is_root: directory.is_empty(),
        text: String::new(),
        resources: Vec::new(),
        names: 0,
    };
    made.requirements();
    let mut variables = Vec::new();
    let mut given = String::new();
    for _ in 0..1 + made.writer.dice.below(4) {
        variables.push(made.variable(&mut given));
    }
    let mut called = called.into_iter();
    for _ in 0..3 + made.writer.dice.below(6) {
        match made.writer.dice.below(8) {
            0 | 1 => made.local(),
            2 if !schema.data.is_empty() => made.data(),
            3 => {
                if let Some((name, interface)) = called.next() {
                    made.call(&name, &interface);
                }
            }
            4 => made.terraform_data(),
            _ if schema.managed.is_empty() => made.terraform_data(),
            _ => made.resource(),
        }
    }
    for (name, interface) in called {
        made.call(&name, &interface);
    }
    if made.writer.dice.one_in(3) {
        made.check();
    }
    let mut outputs = Vec::new();
    for _ in 0..1 + made.writer.dice.below(4) {
        outputs.push(made.output());
    }
    files.insert(format!("{directory}main.tf"), made.text);
    if directory.is_empty() {
        files.insert("terraform.tfvars".to_owned(), given);
    }
    Interface { variables, outputs }
}

impl Made<'_, '_> {
    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn requirements(&mut self) {
        for (name, source) in &self.schema.sources {
            let _ = writeln!(
                self.text,
                "terraform {{\n  required_providers {{\n    {name} = {{\n      source = \"{source}\"\n    }}\n  }}\n}}"
            );
        }
    }

    fn variable(&mut self, given: &mut String) -> (String, Type, bool) {
        let name = self.name("v");
        let ty = self.writer.any_type(2);
        let default = self.writer.constant(&ty);
        let has_default = self.writer.dice.one_in(2);
        let is_sensitive = self.writer.dice.one_in(6);
        let _ = writeln!(self.text, "variable \"{name}\" {{");
        if !self.writer.dice.one_in(6) {
            let _ = writeln!(self.text, "  type = {}", ty.constraint());
        }
        if has_default {
            let _ = writeln!(self.text, "  default = {default}");
        }
        if is_sensitive {
            self.text.push_str("  sensitive = true\n");
        }
        if self.writer.dice.one_in(5) {
            self.text.push_str("  nullable = false\n");
        }
        if self.writer.dice.one_in(6) {
            let _ = writeln!(
                self.text,
                "  validation {{\n    condition = var.{name} != null\n    error_message = \"not ${{jsonencode(1)}}\"\n  }}"
            );
        }
        self.text.push_str("}\n");
        if self.is_root && (!has_default || self.writer.dice.one_in(3)) {
            let value = self.writer.constant(&ty);
            let _ = writeln!(given, "{name} = {value}");
        }
        let like = Text {
            text: String::new(),
            is_unknown: !self.is_root,
            is_sensitive: is_sensitive || !self.is_root,
        };
        self.writer.add(&format!("var.{name}"), &ty, &like);
        (name, ty, !has_default)
    }

    fn local(&mut self) {
        let name = self.name("l");
        let ty = self.writer.any_type(2);
        let value = self.writer.whole(&ty, Only::default());
        let _ = writeln!(self.text, "locals {{\n  {name} = {}\n}}", value.text);
        self.writer.add(&format!("local.{name}"), &ty, &value);
    }

    /// Writes `count` or `for_each`, or neither, and adds the names that they define.
    fn repeated(&mut self) -> (Repeated, String, usize) {
        match self.writer.dice.below(6) {
            0 => {
                let value = match self.writer.dice.below(4) {
                    0 => self.writer.whole(&Type::Bool, Only::PLAIN).text + " ? 2 : 1",
                    _ => ["1", "2", "3"][self.writer.dice.value(3)].to_owned(),
                };
                (Repeated::Count, format!("  count = {value}\n"), 1)
            }
            1 => {
                let value = match self.writer.dice.below(4) {
                    0 => {
                        let set = self.writer.whole(&Type::List(Type::String.into()), Only::PLAIN);
                        format!("toset(concat({}, [\"a\"]))", set.text)
                    }
                    1 => {
                        let map = self.writer.whole(&Type::Map(Type::String.into()), Only::PLAIN);
                        format!("merge({}, {{ a = \"z\" }})", map.text)
                    }
                    _ => {
                        let sets = [
                            "toset([\"a\", \"b\"])",
                            "toset([\"a\"])",
                            "{ a = \"x\", c = \"y\" }",
                        ];
                        sets[self.writer.dice.value(3)].to_owned()
                    }
                };
                (Repeated::ForEach, format!("  for_each = {value}\n"), 2)
            }
            _ => (Repeated::Once, String::new(), 0),
        }
    }

    /// Adds the names `count` and `each`, and returns how many names there were.
    fn enter(&mut self, repeated: Repeated) -> usize {
        let count = self.writer.scope.len();
        let known = Text {
            text: String::new(),
            is_unknown: false,
            is_sensitive: false,
        };
        match repeated {
            Repeated::Once => {}
            Repeated::Count => self.writer.add("count.index", &Type::Number, &known),
            Repeated::ForEach => {
                self.writer.add("each.key", &Type::String, &known);
                self.writer.add("each.value", &Type::String, &known);
            }
        }
        count
    }

    /// Adds the attributes of a block that exists as `repeated`.
    fn publish(&mut self, address: &str, repeated: Repeated, attributes: &[(String, Type, Text)]) {
        for (name, ty, value) in attributes {
            let is_part = name.contains('[');
            match repeated {
                Repeated::Once => self.writer.add(&format!("{address}.{name}"), ty, value),
                Repeated::Count => {
                    self.writer.add(&format!("{address}[0].{name}"), ty, value);
                    if !is_part {
                        let list = Type::List(ty.clone().into());
                        self.writer.add(&format!("{address}[*].{name}"), &list, value);
                    }
                }
                Repeated::ForEach => {
                    self.writer.add(&format!("{address}[\"a\"].{name}"), ty, value);
                    let map = Type::Map(ty.clone().into());
                    let text = format!("{{ for k, v in {address} : k => v.{name} }}");
                    self.writer.add(&text, &map, value);
                }
            }
        }
    }

    fn resource(&mut self) {
        let schema = self.schema;
        let types: Vec<&String> = schema.managed.keys().collect();
        let ty = *self.writer.dice.pick(&types);
        self.managed(ty, &schema.managed[ty]);
    }

    fn terraform_data(&mut self) {
        let attribute = |name: &str, is_configurable| Attribute {
            name: name.to_owned(),
            ty: Some(Type::String),
            is_required: false,
            is_configurable,
            is_computed: !is_configurable,
            is_sensitive: false,
            is_write_only: false,
        };
        let mut block = Block {
            attributes: vec![
                attribute("id", false),
                attribute("input", true),
                attribute("output", false),
                attribute("triggers_replace", true),
            ],
            blocks: Vec::new(),
        };
        for name in [1, 3] {
            block.attributes[name].ty = Some(self.writer.any_type(2));
        }
        block.attributes[2].ty = block.attributes[1].ty.clone();
        self.managed("terraform_data", &block);
    }

    fn managed(&mut self, ty: &str, block: &Block) {
        let name = self.name("r");
        let address = format!("{ty}.{name}");
        let (repeated, argument, _) = self.repeated();
        let count = self.enter(repeated);
        let mut made = body(&mut self.writer, block, 2, Only::default(), false);
        if ty == "terraform_data" && !made.text.contains("  input =") {
            made.attributes.retain(|(name, _, _)| name != "output");
        }
        let lifecycle = self.lifecycle(block, &made);
        self.writer.scope.truncate(count);
        // A change may remove an instance of which nobody knows.
        if self.writer.dice.is_changed(25) {
            let new = format!("{name}_moved");
            let _ = writeln!(self.text, "moved {{\n  from = {address}\n  to = {ty}.{new}\n}}");
            let _ = writeln!(
                self.text,
                "resource \"{ty}\" \"{new}\" {{\n{argument}{}{lifecycle}}}",
                made.text
            );
            self.publish(&format!("{ty}.{new}"), repeated, &made.attributes);
            return;
        }
        if self.is_root && repeated == Repeated::Once && self.writer.dice.one_in(15) {
            let _ = writeln!(self.text, "import {{\n  to = {address}\n  id = \"i-{name}\"\n}}");
        }
        let _ = writeln!(
            self.text,
            "resource \"{ty}\" \"{name}\" {{\n{argument}{}{lifecycle}}}",
            made.text
        );
        self.publish(&address, repeated, &made.attributes);
        if repeated == Repeated::Once {
            self.resources.push(address);
        }
    }

    fn lifecycle(&mut self, block: &Block, made: &Body) -> String {
        let mut text = String::new();
        if self.writer.dice.one_in(8) && !self.resources.is_empty() {
            let _ = writeln!(
                text,
                "  depends_on = [{}]",
                self.writer.dice.pick(&self.resources)
            );
        }
        if !self.writer.dice.one_in(4) {
            return text;
        }
        text.push_str("  lifecycle {\n");
        let configurable: Vec<&Attribute> = block
            .attributes
            .iter()
            .filter(|attribute| attribute.is_configurable)
            .collect();
        match self.writer.dice.below(6) {
            0 => text.push_str("    create_before_destroy = true\n"),
            1 if !configurable.is_empty() => {
                let _ = writeln!(
                    text,
                    "    ignore_changes = [{}]",
                    self.writer.dice.pick(&configurable).name
                );
            }
            2 if !self.resources.is_empty() => {
                let _ = writeln!(
                    text,
                    "    replace_triggered_by = [{}]",
                    self.writer.dice.pick(&self.resources)
                );
            }
            3 => {
                let condition = self.writer.whole(&Type::Bool, Only::default());
                let _ = writeln!(
                    text,
                    "    precondition {{\n      condition = {} || var.v1 == null || true\n      error_message = \"pre\"\n    }}",
                    condition.text
                );
            }
            4 if !made.attributes.is_empty() => {
                let (name, _, _) = self.writer.dice.pick(&made.attributes).clone();
                let _ = writeln!(
                    text,
                    "    postcondition {{\n      condition = can(self.{name}) || self.{name} == null\n      error_message = \"post\"\n    }}"
                );
            }
            _ => text.push_str("    ignore_changes = all\n"),
        }
        text.push_str("  }\n");
        text
    }

    fn data(&mut self) {
        let schema = self.schema;
        let types: Vec<&String> = schema.data.keys().collect();
        let ty = *self.writer.dice.pick(&types);
        let name = self.name("d");
        let (repeated, argument, _) = self.repeated();
        let count = self.enter(repeated);
        let made = body(&mut self.writer, &schema.data[ty], 2, Only::default(), true);
        self.writer.scope.truncate(count);
        let mut text = made.text;
        if self.writer.dice.one_in(6) && !self.resources.is_empty() {
            let _ = writeln!(
                text,
                "  depends_on = [{}]",
                self.writer.dice.pick(&self.resources)
            );
        }
        let _ = writeln!(self.text, "data \"{ty}\" \"{name}\" {{\n{argument}{text}}}");
        let attributes: Vec<_> = made
            .attributes
            .into_iter()
            // The provider reads nothing but what is configured.
            .filter(|(_, _, value)| value.text != "null")
            .map(|(name, ty, value)| {
                (
                    name,
                    ty,
                    Text {
                        is_unknown: true,
                        ..value
                    },
                )
            })
            .collect();
        self.publish(&format!("data.{ty}.{name}"), repeated, &attributes);
    }

    fn call(&mut self, module: &str, interface: &Interface) {
        let name = self.name("c");
        let (repeated, argument, _) = self.repeated();
        let count = self.enter(repeated);
        let mut text = format!("module \"{name}\" {{\n  source = \"./{module}\"\n{argument}");
        for (variable, ty, is_required) in &interface.variables {
            if *is_required || self.writer.dice.one_in(2) {
                let value = self.writer.whole(ty, Only::default());
                let _ = writeln!(text, "  {variable} = {}", value.text);
            }
        }
        self.writer.scope.truncate(count);
        if self.writer.dice.one_in(8) && !self.resources.is_empty() {
            let _ = writeln!(
                text,
                "  depends_on = [{}]",
                self.writer.dice.pick(&self.resources)
            );
        }
        text.push_str("}\n");
        self.text.push_str(&text);
        self.publish(&format!("module.{name}"), repeated, &interface.outputs);
    }

    fn check(&mut self) {
        let name = self.name("k");
        let condition = self.writer.whole(&Type::Bool, Only::default());
        let _ = writeln!(
            self.text,
            "check \"{name}\" {{\n  assert {{\n    condition = {} && (var.v1 != null)\n    error_message = \"unmet\"\n  }}\n}}",
            condition.text
        );
    }

    fn output(&mut self) -> (String, Type, Text) {
        let name = self.name("o");
        let ty = self.writer.any_type(2);
        let value = self.writer.whole(&ty, Only::default());
        let _ = writeln!(self.text, "output \"{name}\" {{\n  value = {}", value.text);
        if value.is_sensitive {
            self.text.push_str("  sensitive = true\n");
        }
        if self.writer.dice.one_in(10) {
            self.text.push_str("  description = \"d\"\n");
        }
        self.text.push_str("}\n");
        let like = Text {
            is_unknown: true,
            is_sensitive: true,
            ..value
        };
        (name, ty, like)
    }
}
