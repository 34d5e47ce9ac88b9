//! Requests and responses.

use super::{
    AttributePath, ClientCapabilities, Diagnostic, DynamicValue, FunctionError, RawState, Timestamp,
};

messages! {
    /// The configuration of the provider.
    ProviderRequest {
        config: Option<DynamicValue> [message, optional] 1;
    }

    /// The first field is in version 5 only.
    ProviderResponse {
        prepared_config: Option<DynamicValue> [message, optional] 1;
        diagnostics: Vec<Diagnostic> [message, repeated] 2;
    }

    ConfigureRequest {
        terraform_version: String [string] 1;
        config: Option<DynamicValue> [message, optional] 2;
        client_capabilities: Option<ClientCapabilities> [message, optional] 3;
    }

    /// The configuration of a resource or an ephemeral resource.
    ConfigRequest {
        type_name: String [string] 1;
        config: Option<DynamicValue> [message, optional] 2;
        client_capabilities: Option<ClientCapabilities> [message, optional] 3;
    }

    UpgradeRequest {
        type_name: String [string] 1;
        version: i64 [int64] 2;
        raw_state: Option<RawState> [message, optional] 3;
    }

    /// The state of a resource after an upgrade, or of a data source.
    StateResponse {
        state: Option<DynamicValue> [message, optional] 1;
        diagnostics: Vec<Diagnostic> [message, repeated] 2;
    }

    ReadRequest {
        type_name: String [string] 1;
        current_state: Option<DynamicValue> [message, optional] 2;
        private: Vec<u8> [bytes = "vec"] 3;
    }

    ReadResponse {
        new_state: Option<DynamicValue> [message, optional] 1;
        diagnostics: Vec<Diagnostic> [message, repeated] 2;
        private: Vec<u8> [bytes = "vec"] 3;
    }

    PlanRequest {
        type_name: String [string] 1;
        prior_state: Option<DynamicValue> [message, optional] 2;
        proposed_new_state: Option<DynamicValue> [message, optional] 3;
        config: Option<DynamicValue> [message, optional] 4;
        prior_private: Vec<u8> [bytes = "vec"] 5;
        client_capabilities: Option<ClientCapabilities> [message, optional] 7;
    }

    PlanResponse {
        planned_state: Option<DynamicValue> [message, optional] 1;
        requires_replace: Vec<AttributePath> [message, repeated] 2;
        planned_private: Vec<u8> [bytes = "vec"] 3;
        diagnostics: Vec<Diagnostic> [message, repeated] 4;
    }

    ApplyRequest {
        type_name: String [string] 1;
        prior_state: Option<DynamicValue> [message, optional] 2;
        planned_state: Option<DynamicValue> [message, optional] 3;
        config: Option<DynamicValue> [message, optional] 4;
        planned_private: Vec<u8> [bytes = "vec"] 5;
    }

    ApplyResponse {
        new_state: Option<DynamicValue> [message, optional] 1;
        private: Vec<u8> [bytes = "vec"] 2;
        diagnostics: Vec<Diagnostic> [message, repeated] 3;
    }

    ImportRequest {
        type_name: String [string] 1;
        id: String [string] 2;
    }

    ImportResponse {
        imported_resources: Vec<ImportedResource> [message, repeated] 1;
        diagnostics: Vec<Diagnostic> [message, repeated] 2;
    }

    ImportedResource {
        type_name: String [string] 1;
        state: Option<DynamicValue> [message, optional] 2;
        private: Vec<u8> [bytes = "vec"] 3;
    }

    MoveRequest {
        source_provider_address: String [string] 1;
        source_type_name: String [string] 2;
        source_schema_version: i64 [int64] 3;
        source_state: Option<RawState> [message, optional] 4;
        target_type_name: String [string] 5;
        source_private: Vec<u8> [bytes = "vec"] 6;
    }

    MoveResponse {
        target_state: Option<DynamicValue> [message, optional] 1;
        diagnostics: Vec<Diagnostic> [message, repeated] 2;
        target_private: Vec<u8> [bytes = "vec"] 3;
    }

    OpenResponse {
        diagnostics: Vec<Diagnostic> [message, repeated] 1;
        renew_at: Option<Timestamp> [message, optional] 2;
        result: Option<DynamicValue> [message, optional] 3;
        private: Option<Vec<u8>> [bytes = "vec", optional] 4;
    }

    /// What is renewed or closed.
    OpenedRequest {
        type_name: String [string] 1;
        private: Option<Vec<u8>> [bytes = "vec", optional] 2;
    }

    RenewResponse {
        diagnostics: Vec<Diagnostic> [message, repeated] 1;
        renew_at: Option<Timestamp> [message, optional] 2;
        private: Option<Vec<u8>> [bytes = "vec", optional] 3;
    }

    CallRequest {
        name: String [string] 1;
        arguments: Vec<DynamicValue> [message, repeated] 2;
    }

    CallResponse {
        result: Option<DynamicValue> [message, optional] 1;
        error: Option<FunctionError> [message, optional] 2;
    }

    StopResponse {
        error: String [string] 1;
    }

    HealthResponse {
        status: i32 [int32] 1;
    }
}
