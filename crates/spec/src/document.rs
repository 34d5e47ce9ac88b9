//! Specifications as documents: specification files in the JSON syntax.

use std::fmt;

use hcl2_json_text::{Escapes, push_string};
use hcl2_model::Name;
use hcl2_value::{Type, TypeKind, Value};
use hcl2_wire::json::{JsonError, JsonOptions, value_to_json};

use crate::parts::{DefaultSpec, Keyed, Transformation};
use crate::{Sequence, Spec};

/// The reason why a specification cannot be written as a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpecDocumentError {
    /// Specification files have no form for a part of this kind.
    UnsupportedKind(&'static str),
    /// A literal has no JSON form.
    Literal(JsonError),
}

impl fmt::Display for SpecDocumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnsupportedKind(kind) => write!(f, "specification files have no form for {kind}"),
            Self::Literal(error) => write!(f, "a literal cannot be written: {error}"),
        }
    }
}

impl std::error::Error for SpecDocumentError {}

impl Spec {
    /// Writes the specification as a specification file in the JSON syntax.
    ///
    /// [`SpecFile::from_body`](crate::SpecFile::from_body) reads back an equal specification. The order of properties is
    /// significant, and properties can repeat, as in any file in the JSON syntax.
    ///
    /// # Errors
    ///
    /// [`SpecDocumentError`] for specifications that only a program can make: tuples and objects of blocks, labels,
    /// transformations by Rust functions, expressions not in native syntax, and literals that are lists, sets or maps.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_spec::Spec;
    /// use hcl2_value::Type;
    ///
    /// let spec = Spec::object([("port", Spec::required("port", Type::NUMBER))]);
    /// assert_eq!(
    ///     spec.to_json_document()?,
    ///     r#"{"object": {"attr": {"port": {"name": "port", "type": "${number}", "required": true}}}}"#
    /// );
    /// # Ok::<(), hcl2_spec::SpecDocumentError>(())
    /// ```
    pub fn to_json_document(&self) -> Result<String, SpecDocumentError> {
        let mut text = String::from("{");
        member(self, None, &mut text)?;
        text.push('}');
        Ok(text)
    }
}

/// Writes a property for a specification: its kind with its body, and possibly a label.
fn member(spec: &Spec, label: Option<&str>, text: &mut String) -> Result<(), SpecDocumentError> {
    let kind = kind_of(spec).map_err(SpecDocumentError::UnsupportedKind)?;
    push_string(kind, Escapes::HTML, text);
    text.push_str(": {");
    if let Some(label) = label {
        push_string(label, Escapes::HTML, text);
        text.push_str(": {");
    }
    body(spec, text)?;
    if label.is_some() {
        text.push('}');
    }
    text.push('}');
    Ok(())
}

/// Returns the block type of a specification, or a description if it has none.
fn kind_of(spec: &Spec) -> Result<&'static str, &'static str> {
    match spec {
        Spec::Object(_) => Ok("object"),
        Spec::Tuple(_) => Ok("array"),
        Spec::Attribute(_) => Ok("attr"),
        Spec::Block(_) => Ok("block"),
        Spec::Blocks(blocks) => match blocks.sequence {
            Sequence::List => Ok("block_list"),
            Sequence::Set => Ok("block_set"),
            Sequence::Tuple => Err("tuples of blocks"),
        },
        Spec::LabelledBlocks(blocks) => match blocks.keyed {
            Keyed::Map => Ok("block_map"),
            Keyed::Object => Err("objects of blocks"),
        },
        Spec::BlockAttributes(_) => Ok("block_attrs"),
        Spec::Literal(_) => Ok("literal"),
        Spec::Default(_) => Ok("default"),
        Spec::Transform(transform) => match transform.by {
            Transformation::Expression { .. } => Ok("transform"),
            Transformation::Function(_) => Err("transformations by functions"),
            Transformation::Check(_) => Err("checks by functions"),
            Transformation::Refinement(_) => Err("refinements"),
        },
        Spec::Label(_) => Err("labels"),
        Spec::Expression(_) => Err("expressions"),
    }
}

fn body(spec: &Spec, text: &mut String) -> Result<(), SpecDocumentError> {
    let mut properties = Properties { text, is_first: true };
    match spec {
        Spec::Object(parts) => {
            for (name, part) in parts {
                properties.nested(part, Some(name))?;
            }
        }
        Spec::Tuple(parts) => {
            for part in parts {
                properties.nested(part, None)?;
            }
        }
        Spec::Attribute(attribute) => {
            properties.string("name", &escaped(&attribute.name));
            properties.string("type", &type_text(&attribute.ty)?);
            properties.truth("required", attribute.required);
        }
        Spec::Block(block) => {
            properties.string("block_type", &escaped(&block.block_type));
            properties.truth("required", block.required);
            properties.nested(&block.nested, None)?;
        }
        Spec::Blocks(blocks) => {
            properties.string("block_type", &escaped(&blocks.block_type));
            properties.raw("min_items", &blocks.min_items.to_string());
            // Zero means any number.
            properties.raw("max_items", &blocks.max_items.unwrap_or(0).to_string());
            properties.nested(&blocks.nested, None)?;
        }
        Spec::LabelledBlocks(blocks) => {
            properties.string("block_type", &escaped(&blocks.block_type));
            let labels = blocks.label_names.iter().map(Name::as_str).map(Value::from);
            properties.raw("labels", &literal(&Value::tuple(labels))?);
            properties.nested(&blocks.nested, None)?;
        }
        Spec::BlockAttributes(block) => {
            properties.string("block_type", &escaped(&block.block_type));
            properties.string("element_type", &type_text(&block.element_type)?);
            properties.truth("required", block.required);
        }
        Spec::Literal(value) => properties.raw("value", &literal(value)?),
        Spec::Default(default) => {
            let DefaultSpec { primary, fallback } = &**default;
            properties.nested(primary, None)?;
            properties.nested(fallback, None)?;
        }
        Spec::Transform(transform) => {
            let native = match &transform.by {
                Transformation::Expression { result, variable, .. } if *variable == *"nested" => {
                    result.native_text()
                }
                _ => None,
            };
            let native = native.ok_or(SpecDocumentError::UnsupportedKind(
                "transformations not in native syntax",
            ))?;
            properties.string("result", &format!("${{{native}}}"));
            properties.nested(&transform.nested, None)?;
        }
        Spec::Label(_) | Spec::Expression(_) => {}
    }
    Ok(())
}

/// Writes the properties of an object.
struct Properties<'t> {
    text: &'t mut String,
    is_first: bool,
}

impl Properties<'_> {
    fn separate(&mut self) {
        if !std::mem::take(&mut self.is_first) {
            self.text.push_str(", ");
        }
    }

    fn raw(&mut self, name: &str, json: &str) {
        self.separate();
        push_string(name, Escapes::HTML, self.text);
        self.text.push_str(": ");
        self.text.push_str(json);
    }

    fn string(&mut self, name: &str, value: &str) {
        let mut json = String::new();
        push_string(value, Escapes::HTML, &mut json);
        self.raw(name, &json);
    }

    fn truth(&mut self, name: &str, truth: bool) {
        self.raw(name, if truth { "true" } else { "false" });
    }

    fn nested(&mut self, spec: &Spec, label: Option<&str>) -> Result<(), SpecDocumentError> {
        self.separate();
        member(spec, label, self.text)
    }
}

/// Escapes the template sequences of a string.
fn escaped(text: &str) -> String {
    text.replace("${", "$${").replace("%{", "%%{")
}

/// Returns the JSON text of an expression for a value.
fn literal(value: &Value) -> Result<String, SpecDocumentError> {
    let options = JsonOptions {
        with_type: false,
        keep_nulls: true,
        max_bytes: None,
    };
    value_to_json(&without_templates(value)?, options).map_err(SpecDocumentError::Literal)
}

fn without_templates(value: &Value) -> Result<Value, SpecDocumentError> {
    if let Some(text) = value.as_str() {
        return Ok(Value::from(escaped(text)));
    }
    if value.is_null() || !value.is_known() || value.is_marked() {
        // A typed null would lose its type. Unknown and marked values have no JSON form.
        return match value.ty().is_dynamic() || !value.is_null() {
            true => Ok(value.clone()),
            false => Err(SpecDocumentError::UnsupportedKind("nulls of a type")),
        };
    }
    match value.ty().kind() {
        TypeKind::Tuple(_) => {
            let parts = value.elements().unwrap_or_default().iter().map(without_templates);
            Ok(Value::tuple(parts.collect::<Result<Vec<_>, _>>()?))
        }
        TypeKind::Object(_) => {
            let fields = value.fields().into_iter().flat_map(|fields| fields.iter());
            let parts = fields.map(|(name, part)| Ok((escaped(name), without_templates(part)?)));
            Ok(Value::object(
                parts.collect::<Result<Vec<_>, SpecDocumentError>>()?,
            ))
        }
        TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Map(_) => {
            Err(SpecDocumentError::UnsupportedKind("literal lists, sets and maps"))
        }
        _ => Ok(value.clone()),
    }
}

/// Returns a template with an expression for a type.
fn type_text(ty: &Type) -> Result<String, SpecDocumentError> {
    let mut text = String::from("${");
    type_expression(ty, &mut text)?;
    text.push('}');
    Ok(text)
}

fn type_expression(ty: &Type, text: &mut String) -> Result<(), SpecDocumentError> {
    let mut of_element = |name: &str, element: &Type| {
        text.push_str(name);
        text.push('(');
        type_expression(element, text)?;
        text.push(')');
        Ok(())
    };
    match ty.kind() {
        TypeKind::List(element) => return of_element("list", element),
        TypeKind::Set(element) => return of_element("set", element),
        TypeKind::Map(element) => return of_element("map", element),
        TypeKind::Tuple(types) => {
            text.push_str("tuple([");
            for ty in types.iter() {
                type_expression(ty, text)?;
                text.push_str(", ");
            }
            text.push_str("])");
        }
        TypeKind::Object(object) => {
            text.push_str("object({");
            for (name, ty) in object.iter() {
                push_string(&escaped(name), Escapes::HTML, text);
                text.push_str(" = ");
                type_expression(ty, text)?;
                text.push_str(", ");
            }
            text.push_str("})");
        }
        TypeKind::Bool => text.push_str("bool"),
        TypeKind::Number => text.push_str("number"),
        TypeKind::String => text.push_str("string"),
        TypeKind::Dynamic => text.push_str("any"),
        TypeKind::Capsule(_) => return Err(SpecDocumentError::UnsupportedKind("an application's own types")),
    }
    Ok(())
}
