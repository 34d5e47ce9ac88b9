//! Messages of schemas and functions.

use std::collections::BTreeMap;

use super::{Diagnostic, ServerCapabilities};

messages! {
    Schema {
        version: i64 [int64] 1;
        block: Option<Block> [message, optional] 2;
    }

    ActionSchema {
        schema: Option<Schema> [message, optional] 1;
    }

    IdentitySchema {
        version: i64 [int64] 1;
        attributes: Vec<IdentityAttribute> [message, repeated] 2;
    }

    IdentityAttribute {
        name: String [string] 1;
        r#type: Vec<u8> [bytes = "vec"] 2;
        required_for_import: bool [bool] 3;
        optional_for_import: bool [bool] 4;
        description: String [string] 5;
    }

    IdentitySchemasResponse {
        identity_schemas: BTreeMap<String, IdentitySchema> [btree_map = "string, message"] 1;
        diagnostics: Vec<Diagnostic> [message, repeated] 2;
    }

    Block {
        /// Encoded attributes, whose fields differ between the versions.
        attributes: Vec<Vec<u8>> [bytes = "vec", repeated] 2;
        block_types: Vec<NestedBlock> [message, repeated] 3;
        description: String [string] 4;
        description_kind: i32 [int32] 5;
        deprecated: bool [bool] 6;
    }

    NestedBlock {
        type_name: String [string] 1;
        block: Option<Block> [message, optional] 2;
        nesting: i32 [enumeration = "NestingMode"] 3;
        min_items: i64 [int64] 4;
        max_items: i64 [int64] 5;
    }

    /// An attribute in version 6.
    Attribute {
        name: String [string] 1;
        /// The type in the notation of types; empty for a nested type.
        r#type: Vec<u8> [bytes = "vec"] 2;
        description: String [string] 3;
        required: bool [bool] 4;
        optional: bool [bool] 5;
        computed: bool [bool] 6;
        sensitive: bool [bool] 7;
        description_kind: i32 [int32] 8;
        deprecated: bool [bool] 9;
        nested_type: Option<Object> [message, optional] 10;
        write_only: bool [bool] 11;
    }

    /// An attribute in version 5, which has no nested types.
    OldAttribute {
        name: String [string] 1;
        r#type: Vec<u8> [bytes = "vec"] 2;
        description: String [string] 3;
        required: bool [bool] 4;
        optional: bool [bool] 5;
        computed: bool [bool] 6;
        sensitive: bool [bool] 7;
        description_kind: i32 [int32] 8;
        deprecated: bool [bool] 9;
        write_only: bool [bool] 10;
    }

    Object {
        attributes: Vec<Attribute> [message, repeated] 1;
        nesting: i32 [enumeration = "NestingMode"] 3;
    }

    Function {
        parameters: Vec<Parameter> [message, repeated] 1;
        variadic_parameter: Option<Parameter> [message, optional] 2;
        r#return: Option<Return> [message, optional] 3;
        summary: String [string] 4;
    }

    Parameter {
        name: String [string] 1;
        r#type: Vec<u8> [bytes = "vec"] 2;
        allow_null_value: bool [bool] 3;
        allow_unknown_values: bool [bool] 4;
        description: String [string] 5;
    }

    Return {
        r#type: Vec<u8> [bytes = "vec"] 1;
    }

    SchemaResponse {
        provider: Option<Schema> [message, optional] 1;
        resource_schemas: BTreeMap<String, Schema> [btree_map = "string, message"] 2;
        data_source_schemas: BTreeMap<String, Schema> [btree_map = "string, message"] 3;
        diagnostics: Vec<Diagnostic> [message, repeated] 4;
        provider_meta: Option<Schema> [message, optional] 5;
        server_capabilities: Option<ServerCapabilities> [message, optional] 6;
        functions: BTreeMap<String, Function> [btree_map = "string, message"] 7;
        ephemeral_resource_schemas: BTreeMap<String, Schema> [btree_map = "string, message"] 8;
        list_resource_schemas: BTreeMap<String, Schema> [btree_map = "string, message"] 9;
        action_schemas: BTreeMap<String, ActionSchema> [btree_map = "string, message"] 11;
    }

    Metadata {
        server_capabilities: Option<ServerCapabilities> [message, optional] 1;
        diagnostics: Vec<Diagnostic> [message, repeated] 2;
        data_sources: Vec<Named> [message, repeated] 3;
        resources: Vec<Named> [message, repeated] 4;
        functions: Vec<Named> [message, repeated] 5;
        ephemeral_resources: Vec<Named> [message, repeated] 6;
        list_resources: Vec<Named> [message, repeated] 7;
        /// The actions in version 5.
        old_actions: Vec<Named> [message, repeated] 8;
        /// The actions in version 6.
        actions: Vec<Named> [message, repeated] 9;
    }

    /// The name of a type or of a function.
    Named {
        name: String [string] 1;
    }

    FunctionsResponse {
        functions: BTreeMap<String, Function> [btree_map = "string, message"] 1;
        diagnostics: Vec<Diagnostic> [message, repeated] 2;
    }
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
