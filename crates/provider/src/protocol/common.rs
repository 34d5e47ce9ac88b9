//! Messages inside of others: values, diagnostics, paths and capabilities.

use std::collections::BTreeMap;

messages! {
    /// A value by a type constraint that both ends know, in one of two formats.
    DynamicValue {
        msgpack: Vec<u8> [bytes = "vec"] 1;
        json: Vec<u8> [bytes = "vec"] 2;
    }

    Diagnostic {
        severity: i32 [enumeration = "Severity"] 1;
        summary: String [string] 2;
        detail: String [string] 3;
        attribute: Option<AttributePath> [message, optional] 4;
    }

    AttributePath {
        steps: Vec<Step> [message, repeated] 1;
    }

    /// Stored state, by the schema of the provider that stored it.
    RawState {
        json: Vec<u8> [bytes = "vec"] 1;
        flatmap: BTreeMap<String, String> [btree_map = "string, string"] 2;
    }

    /// What identifies a resource, by the schema of its identities.
    IdentityData {
        identity_data: Option<DynamicValue> [message, optional] 1;
    }

    /// Why a call is left to a later plan.
    Deferred {
        reason: i32 [enumeration = "Reason"] 1;
    }

    /// What the provider can do.
    ServerCapabilities {
        plan_destroy: bool [bool] 1;
        get_provider_schema_optional: bool [bool] 2;
        move_resource_state: bool [bool] 3;
        generate_resource_config: bool [bool] 4;
    }

    /// What the caller can do.
    ClientCapabilities {
        deferral_allowed: bool [bool] 1;
        write_only_attributes_allowed: bool [bool] 2;
        store_planned_private: bool [bool] 3;
    }

    FunctionError {
        text: String [string] 1;
        function_argument: Option<i64> [int64, optional] 2;
    }

    /// A time in seconds and nanoseconds since 1970.
    Timestamp {
        seconds: i64 [int64] 1;
        nanos: i32 [int32] 2;
    }

    /// A message without fields.
    Empty {}

    /// A response of nothing but diagnostics.
    Diagnostics {
        diagnostics: Vec<Diagnostic> [message, repeated] 1;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, prost::Enumeration)]
#[repr(i32)]
pub(crate) enum Severity {
    Invalid = 0,
    Error = 1,
    Warning = 2,
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct Step {
    #[prost(oneof = "Selector", tags = "1, 2, 3")]
    pub(crate) selector: Option<Selector>,
}

#[derive(Clone, PartialEq, prost::Oneof)]
pub(crate) enum Selector {
    #[prost(string, tag = "1")]
    AttributeName(String),
    #[prost(string, tag = "2")]
    ElementKeyString(String),
    #[prost(int64, tag = "3")]
    ElementKeyInt(i64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, prost::Enumeration)]
#[repr(i32)]
pub(crate) enum Reason {
    Unknown = 0,
    ResourceConfigUnknown = 1,
    ProviderConfigUnknown = 2,
    AbsentPrerequisite = 3,
}
