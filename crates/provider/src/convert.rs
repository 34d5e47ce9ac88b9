//! Schemas, values and problems as messages, and back.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use hcl2_value::{Function, Parameter, Path, PathStep, Type, Value};
use hcl2_wire::schema::{Attribute, AttributeContent, Block, NestedBlock, Nesting, Presence};
use hcl2_wire::{WireError, json, msgpack, notation};
use prost::Message;

use crate::Problem;
use crate::context::Deferral;
use crate::protocol::{self, DynamicValue, NestingMode, Selector, Severity, Step, Timestamp, Version};
use crate::schema::{Definition, IdentityRole};

/// Reads a value in either format; null if it is in neither.
pub(crate) fn value(message: Option<&DynamicValue>, ty: &Type) -> Result<Value, WireError> {
    match message {
        Some(message) if !message.msgpack.is_empty() => msgpack::decode(&message.msgpack, ty),
        Some(message) if !message.json.is_empty() => json::decode(&message.json, ty),
        _ => Ok(Value::null(ty.clone())),
    }
}

/// Writes a value.
pub(crate) fn dynamic(value: &Value, ty: &Type) -> Result<DynamicValue, WireError> {
    Ok(DynamicValue {
        msgpack: msgpack::encode(value, ty)?,
        json: Vec::new(),
    })
}

pub(crate) fn schema(definition: &Definition, version: Version) -> Result<protocol::Schema, Problem> {
    Ok(protocol::Schema {
        version: definition.version,
        block: Some(block(&definition.block, version)?),
    })
}

/// Returns the schema of the identities of a type of resource.
pub(crate) fn identity_schema(definition: &Definition) -> Result<protocol::IdentitySchema, Problem> {
    let attributes = definition.identity().map(|(name, attribute, role)| {
        Ok(protocol::IdentityAttribute {
            name: name.to_owned(),
            r#type: notation::write(&attribute.implied_type())?.into_bytes(),
            required_for_import: role == IdentityRole::Required,
            optional_for_import: role == IdentityRole::Optional,
            description: attribute.description.clone(),
        })
    });
    Ok(protocol::IdentitySchema {
        version: definition.identity_version,
        attributes: attributes.collect::<Result<_, Problem>>()?,
    })
}

fn block(block: &Block, version: Version) -> Result<protocol::Block, Problem> {
    let attributes = block.attributes.iter().map(|(name, attribute)| {
        let message = self::attribute(name, attribute)?;
        match version {
            Version::Six => Ok(message.encode_to_vec()),
            Version::Five => Ok(old_attribute(message)?.encode_to_vec()),
        }
    });
    let blocks = block.blocks.iter();
    Ok(protocol::Block {
        attributes: attributes.collect::<Result<_, Problem>>()?,
        block_types: blocks
            .map(|(name, nested)| nested_block(name, nested, version))
            .collect::<Result<_, _>>()?,
        description: block.description.clone(),
        description_kind: 0,
        deprecated: block.deprecated,
    })
}

fn attribute(name: &str, attribute: &Attribute) -> Result<protocol::Attribute, WireError> {
    let mut message = protocol::Attribute {
        name: name.to_owned(),
        description: attribute.description.clone(),
        required: attribute.presence == Presence::Required,
        optional: matches!(
            attribute.presence,
            Presence::Optional | Presence::OptionalComputed
        ),
        computed: attribute.presence.is_computed(),
        sensitive: attribute.sensitive,
        write_only: attribute.write_only,
        deprecated: attribute.deprecated,
        ..protocol::Attribute::default()
    };
    match &attribute.content {
        AttributeContent::Type(ty) => message.r#type = notation::write(ty)?.into_bytes(),
        AttributeContent::Nested { attributes, nesting } => {
            message.nested_type = Some(protocol::Object {
                attributes: self::attributes(attributes)?,
                nesting: nesting_mode(*nesting).into(),
            });
        }
    }
    Ok(message)
}

fn attributes(attributes: &BTreeMap<String, Attribute>) -> Result<Vec<protocol::Attribute>, WireError> {
    attributes
        .iter()
        .map(|(name, own)| attribute(name, own))
        .collect()
}

fn old_attribute(attribute: protocol::Attribute) -> Result<protocol::OldAttribute, Problem> {
    if attribute.nested_type.is_some() {
        return Err(Problem::new(
            "Nested attributes need protocol 6",
            format!(
                "The attribute {} has nested attributes, which version 5 of the protocol lacks. Make it a nested block, or serve version 6.",
                attribute.name
            ),
        ));
    }
    Ok(protocol::OldAttribute {
        name: attribute.name,
        r#type: attribute.r#type,
        description: attribute.description,
        required: attribute.required,
        optional: attribute.optional,
        computed: attribute.computed,
        sensitive: attribute.sensitive,
        description_kind: attribute.description_kind,
        deprecated: attribute.deprecated,
        write_only: attribute.write_only,
    })
}

fn nested_block(
    name: &str,
    nested: &NestedBlock,
    version: Version,
) -> Result<protocol::NestedBlock, Problem> {
    Ok(protocol::NestedBlock {
        type_name: name.to_owned(),
        block: Some(block(&nested.block, version)?),
        nesting: nesting_mode(nested.nesting).into(),
        min_items: nested.min_items.try_into().unwrap_or(i64::MAX),
        max_items: nested.max_items.try_into().unwrap_or(i64::MAX),
    })
}

fn nesting_mode(nesting: Nesting) -> NestingMode {
    match nesting {
        Nesting::Single => NestingMode::Single,
        Nesting::List => NestingMode::List,
        Nesting::Set => NestingMode::Set,
        Nesting::Map => NestingMode::Map,
        Nesting::Group => NestingMode::Group,
    }
}

/// Returns the type of the results of a function for any arguments.
pub(crate) fn return_type(function: &Function) -> Type {
    let parameters = function.parameters().iter();
    let unknown: Vec<Value> = parameters
        .map(|parameter| Value::unknown(parameter.ty.clone()))
        .collect();
    function.result_type(&unknown).unwrap_or(Type::DYNAMIC)
}

pub(crate) fn function(function: &Function) -> Result<protocol::Function, WireError> {
    Ok(protocol::Function {
        parameters: function
            .parameters()
            .iter()
            .map(parameter)
            .collect::<Result<_, _>>()?,
        variadic_parameter: function.variadic_parameter().map(parameter).transpose()?,
        r#return: Some(protocol::Return {
            r#type: notation::write(&return_type(function))?.into_bytes(),
        }),
        summary: function.description().to_owned(),
    })
}

fn parameter(parameter: &Parameter) -> Result<protocol::Parameter, WireError> {
    Ok(protocol::Parameter {
        name: parameter.name.to_owned(),
        r#type: notation::write(&parameter.ty)?.into_bytes(),
        allow_null_value: parameter.allow_null,
        allow_unknown_values: parameter.allow_unknown,
        description: parameter.description.to_owned(),
    })
}

/// Writes a problem and those behind it.
pub(crate) fn diagnostics(
    problem: Problem,
    severity: Severity,
) -> impl Iterator<Item = protocol::Diagnostic> {
    problem
        .into_all()
        .into_iter()
        .map(move |problem| protocol::Diagnostic {
            severity: severity.into(),
            attribute: (!problem.path.is_empty()).then(|| path(&problem.path)),
            summary: problem.summary,
            detail: problem.detail,
        })
}

/// Converts a path up to the first element of a set, which has no key.
pub(crate) fn path(path: &Path) -> protocol::AttributePath {
    let selectors = path.steps().iter().map_while(|step| match step {
        PathStep::Attribute(name) => Some(Selector::AttributeName(name.to_string())),
        PathStep::Index(key) => match (key.as_str(), key.as_number()) {
            (Some(key), _) => Some(Selector::ElementKeyString(key.to_owned())),
            (_, Some(number)) => i64::try_from(number).ok().map(Selector::ElementKeyInt),
            _ => None,
        },
    });
    protocol::AttributePath {
        steps: selectors
            .map(|selector| Step {
                selector: Some(selector),
            })
            .collect(),
    }
}

/// Returns the errors among diagnostics.
pub(crate) fn result(diagnostics: Vec<protocol::Diagnostic>) -> Result<(), Problem> {
    let errors = diagnostics
        .into_iter()
        .filter(|diagnostic| diagnostic.severity() != Severity::Warning)
        .map(|diagnostic| Problem {
            path: diagnostic.attribute.as_ref().map(path_of).unwrap_or_default(),
            ..Problem::new(diagnostic.summary, diagnostic.detail)
        });
    Problem::joined(errors).map_or(Ok(()), Err)
}

/// Reads a path.
pub(crate) fn path_of(message: &protocol::AttributePath) -> Path {
    let steps = message
        .steps
        .iter()
        .filter_map(|step| match step.selector.as_ref()? {
            Selector::AttributeName(name) => Some(PathStep::Attribute(name.as_str().into())),
            Selector::ElementKeyString(key) => Some(PathStep::Index(Value::from(key.as_str()))),
            Selector::ElementKeyInt(index) => Some(PathStep::Index(Value::from(*index))),
        });
    steps.collect()
}

pub(crate) fn deferred(deferral: Deferral) -> protocol::Deferred {
    let reason = match deferral {
        Deferral::ResourceConfig => protocol::Reason::ResourceConfigUnknown,
        Deferral::ProviderConfig => protocol::Reason::ProviderConfigUnknown,
        Deferral::AbsentPrerequisite => protocol::Reason::AbsentPrerequisite,
    };
    protocol::Deferred {
        reason: reason.into(),
    }
}

pub(crate) fn deferral(message: &protocol::Deferred) -> Option<Deferral> {
    match message.reason() {
        protocol::Reason::Unknown => None,
        protocol::Reason::ResourceConfigUnknown => Some(Deferral::ResourceConfig),
        protocol::Reason::ProviderConfigUnknown => Some(Deferral::ProviderConfig),
        protocol::Reason::AbsentPrerequisite => Some(Deferral::AbsentPrerequisite),
    }
}

pub(crate) fn timestamp(time: SystemTime) -> Timestamp {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp {
        seconds: since.as_secs().try_into().unwrap_or(i64::MAX),
        nanos: since.subsec_nanos().try_into().unwrap_or(0),
    }
}
