//! The backends that store state, and their arguments in `terraform_remote_state`.

use super::Versions;

/// A backend, or an argument of one that is an object.
pub(crate) struct Backend {
    pub(crate) name: &'static str,
    /// The required arguments, which are strings.
    pub(crate) required: &'static [&'static str],
    /// The optional arguments by type: strings, booleans, numbers, and those of other types.
    pub(crate) strings: &'static [&'static str],
    pub(crate) booleans: &'static [&'static str],
    pub(crate) numbers: &'static [&'static str],
    pub(crate) others: &'static [(&'static str, Nested)],
    /// What else the arguments must satisfy.
    pub(crate) rules: &'static [(&'static str, Rule)],
    /// Arguments of which at most one may be set, and whether one must be.
    pub(crate) exclusive: Option<(&'static [&'static str], bool)>,
}

/// The type of an argument of a backend that is not a single string, boolean or number.
pub(crate) enum Nested {
    /// Any type.
    Any,
    /// Strings in a list, set or map.
    List,
    Set,
    Map,
    /// A map of strings in OpenTofu alone.
    MapOfOpenTofu,
    /// An object, possibly with other attributes.
    Object(&'static Backend),
    /// A nested block, or several of them.
    Block(&'static Backend),
    Blocks(&'static Backend),
}

/// A rule for the value of a string.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    NotEmpty,
    /// It is not empty, and has no slash at either end.
    NoSlashes,
    /// It is the name of a resource of Amazon: six parts between colons, of which the first is `arn`.
    ResourceName,
}

use Nested::{Any, Block, Blocks, List, Map, MapOfOpenTofu, Object, Set};

const NONE: Backend = Backend {
    name: "",
    required: &[],
    strings: &[],
    booleans: &[],
    numbers: &[],
    others: &[],
    rules: &[],
    exclusive: None,
};

/// The backends of all products.
pub(crate) static BACKENDS: &[Backend] = &[
    Backend {
        name: "local",
        strings: &["path", "workspace_dir"],
        rules: &[("path", Rule::NotEmpty)],
        ..NONE
    },
    Backend {
        name: "remote",
        required: &["organization"],
        strings: &["hostname", "token"],
        others: &[(
            "workspaces",
            Block(&Backend {
                strings: &["name", "prefix"],
                exclusive: Some((&["name", "prefix"], true)),
                ..NONE
            }),
        )],
        rules: &[("organization", Rule::NotEmpty)],
        ..NONE
    },
    Backend {
        name: "cloud",
        strings: &["hostname", "organization", "token"],
        others: &[(
            "workspaces",
            Block(&Backend {
                strings: &["name", "project"],
                others: &[("tags", Any)],
                exclusive: Some((&["name", "tags"], false)),
                ..NONE
            }),
        )],
        ..NONE
    },
    Backend {
        name: "azurerm",
        required: &["container_name", "key", "storage_account_name"],
        strings: &[
            "access_key",
            "ado_pipeline_service_connection_id",
            "client_certificate",
            "client_certificate_password",
            "client_certificate_path",
            "client_id",
            "client_id_file_path",
            "client_secret",
            "client_secret_file_path",
            "endpoint",
            "environment",
            "metadata_host",
            "msi_endpoint",
            "oidc_request_token",
            "oidc_request_url",
            "oidc_token",
            "oidc_token_file_path",
            "resource_group_name",
            "sas_token",
            "subscription_id",
            "tenant_id",
        ],
        booleans: &[
            "lookup_blob_endpoint",
            "snapshot",
            "use_aks_workload_identity",
            "use_azuread_auth",
            "use_cli",
            "use_msi",
            "use_oidc",
        ],
        ..NONE
    },
    Backend {
        name: "consul",
        required: &["path"],
        strings: &[
            "access_token",
            "address",
            "ca_file",
            "cert_file",
            "datacenter",
            "http_auth",
            "key_file",
            "scheme",
        ],
        booleans: &["gzip", "lock"],
        ..NONE
    },
    Backend {
        name: "cos",
        required: &["bucket", "region"],
        strings: &[
            "acl",
            "cam_role_name",
            "domain",
            "endpoint",
            "key",
            "prefix",
            "profile",
            "secret_id",
            "secret_key",
            "security_token",
            "shared_credentials_dir",
        ],
        booleans: &["accelerate", "encrypt"],
        others: &[(
            "assume_role",
            Blocks(&Backend {
                required: &["role_arn", "session_name"],
                strings: &["policy"],
                numbers: &["session_duration"],
                ..NONE
            }),
        )],
        ..NONE
    },
    Backend {
        name: "gcs",
        required: &["bucket"],
        strings: &[
            "access_token",
            "credentials",
            "encryption_key",
            "impersonate_service_account",
            "kms_encryption_key",
            "prefix",
            "storage_custom_endpoint",
        ],
        others: &[("impersonate_service_account_delegates", List)],
        ..NONE
    },
    Backend {
        name: "http",
        strings: &[
            "address",
            "client_ca_certificate_pem",
            "client_certificate_pem",
            "client_private_key_pem",
            "lock_address",
            "lock_method",
            "password",
            "unlock_address",
            "unlock_method",
            "update_method",
            "username",
        ],
        booleans: &["skip_cert_verification"],
        numbers: &["retry_max", "retry_wait_max", "retry_wait_min"],
        others: &[("headers", MapOfOpenTofu)],
        ..NONE
    },
    Backend {
        name: "inmem",
        strings: &["lock_id"],
        ..NONE
    },
    Backend {
        name: "kubernetes",
        required: &["secret_suffix"],
        strings: &[
            "client_certificate",
            "client_key",
            "cluster_ca_certificate",
            "config_context",
            "config_context_auth_info",
            "config_context_cluster",
            "config_path",
            "host",
            "namespace",
            "password",
            "proxy_url",
            "token",
            "username",
        ],
        booleans: &["in_cluster_config", "insecure", "load_config_file"],
        others: &[
            ("config_paths", List),
            (
                "exec",
                Block(&Backend {
                    required: &["api_version", "command"],
                    others: &[("args", List), ("env", Map)],
                    ..NONE
                }),
            ),
            ("labels", Map),
        ],
        ..NONE
    },
    Backend {
        name: "oci",
        required: &["bucket", "namespace"],
        strings: &[
            "auth",
            "config_file_profile",
            "fingerprint",
            "key",
            "kms_key_id",
            "private_key",
            "private_key_password",
            "private_key_path",
            "region",
            "sse_customer_algorithm",
            "sse_customer_key",
            "sse_customer_key_sha256",
            "tenancy_ocid",
            "user_ocid",
            "workspace_key_prefix",
        ],
        ..NONE
    },
    Backend {
        name: "oss",
        required: &["bucket"],
        strings: &[
            "access_key",
            "acl",
            "assume_role_policy",
            "assume_role_role_arn",
            "assume_role_session_name",
            "ecs_role_name",
            "endpoint",
            "key",
            "prefix",
            "profile",
            "region",
            "secret_key",
            "security_token",
            "shared_credentials_file",
            "sts_endpoint",
            "tablestore_endpoint",
            "tablestore_instance_name",
            "tablestore_table",
        ],
        booleans: &["encrypt"],
        numbers: &["assume_role_session_expiration"],
        others: &[(
            "assume_role",
            Blocks(&Backend {
                required: &["role_arn"],
                strings: &["policy", "session_name"],
                numbers: &["session_expiration"],
                ..NONE
            }),
        )],
        ..NONE
    },
    Backend {
        name: "pg",
        strings: &["conn_str", "schema_name", "table_name", "index_name"],
        booleans: &[
            "skip_index_creation",
            "skip_schema_creation",
            "skip_table_creation",
        ],
        ..NONE
    },
    Backend {
        name: "s3",
        required: &["bucket", "key"],
        strings: &[
            "access_key",
            "acl",
            "custom_ca_bundle",
            "dynamodb_endpoint",
            "dynamodb_table",
            "ec2_metadata_service_endpoint",
            "ec2_metadata_service_endpoint_mode",
            "endpoint",
            "http_proxy",
            "https_proxy",
            "iam_endpoint",
            "kms_key_id",
            "no_proxy",
            "profile",
            "region",
            "retry_mode",
            "secret_key",
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
            "use_lockfile",
            "use_path_style",
        ],
        numbers: &["max_retries"],
        others: &[
            ("allowed_account_ids", Set),
            (
                "assume_role",
                Object(&Backend {
                    required: &["role_arn"],
                    strings: &[
                        "duration",
                        "external_id",
                        "policy",
                        "session_name",
                        "source_identity",
                    ],
                    others: &[("policy_arns", Set), ("tags", Map), ("transitive_tag_keys", Set)],
                    rules: &[("role_arn", Rule::ResourceName)],
                    ..NONE
                }),
            ),
            (
                "assume_role_with_web_identity",
                Object(&Backend {
                    required: &["role_arn"],
                    strings: &[
                        "duration",
                        "policy",
                        "session_name",
                        "web_identity_token",
                        "web_identity_token_file",
                    ],
                    others: &[("policy_arns", Set)],
                    rules: &[("role_arn", Rule::ResourceName)],
                    ..NONE
                }),
            ),
            (
                "endpoints",
                Object(&Backend {
                    strings: &["dynamodb", "iam", "s3", "sso", "sts"],
                    ..NONE
                }),
            ),
            ("forbidden_account_ids", Set),
            ("shared_config_files", Set),
            ("shared_credentials_files", Set),
        ],
        rules: &[
            ("bucket", Rule::NotEmpty),
            ("key", Rule::NoSlashes),
            ("workspace_key_prefix", Rule::NoSlashes),
        ],
        exclusive: Some((&["allowed_account_ids", "forbidden_account_ids"], false)),
    },
];

/// The backends that Terraform had until a minor version, and OpenTofu never.
pub(crate) const REMOVED_BACKENDS: &[(&str, u16)] = &[
    ("artifactory", 3),
    ("azure", 3),
    ("etcd", 3),
    ("etcdv3", 3),
    ("manta", 3),
    ("swift", 3),
];

/// The versions that check the type of the backend with the module; others do when they initialize its directory.
pub(crate) const BACKENDS_ARE_CHECKED: Versions = Versions {
    terraform: Some(15),
    opentofu: None,
};
