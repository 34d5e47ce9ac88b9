//! The bodies of resources by their schemas.

use std::fmt::Write as _;

use super::expressions::{Only, Writer};
use super::schema::{Attribute, Block, Nested};
use super::{Text, Type};

/// A body, with what other expressions can refer to: the name, the type and the value of each attribute.
#[derive(Debug, Default)]
pub(super) struct Body {
    pub(super) text: String,
    pub(super) attributes: Vec<(String, Type, Text)>,
}

/// Writes a body. What is read is known if its arguments are.
pub(super) fn body(writer: &mut Writer<'_>, block: &Block, indent: usize, only: Only, is_read: bool) -> Body {
    let mut body = Body::default();
    let mut is_open = false;
    let is_null = |value: &Text| value.text == "null" && !value.is_unknown;
    for attribute in &block.attributes {
        let is_given = attribute.is_required
            || attribute.is_configurable && !attribute.name.starts_with("id") && writer.dice.one_in(3);
        let value = if is_given {
            argument(writer, attribute, only)
        } else {
            Text {
                text: "null".to_owned(),
                is_unknown: attribute.is_computed && !is_read,
                is_sensitive: false,
            }
        };
        is_open |= value.is_unknown;
        if is_given {
            let _ = writeln!(body.text, "{:indent$}{} = {}", "", attribute.name, value.text);
        }
        if let Some(ty) = &attribute.ty
            && !attribute.is_write_only
            && (!is_null(&value) || writer.dice.one_in(10))
        {
            let value = Text {
                is_sensitive: value.is_sensitive || attribute.is_sensitive,
                ..value
            };
            body.attributes.push((attribute.name.clone(), ty.clone(), value));
        }
    }
    for nested in &block.blocks {
        blocks(writer, nested, indent, only, &mut body);
    }
    if is_read && is_open {
        for (_, _, value) in &mut body.attributes {
            value.is_unknown = true;
        }
    }
    body
}

fn argument(writer: &mut Writer<'_>, attribute: &Attribute, only: Only) -> Text {
    if !attribute.is_required && attribute.ty.is_some() && writer.dice.one_in(15) {
        return Text {
            text: "null".to_owned(),
            is_unknown: attribute.is_computed,
            is_sensitive: false,
        };
    }
    match &attribute.ty {
        Some(ty) => writer.whole(ty, only),
        None => {
            let ty = writer.any_type(2);
            writer.whole(&ty, only)
        }
    }
}

fn blocks(writer: &mut Writer<'_>, nested: &Nested, indent: usize, only: Only, body: &mut Body) {
    let is_single = matches!(nested.mode.as_str(), "single" | "group");
    let max = if is_single { 1 } else { nested.max.min(3) };
    let min = nested.min.max(usize::from(is_single && nested.min > 0));
    let is_keyed = nested.mode == "map";
    if !is_keyed && max > 1 && writer.dice.one_in(3) {
        dynamic(writer, nested, indent, only, body);
        if min == 0 && (max < 3 || writer.dice.one_in(2)) {
            return;
        }
    }
    let count = if writer.dice.one_in(2) {
        min
    } else {
        min + writer.dice.below(max - min + 1)
    };
    for index in 0..count {
        let label = if is_keyed {
            format!(" \"k{index}\"")
        } else {
            String::new()
        };
        let content = self::body(writer, &nested.block, indent + 2, only, false);
        let _ = writeln!(
            body.text,
            "{:indent$}{}{label} {{\n{}{:indent$}}}",
            "", nested.name, content.text, ""
        );
    }
    if nested.mode == "list" && count > 0 {
        for attribute in &nested.block.attributes {
            if let Some(ty) = &attribute.ty {
                let like = Text {
                    text: String::new(),
                    is_unknown: true,
                    is_sensitive: true,
                };
                let name = format!("{}[0].{}", nested.name, attribute.name);
                body.attributes.push((name, ty.clone(), like));
            }
        }
    }
}

fn dynamic(writer: &mut Writer<'_>, nested: &Nested, indent: usize, only: Only, body: &mut Body) {
    let over = if writer.dice.one_in(2) {
        Type::Set(Type::String.into())
    } else {
        Type::Map(Type::String.into())
    };
    let public = Only { public: true, ..only };
    let source = writer.whole(&over, public);
    let count = writer.scope.len();
    writer.add(&format!("{}.value", nested.name), &Type::String, &source);
    writer.add(&format!("{}.key", nested.name), &Type::String, &source);
    let content = self::body(writer, &nested.block, indent + 4, only, false);
    writer.scope.truncate(count);
    let source = match over {
        Type::Set(_) => format!("toset({})", source.text),
        _ => source.text,
    };
    let _ = writeln!(
        body.text,
        "{:indent$}dynamic \"{}\" {{\n{:indent$}  for_each = {source}\n{:indent$}  content {{\n{}{:indent$}  }}\n{:indent$}}}",
        "", nested.name, "", "", content.text, "", ""
    );
}
