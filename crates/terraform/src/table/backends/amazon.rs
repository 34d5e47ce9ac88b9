//! Amazon's store.

use super::Nested::{Map, Object, Set};
use super::{Backend, NONE, Rule, of};
use crate::table::Versions;

pub(super) const S3: Backend = Backend {
    name: "s3",
    required: &["bucket", "key"],
    strings: &[
        "access_key",
        "acl",
        "assume_role_policy",
        "custom_ca_bundle",
        "dynamodb_endpoint",
        "dynamodb_table",
        "ec2_metadata_service_endpoint",
        "ec2_metadata_service_endpoint_mode",
        "endpoint",
        "external_id",
        "http_proxy",
        "https_proxy",
        "iam_endpoint",
        "kms_key_id",
        "no_proxy",
        "profile",
        "region",
        "retry_mode",
        "role_arn",
        "secret_key",
        "session_name",
        "shared_credentials_file",
        "sse_customer_key",
        "sts_endpoint",
        "sts_region",
        "token",
        "workspace_key_prefix",
    ],
    booleans: &[
        "encrypt",
        "force_path_style",
        "insecure",
        "skip_credentials_validation",
        "skip_metadata_api_check",
        "skip_region_validation",
        "skip_requesting_account_id",
        "skip_s3_checksum",
        "use_dualstack_endpoint",
        "use_fips_endpoint",
        "use_legacy_workflow",
        "use_lockfile",
        "use_path_style",
    ],
    numbers: &["assume_role_duration_seconds", "max_retries"],
    others: &[
        ("allowed_account_ids", Set),
        ("assume_role", Object(&ASSUMED_ROLE)),
        ("assume_role_policy_arns", Set),
        ("assume_role_tags", Map),
        ("assume_role_transitive_tag_keys", Set),
        ("assume_role_with_web_identity", Object(&WEB_IDENTITY)),
        (
            "endpoints",
            Object(&Backend {
                strings: &["dynamodb", "iam", "s3", "sso", "sts"],
                rules: &[("sso", Rule::Url)],
                ..NONE
            }),
        ),
        ("forbidden_account_ids", Set),
        ("lock_tags", Map),
        ("shared_config_files", Set),
        ("shared_credentials_files", Set),
        ("state_tags", Map),
    ],
    rules: &[
        ("bucket", Rule::NotEmpty),
        ("key", Rule::NotEmpty),
        ("key", Rule::NoSlashes),
        ("key", Rule::NoEmptyParts),
        ("workspace_key_prefix", Rule::NoSlashes),
        ("kms_key_id", Rule::Key),
        ("ec2_metadata_service_endpoint", Rule::Url),
        ("retry_mode", Rule::OneOf(&["standard", "adaptive"])),
        (
            "ec2_metadata_service_endpoint_mode",
            Rule::OneOf(&["IPv4", "IPv6"]),
        ),
    ],
    exclusive: &[
        (&["kms_key_id", "sse_customer_key"], false),
        (&["shared_credentials_file", "shared_credentials_files"], false),
        (&["force_path_style", "use_path_style"], false),
        (&["allowed_account_ids", "forbidden_account_ids"], false),
        (&["dynamodb_endpoint", "endpoints.dynamodb"], false),
        (&["iam_endpoint", "endpoints.iam"], false),
        (&["endpoint", "endpoints.s3"], false),
        (&["sts_endpoint", "endpoints.sts"], false),
    ],
    changed: &[
        (
            of(Some(6), Some(0)),
            &[
                "allowed_account_ids",
                "assume_role",
                "assume_role_with_web_identity",
                "custom_ca_bundle",
                "ec2_metadata_service_endpoint",
                "ec2_metadata_service_endpoint_mode",
                "endpoints",
                "forbidden_account_ids",
                "http_proxy",
                "https_proxy",
                "insecure",
                "no_proxy",
                "retry_mode",
                "shared_config_files",
                "shared_credentials_files",
                "skip_requesting_account_id",
                "skip_s3_checksum",
                "sts_region",
                "use_dualstack_endpoint",
                "use_fips_endpoint",
                "use_path_style",
            ],
        ),
        (
            Versions::ALL
                .since_terraform(6)
                .until_terraform(8)
                .until_opentofu(8),
            &["use_legacy_workflow"],
        ),
        (
            Versions::ALL.until_terraform(10),
            &[
                "assume_role_duration_seconds",
                "assume_role_policy",
                "assume_role_policy_arns",
                "assume_role_tags",
                "assume_role_transitive_tag_keys",
                "external_id",
                "role_arn",
                "session_name",
            ],
        ),
        (of(Some(10), Some(10)), &["use_lockfile"]),
        (of(None, Some(11)), &["lock_tags", "state_tags"]),
    ],
    ..NONE
};

/// A role of Amazon that a backend assumes.
const ASSUMED_ROLE: Backend = Backend {
    required: &["role_arn"],
    strings: &[
        "duration",
        "external_id",
        "policy",
        "session_name",
        "source_identity",
    ],
    others: &[("policy_arns", Set), ("tags", Map), ("transitive_tag_keys", Set)],
    rules: &[
        ("role_arn", Rule::ResourceName("role/")),
        ("duration", Rule::Duration),
        ("external_id", Rule::Length(2, 1_224)),
        ("external_id", Rule::Characters("+=,.@:/-")),
        ("policy", Rule::JsonObject),
        ("policy_arns", Rule::ResourceNames("policy/")),
        ("session_name", Rule::Length(2, 64)),
        ("session_name", Rule::Characters("+=,.@-")),
        ("source_identity", Rule::Length(2, 64)),
        ("source_identity", Rule::Characters("+=,.@-")),
    ],
    ..NONE
};

/// A role that a backend assumes by a token.
const WEB_IDENTITY: Backend = Backend {
    required: &["role_arn"],
    strings: &[
        "duration",
        "policy",
        "session_name",
        "web_identity_token",
        "web_identity_token_file",
    ],
    others: &[("policy_arns", Set)],
    rules: &[
        ("role_arn", Rule::ResourceName("role/")),
        ("duration", Rule::Duration),
        ("policy", Rule::JsonObject),
        ("policy_arns", Rule::ResourceNames("policy/")),
        ("session_name", Rule::Length(2, 64)),
        ("session_name", Rule::Characters("+=,.@-")),
        ("web_identity_token", Rule::Length(4, 20_000)),
        ("web_identity_token_file", Rule::Length(4, 20_000)),
    ],
    exclusive: &[(&["web_identity_token", "web_identity_token_file"], true)],
    ..NONE
};
