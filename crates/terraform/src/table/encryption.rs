//! The key providers and methods of encryption in OpenTofu.

use super::Versions;
use super::backends::Nested::{Any, Block, List, Map};
use super::backends::{Backend, NONE};

const fn since(minor: u16) -> Versions {
    Versions::since_minors(None, Some(minor))
}

/// The arguments of Azure's vault that are about how to authenticate are those of its store of state.
pub(crate) static KEY_PROVIDERS: &[Backend] = &[
    Backend {
        name: "pbkdf2",
        strings: &["hash_function", "passphrase"],
        numbers: &["iterations", "key_length", "salt_length"],
        others: &[("chain", Any)],
        changed: &[(since(10), &["chain"])],
        ..NONE
    },
    Backend {
        name: "aws_kms",
        required: &["key_spec", "kms_key_id"],
        strings: &[
            "access_key",
            "custom_ca_bundle",
            "ec2_metadata_service_endpoint",
            "ec2_metadata_service_endpoint_mode",
            "http_proxy",
            "https_proxy",
            "no_proxy",
            "profile",
            "region",
            "retry_mode",
            "secret_key",
            "sts_region",
            "token",
        ],
        booleans: &[
            "insecure",
            "skip_credentials_validation",
            "skip_metadata_api_check",
            "skip_requesting_account_id",
            "use_dualstack_endpoint",
            "use_fips_endpoint",
        ],
        numbers: &["max_retries"],
        others: &[
            ("allowed_account_ids", List),
            (
                "assume_role",
                Block(&Backend {
                    required: &["role_arn"],
                    strings: &["duration", "external_id", "policy", "session_name"],
                    others: &[
                        ("policy_arns", List),
                        ("tags", Map),
                        ("transitive_tag_keys", List),
                    ],
                    ..NONE
                }),
            ),
            (
                "assume_role_with_web_identity",
                Block(&Backend {
                    strings: &[
                        "duration",
                        "policy",
                        "role_arn",
                        "session_name",
                        "web_identity_token",
                        "web_identity_token_file",
                    ],
                    others: &[("policy_arns", List)],
                    ..NONE
                }),
            ),
            ("encryption_context", Map),
            (
                "endpoints",
                Block(&Backend {
                    strings: &["iam", "sts"],
                    ..NONE
                }),
            ),
            ("forbidden_account_ids", List),
            ("shared_config_files", List),
            ("shared_credentials_files", List),
        ],
        changed: &[(since(13), &["encryption_context"])],
        ..NONE
    },
    Backend {
        name: "gcp_kms",
        required: &["key_length", "kms_encryption_key"],
        strings: &[
            "access_token",
            "additional_authenticated_data",
            "credentials",
            "impersonate_service_account",
        ],
        numbers: &["key_length"],
        others: &[("impersonate_service_account_delegates", List)],
        changed: &[(since(13), &["additional_authenticated_data"])],
        ..NONE
    },
    Backend {
        name: "azure_vault",
        required: &["key_length", "vault_key_name", "vault_uri"],
        strings: &[
            "client_certificate",
            "client_certificate_password",
            "client_certificate_path",
            "client_id",
            "client_id_file_path",
            "client_secret",
            "client_secret_file_path",
            "environment",
            "metadata_host",
            "msi_endpoint",
            "oidc_request_token",
            "oidc_request_url",
            "oidc_token",
            "oidc_token_file_path",
            "subscription_id",
            "tenant_id",
        ],
        booleans: &[
            "symmetric",
            "use_aks_workload_identity",
            "use_cli",
            "use_msi",
            "use_oidc",
        ],
        numbers: &["key_length", "symmetric_key_size"],
        ..NONE
    },
    Backend {
        name: "openbao",
        required: &["key_name"],
        strings: &["address", "associated_data", "token", "transit_engine_path"],
        numbers: &["key_length"],
        changed: &[(since(13), &["associated_data"])],
        ..NONE
    },
    Backend {
        name: "external",
        required: &["command"],
        others: &[("command", List)],
        versions: since(10),
        ..NONE
    },
];

/// The methods.
pub(crate) static METHODS: &[Backend] = &[
    Backend {
        name: "aes_gcm",
        required: &["keys"],
        others: &[("aad", Any), ("keys", Any)],
        ..NONE
    },
    Backend {
        name: "external",
        required: &["decrypt_command", "encrypt_command"],
        others: &[
            ("decrypt_command", List),
            ("encrypt_command", List),
            ("keys", Any),
        ],
        versions: since(10),
        ..NONE
    },
    // It has no configuration, and heeds none.
    Backend {
        name: UNENCRYPTED,
        ..NONE
    },
];

/// The method that does not encrypt.
pub(crate) const UNENCRYPTED: &str = "unencrypted";

/// The argument that every key provider has.
pub(crate) const METADATA_ALIAS: &str = "encrypted_metadata_alias";
