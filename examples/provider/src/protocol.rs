//! The messages of version 6 of Terraform's provider protocol, by its field numbers: those that the provider uses.

use std::collections::BTreeMap;

use prost::{Message, Oneof};

/// The service that Terraform calls.
pub(crate) const SERVICE: &str = "/tfplugin6.Provider/";

/// A value by a type constraint that both ends know, in one of two formats.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct DynamicValue {
    #[prost(bytes = "vec", tag = "1")]
    pub(crate) msgpack: Vec<u8>,
    #[prost(bytes = "vec", tag = "2")]
    pub(crate) json: Vec<u8>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct Diagnostic {
    #[prost(enumeration = "Severity", tag = "1")]
    pub(crate) severity: i32,
    #[prost(string, tag = "2")]
    pub(crate) summary: String,
    #[prost(string, tag = "3")]
    pub(crate) detail: String,
    #[prost(message, optional, tag = "4")]
    pub(crate) attribute: Option<AttributePath>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, prost::Enumeration)]
#[repr(i32)]
pub(crate) enum Severity {
    Invalid = 0,
    Error = 1,
    Warning = 2,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct AttributePath {
    #[prost(message, repeated, tag = "1")]
    pub(crate) steps: Vec<Step>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct Step {
    #[prost(oneof = "Selector", tags = "1, 2, 3")]
    pub(crate) selector: Option<Selector>,
}

#[derive(Clone, PartialEq, Oneof)]
pub(crate) enum Selector {
    #[prost(string, tag = "1")]
    AttributeName(String),
    #[prost(string, tag = "2")]
    ElementKeyString(String),
    #[prost(int64, tag = "3")]
    ElementKeyInt(i64),
}

/// Stored state, by the schema of the provider that stored it.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct RawState {
    #[prost(bytes = "vec", tag = "1")]
    pub(crate) json: Vec<u8>,
    #[prost(btree_map = "string, string", tag = "2")]
    pub(crate) flatmap: BTreeMap<String, String>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct Schema {
    #[prost(int64, tag = "1")]
    pub(crate) version: i64,
    #[prost(message, optional, tag = "2")]
    pub(crate) block: Option<Block>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct Block {
    #[prost(message, repeated, tag = "2")]
    pub(crate) attributes: Vec<Attribute>,
    #[prost(message, repeated, tag = "3")]
    pub(crate) block_types: Vec<NestedBlock>,
    #[prost(string, tag = "4")]
    pub(crate) description: String,
    #[prost(bool, tag = "6")]
    pub(crate) deprecated: bool,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct Attribute {
    #[prost(string, tag = "1")]
    pub(crate) name: String,
    /// The type in the notation of types; empty for a nested type.
    #[prost(bytes = "vec", tag = "2")]
    pub(crate) r#type: Vec<u8>,
    #[prost(string, tag = "3")]
    pub(crate) description: String,
    #[prost(bool, tag = "4")]
    pub(crate) required: bool,
    #[prost(bool, tag = "5")]
    pub(crate) optional: bool,
    #[prost(bool, tag = "6")]
    pub(crate) computed: bool,
    #[prost(bool, tag = "7")]
    pub(crate) sensitive: bool,
    #[prost(bool, tag = "11")]
    pub(crate) write_only: bool,
    #[prost(bool, tag = "9")]
    pub(crate) deprecated: bool,
    #[prost(message, optional, tag = "10")]
    pub(crate) nested_type: Option<Object>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct Object {
    #[prost(message, repeated, tag = "1")]
    pub(crate) attributes: Vec<Attribute>,
    #[prost(enumeration = "NestingMode", tag = "3")]
    pub(crate) nesting: i32,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct NestedBlock {
    #[prost(string, tag = "1")]
    pub(crate) type_name: String,
    #[prost(message, optional, tag = "2")]
    pub(crate) block: Option<Block>,
    #[prost(enumeration = "NestingMode", tag = "3")]
    pub(crate) nesting: i32,
    #[prost(int64, tag = "4")]
    pub(crate) min_items: i64,
    #[prost(int64, tag = "5")]
    pub(crate) max_items: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, prost::Enumeration)]
#[repr(i32)]
pub(crate) enum NestingMode {
    Invalid = 0,
    Single = 1,
    List = 2,
    Set = 3,
    Map = 4,
    Group = 5,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct Function {
    #[prost(message, repeated, tag = "1")]
    pub(crate) parameters: Vec<Parameter>,
    #[prost(message, optional, tag = "2")]
    pub(crate) variadic_parameter: Option<Parameter>,
    #[prost(message, optional, tag = "3")]
    pub(crate) r#return: Option<Return>,
    #[prost(string, tag = "4")]
    pub(crate) summary: String,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct Parameter {
    #[prost(string, tag = "1")]
    pub(crate) name: String,
    #[prost(bytes = "vec", tag = "2")]
    pub(crate) r#type: Vec<u8>,
    #[prost(bool, tag = "3")]
    pub(crate) allow_null_value: bool,
    #[prost(bool, tag = "4")]
    pub(crate) allow_unknown_values: bool,
    #[prost(string, tag = "5")]
    pub(crate) description: String,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct Return {
    #[prost(bytes = "vec", tag = "1")]
    pub(crate) r#type: Vec<u8>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct FunctionError {
    #[prost(string, tag = "1")]
    pub(crate) text: String,
    #[prost(int64, optional, tag = "2")]
    pub(crate) function_argument: Option<i64>,
}

/// A request without fields.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct EmptyRequest {}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct SchemaResponse {
    #[prost(message, optional, tag = "1")]
    pub(crate) provider: Option<Schema>,
    #[prost(btree_map = "string, message", tag = "2")]
    pub(crate) resource_schemas: BTreeMap<String, Schema>,
    #[prost(btree_map = "string, message", tag = "3")]
    pub(crate) data_source_schemas: BTreeMap<String, Schema>,
    #[prost(message, repeated, tag = "4")]
    pub(crate) diagnostics: Vec<Diagnostic>,
    #[prost(btree_map = "string, message", tag = "7")]
    pub(crate) functions: BTreeMap<String, Function>,
    #[prost(btree_map = "string, message", tag = "8")]
    pub(crate) ephemeral_resource_schemas: BTreeMap<String, Schema>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ValidateProviderRequest {
    #[prost(message, optional, tag = "1")]
    pub(crate) config: Option<DynamicValue>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ValidateProviderResponse {
    #[prost(message, repeated, tag = "2")]
    pub(crate) diagnostics: Vec<Diagnostic>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ConfigureRequest {
    #[prost(string, tag = "1")]
    pub(crate) terraform_version: String,
    #[prost(message, optional, tag = "2")]
    pub(crate) config: Option<DynamicValue>,
}

/// A response that contains only diagnostics.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct Diagnostics {
    #[prost(message, repeated, tag = "1")]
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// The configuration of a resource, a data source or an ephemeral resource.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct ConfigRequest {
    #[prost(string, tag = "1")]
    pub(crate) type_name: String,
    #[prost(message, optional, tag = "2")]
    pub(crate) config: Option<DynamicValue>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct UpgradeRequest {
    #[prost(string, tag = "1")]
    pub(crate) type_name: String,
    #[prost(int64, tag = "2")]
    pub(crate) version: i64,
    #[prost(message, optional, tag = "3")]
    pub(crate) raw_state: Option<RawState>,
}

/// The state of a resource after an upgrade, or of a data source.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct StateResponse {
    #[prost(message, optional, tag = "1")]
    pub(crate) state: Option<DynamicValue>,
    #[prost(message, repeated, tag = "2")]
    pub(crate) diagnostics: Vec<Diagnostic>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct OpenResponse {
    #[prost(message, repeated, tag = "1")]
    pub(crate) diagnostics: Vec<Diagnostic>,
    #[prost(message, optional, tag = "3")]
    pub(crate) result: Option<DynamicValue>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ReadRequest {
    #[prost(string, tag = "1")]
    pub(crate) type_name: String,
    #[prost(message, optional, tag = "2")]
    pub(crate) current_state: Option<DynamicValue>,
    #[prost(bytes = "vec", tag = "3")]
    pub(crate) private: Vec<u8>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ReadResponse {
    #[prost(message, optional, tag = "1")]
    pub(crate) new_state: Option<DynamicValue>,
    #[prost(message, repeated, tag = "2")]
    pub(crate) diagnostics: Vec<Diagnostic>,
    #[prost(bytes = "vec", tag = "3")]
    pub(crate) private: Vec<u8>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct PlanRequest {
    #[prost(string, tag = "1")]
    pub(crate) type_name: String,
    #[prost(message, optional, tag = "2")]
    pub(crate) prior_state: Option<DynamicValue>,
    #[prost(message, optional, tag = "3")]
    pub(crate) proposed_new_state: Option<DynamicValue>,
    #[prost(message, optional, tag = "4")]
    pub(crate) config: Option<DynamicValue>,
    #[prost(bytes = "vec", tag = "5")]
    pub(crate) prior_private: Vec<u8>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct PlanResponse {
    #[prost(message, optional, tag = "1")]
    pub(crate) planned_state: Option<DynamicValue>,
    #[prost(message, repeated, tag = "2")]
    pub(crate) requires_replace: Vec<AttributePath>,
    #[prost(bytes = "vec", tag = "3")]
    pub(crate) planned_private: Vec<u8>,
    #[prost(message, repeated, tag = "4")]
    pub(crate) diagnostics: Vec<Diagnostic>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ApplyRequest {
    #[prost(string, tag = "1")]
    pub(crate) type_name: String,
    #[prost(message, optional, tag = "2")]
    pub(crate) prior_state: Option<DynamicValue>,
    #[prost(message, optional, tag = "3")]
    pub(crate) planned_state: Option<DynamicValue>,
    #[prost(message, optional, tag = "4")]
    pub(crate) config: Option<DynamicValue>,
    #[prost(bytes = "vec", tag = "5")]
    pub(crate) planned_private: Vec<u8>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ApplyResponse {
    #[prost(message, optional, tag = "1")]
    pub(crate) new_state: Option<DynamicValue>,
    #[prost(bytes = "vec", tag = "2")]
    pub(crate) private: Vec<u8>,
    #[prost(message, repeated, tag = "3")]
    pub(crate) diagnostics: Vec<Diagnostic>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ImportRequest {
    #[prost(string, tag = "1")]
    pub(crate) type_name: String,
    #[prost(string, tag = "2")]
    pub(crate) id: String,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ImportResponse {
    #[prost(message, repeated, tag = "1")]
    pub(crate) imported_resources: Vec<ImportedResource>,
    #[prost(message, repeated, tag = "2")]
    pub(crate) diagnostics: Vec<Diagnostic>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ImportedResource {
    #[prost(string, tag = "1")]
    pub(crate) type_name: String,
    #[prost(message, optional, tag = "2")]
    pub(crate) state: Option<DynamicValue>,
    #[prost(bytes = "vec", tag = "3")]
    pub(crate) private: Vec<u8>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct FunctionsResponse {
    #[prost(btree_map = "string, message", tag = "1")]
    pub(crate) functions: BTreeMap<String, Function>,
    #[prost(message, repeated, tag = "2")]
    pub(crate) diagnostics: Vec<Diagnostic>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct CallRequest {
    #[prost(string, tag = "1")]
    pub(crate) name: String,
    #[prost(message, repeated, tag = "2")]
    pub(crate) arguments: Vec<DynamicValue>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct CallResponse {
    #[prost(message, optional, tag = "1")]
    pub(crate) result: Option<DynamicValue>,
    #[prost(message, optional, tag = "2")]
    pub(crate) error: Option<FunctionError>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct StopResponse {
    #[prost(string, tag = "1")]
    pub(crate) error: String,
}
