//! Requests and responses.

use super::{
    AttributePath, ClientCapabilities, Deferred, Diagnostic, Diagnostics, DynamicValue, FunctionError,
    IdentityData, RawState, Timestamp,
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

    /// The configuration of a resource, an ephemeral resource, or a data source to validate.
    ConfigRequest {
        type_name: String [string] 1;
        config: Option<DynamicValue> [message, optional] 2;
        client_capabilities: Option<ClientCapabilities> [message, optional] 3;
    }

    ReadDataRequest {
        type_name: String [string] 1;
        config: Option<DynamicValue> [message, optional] 2;
        provider_meta: Option<DynamicValue> [message, optional] 3;
        client_capabilities: Option<ClientCapabilities> [message, optional] 4;
    }

    UpgradeRequest {
        type_name: String [string] 1;
        version: i64 [int64] 2;
        raw_state: Option<RawState> [message, optional] 3;
    }

    /// The state of a resource after an upgrade, or of a data source, which alone may be deferred.
    StateResponse {
        state: Option<DynamicValue> [message, optional] 1;
        diagnostics: Vec<Diagnostic> [message, repeated] 2;
        deferred: Option<Deferred> [message, optional] 3;
    }

    UpgradeIdentityRequest {
        type_name: String [string] 1;
        version: i64 [int64] 2;
        raw_identity: Option<RawState> [message, optional] 3;
    }

    UpgradeIdentityResponse {
        upgraded_identity: Option<IdentityData> [message, optional] 1;
        diagnostics: Vec<Diagnostic> [message, repeated] 2;
    }

    ReadRequest {
        type_name: String [string] 1;
        current_state: Option<DynamicValue> [message, optional] 2;
        private: Vec<u8> [bytes = "vec"] 3;
        provider_meta: Option<DynamicValue> [message, optional] 4;
        client_capabilities: Option<ClientCapabilities> [message, optional] 5;
        current_identity: Option<IdentityData> [message, optional] 6;
    }

    ReadResponse {
        new_state: Option<DynamicValue> [message, optional] 1;
        diagnostics: Vec<Diagnostic> [message, repeated] 2;
        private: Vec<u8> [bytes = "vec"] 3;
        deferred: Option<Deferred> [message, optional] 4;
        new_identity: Option<IdentityData> [message, optional] 5;
    }

    PlanRequest {
        type_name: String [string] 1;
        prior_state: Option<DynamicValue> [message, optional] 2;
        proposed_new_state: Option<DynamicValue> [message, optional] 3;
        config: Option<DynamicValue> [message, optional] 4;
        prior_private: Vec<u8> [bytes = "vec"] 5;
        provider_meta: Option<DynamicValue> [message, optional] 6;
        client_capabilities: Option<ClientCapabilities> [message, optional] 7;
        prior_identity: Option<IdentityData> [message, optional] 8;
        planned_private: Vec<u8> [bytes = "vec"] 9;
    }

    PlanResponse {
        planned_state: Option<DynamicValue> [message, optional] 1;
        requires_replace: Vec<AttributePath> [message, repeated] 2;
        planned_private: Vec<u8> [bytes = "vec"] 3;
        diagnostics: Vec<Diagnostic> [message, repeated] 4;
        deferred: Option<Deferred> [message, optional] 6;
        planned_identity: Option<IdentityData> [message, optional] 7;
    }

    ApplyRequest {
        type_name: String [string] 1;
        prior_state: Option<DynamicValue> [message, optional] 2;
        planned_state: Option<DynamicValue> [message, optional] 3;
        config: Option<DynamicValue> [message, optional] 4;
        planned_private: Vec<u8> [bytes = "vec"] 5;
        provider_meta: Option<DynamicValue> [message, optional] 6;
        planned_identity: Option<IdentityData> [message, optional] 7;
    }

    ApplyResponse {
        new_state: Option<DynamicValue> [message, optional] 1;
        private: Vec<u8> [bytes = "vec"] 2;
        diagnostics: Vec<Diagnostic> [message, repeated] 3;
        new_identity: Option<IdentityData> [message, optional] 5;
    }

    ImportRequest {
        type_name: String [string] 1;
        id: String [string] 2;
        client_capabilities: Option<ClientCapabilities> [message, optional] 3;
        identity: Option<IdentityData> [message, optional] 4;
    }

    ImportResponse {
        imported_resources: Vec<ImportedResource> [message, repeated] 1;
        diagnostics: Vec<Diagnostic> [message, repeated] 2;
        deferred: Option<Deferred> [message, optional] 3;
    }

    ImportedResource {
        type_name: String [string] 1;
        state: Option<DynamicValue> [message, optional] 2;
        private: Vec<u8> [bytes = "vec"] 3;
        identity: Option<IdentityData> [message, optional] 4;
    }

    MoveRequest {
        source_provider_address: String [string] 1;
        source_type_name: String [string] 2;
        source_schema_version: i64 [int64] 3;
        source_state: Option<RawState> [message, optional] 4;
        target_type_name: String [string] 5;
        source_private: Vec<u8> [bytes = "vec"] 6;
        source_identity: Option<RawState> [message, optional] 7;
        source_identity_schema_version: i64 [int64] 8;
    }

    MoveResponse {
        target_state: Option<DynamicValue> [message, optional] 1;
        diagnostics: Vec<Diagnostic> [message, repeated] 2;
        target_private: Vec<u8> [bytes = "vec"] 3;
        target_identity: Option<IdentityData> [message, optional] 4;
    }

    OpenResponse {
        diagnostics: Vec<Diagnostic> [message, repeated] 1;
        renew_at: Option<Timestamp> [message, optional] 2;
        result: Option<DynamicValue> [message, optional] 3;
        private: Option<Vec<u8>> [bytes = "vec", optional] 4;
        deferred: Option<Deferred> [message, optional] 5;
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

    /// The state of an object for which a configuration is generated.
    GenerateRequest {
        type_name: String [string] 1;
        state: Option<DynamicValue> [message, optional] 2;
    }

    GenerateResponse {
        config: Option<DynamicValue> [message, optional] 1;
        diagnostics: Vec<Diagnostic> [message, repeated] 2;
    }

    ListRequest {
        type_name: String [string] 1;
        config: Option<DynamicValue> [message, optional] 2;
        include_resource_object: bool [bool] 3;
        limit: i64 [int64] 4;
    }

    /// An object that was found, or what went wrong.
    ListEvent {
        identity: Option<IdentityData> [message, optional] 1;
        display_name: String [string] 2;
        resource_object: Option<DynamicValue> [message, optional] 3;
        diagnostics: Vec<Diagnostic> [message, repeated] 4;
    }

    /// The configuration of an action that is planned or invoked.
    ActionRequest {
        action_type: String [string] 1;
        config: Option<DynamicValue> [message, optional] 2;
        client_capabilities: Option<ClientCapabilities> [message, optional] 3;
    }

    PlanActionResponse {
        diagnostics: Vec<Diagnostic> [message, repeated] 1;
        deferred: Option<Deferred> [message, optional] 2;
    }

    ProgressMessage {
        message: String [string] 1;
    }

    StopResponse {
        error: String [string] 1;
    }

    HealthResponse {
        status: i32 [int32] 1;
    }
}

/// What an action does.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct ActionEvent {
    #[prost(oneof = "ActionStep", tags = "1, 2")]
    pub(crate) step: Option<ActionStep>,
}

#[derive(Clone, PartialEq, prost::Oneof)]
pub(crate) enum ActionStep {
    #[prost(message, tag = "1")]
    Progress(ProgressMessage),
    #[prost(message, tag = "2")]
    Completed(Diagnostics),
}
