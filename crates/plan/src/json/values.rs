//! Values as Terraform writes them in plans: known, unknown and sensitive parts apart.

use hcl2_functions::terraform::sensitive_mark;
use hcl2_json_text::Writer;
use hcl2_value::{Fields, Str, Type, TypeKind, Value, ValueKind};
use hcl2_wire::{json, notation};

/// Writes the known parts of a value: unknown attributes and elements of maps are left out, other unknown parts are null.
pub(super) fn known(value: &Value, writer: &mut Writer) {
    match value.kind() {
        ValueKind::Marked(inner, _) => known(inner, writer),
        ValueKind::Null | ValueKind::Unknown => writer.null(),
        ValueKind::Bool(truth) => writer.bool(truth),
        ValueKind::Number(number) => {
            // The shortest digits at the precision of the number, without an exponent.
            let text = number.to_string();
            let is_plain = text
                .bytes()
                .all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'.'));
            match json::encode(value, &Type::NUMBER) {
                Ok(_) if is_plain => writer.raw(&text),
                Ok(text) => writer.raw(&text),
                Err(_) => writer.null(),
            }
        }
        ValueKind::String(text) => writer.string(text),
        ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
            writer.open('[');
            for item in items {
                writer.element();
                known(item, writer);
            }
            writer.close(']');
        }
        ValueKind::Map(fields) | ValueKind::Object(fields) => {
            writer.open('{');
            for (name, part) in fields.iter().filter(|(_, part)| part.unmark().0.is_known()) {
                writer.property(name);
                known(part, writer);
            }
            writer.close('}');
        }
        _ => writer.null(),
    }
}

/// Writes the type of a value, in the notation of types.
pub(super) fn ty(value: &Value, writer: &mut Writer) {
    match notation::write(value.ty()) {
        Ok(text) => writer.raw(&text),
        Err(_) => writer.null(),
    }
}

/// Which parts of a value have a property: none, all, or some of its parts.
pub(super) enum Parts {
    No,
    Yes,
    Sequence(Vec<Parts>),
    Named(Vec<(Str, Parts)>),
}

impl Parts {
    /// Returns which parts are unknown.
    pub(super) fn unknown(value: &Value) -> Self {
        match value.kind() {
            ValueKind::Marked(inner, _) => Self::unknown(inner),
            ValueKind::Unknown => Self::Yes,
            ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
                Self::Sequence(items.iter().map(Self::unknown).collect())
            }
            ValueKind::Map(fields) | ValueKind::Object(fields) => Self::named(fields, Self::unknown),
            _ => Self::No,
        }
    }

    /// Returns which parts are sensitive.
    pub(super) fn sensitive(value: &Value) -> Self {
        let (plain, marks) = value.unmark();
        if marks.contains(&sensitive_mark()) {
            return Self::Yes;
        }
        match (plain.kind(), plain.ty().kind()) {
            (ValueKind::Null, _) => Self::No,
            (ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items), _) => {
                Self::Sequence(items.iter().map(Self::sensitive).collect())
            }
            (ValueKind::Map(fields) | ValueKind::Object(fields), _) => Self::named(fields, Self::sensitive),
            (ValueKind::Unknown, TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_)) => {
                Self::Sequence(Vec::new())
            }
            (ValueKind::Unknown, TypeKind::Map(_) | TypeKind::Object(_)) => Self::Named(Vec::new()),
            _ => Self::No,
        }
    }

    fn named(fields: Fields<'_>, part: impl Fn(&Value) -> Self) -> Self {
        let parts = fields.iter().map(|(name, value)| (name.clone(), part(value)));
        Self::Named(parts.filter(|(_, part)| !matches!(part, Self::No)).collect())
    }

    /// Returns an object without parts in place of nothing.
    pub(super) fn or_object(self) -> Self {
        match self {
            Self::No => Self::Named(Vec::new()),
            other => other,
        }
    }

    pub(super) fn write(&self, writer: &mut Writer) {
        match self {
            Self::No => writer.bool(false),
            Self::Yes => writer.bool(true),
            Self::Sequence(parts) => {
                writer.open('[');
                for part in parts {
                    writer.element();
                    part.write(writer);
                }
                writer.close(']');
            }
            Self::Named(parts) => {
                writer.open('{');
                for (name, part) in parts {
                    writer.property(name);
                    part.write(writer);
                }
                writer.close('}');
            }
        }
    }
}
