//! The backends that store state, and their arguments in `terraform_remote_state`.

mod amazon;

use hcl2_value::Type;

use super::Versions;

/// A backend, an argument of one that is an object, or a part of encryption, which is described alike.
pub(crate) struct Backend {
    pub(crate) name: &'static str,
    /// The required arguments, which are strings unless they are listed with another type.
    pub(crate) required: &'static [&'static str],
    /// The optional arguments by type: strings, booleans, numbers, and those of other types.
    pub(crate) strings: &'static [&'static str],
    pub(crate) booleans: &'static [&'static str],
    pub(crate) numbers: &'static [&'static str],
    pub(crate) others: &'static [(&'static str, Nested)],
    /// What else the arguments must satisfy.
    pub(crate) rules: &'static [(&'static str, Rule)],
    /// Arguments of which at most one may be set, some of them in objects, and whether one must be.
    pub(crate) exclusive: &'static [(&'static [&'static str], bool)],
    /// The versions that have it.
    pub(crate) versions: Versions,
    /// The versions of arguments that not all of these versions have.
    pub(crate) changed: &'static [(Versions, &'static [&'static str])],
    /// The versions that require an argument.
    pub(crate) required_in: &'static [(&'static str, Versions)],
}

impl Backend {
    /// Returns the versions that have an argument.
    pub(crate) fn versions_of(&self, argument: &str) -> Versions {
        let mut changed = self.changed.iter();
        let found = changed.find(|(_, names)| names.contains(&argument));
        found.map_or(Versions::ALL, |(versions, _)| *versions)
    }

    /// Returns the names of all arguments.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        let named = [self.required, self.strings, self.booleans, self.numbers];
        let others = self.others.iter().map(|(name, _)| *name);
        named.into_iter().flatten().copied().chain(others)
    }

    /// Returns whether there is an argument of a name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.names().any(|own| own == name)
    }

    /// Returns the type of an argument; `None` if it has any type, or does not exist.
    pub(crate) fn type_of(&self, name: &str) -> Option<Type> {
        let other = self.others.iter().find(|(own, _)| *own == name);
        match other {
            Some((_, List)) => Some(Type::list(Type::STRING)),
            Some((_, Nested::Set)) => Some(Type::set(Type::STRING)),
            Some((_, Map)) => Some(Type::map(Type::STRING)),
            Some(_) => None,
            None if self.booleans.contains(&name) => Some(Type::BOOL),
            None if self.numbers.contains(&name) => Some(Type::NUMBER),
            None => self.has(name).then_some(Type::STRING),
        }
    }
}

/// The type of an argument of a backend that is not a single string, boolean or number.
pub(crate) enum Nested {
    /// Any type.
    Any,
    /// Strings in a list, set or map.
    List,
    Set,
    Map,
    /// An object, possibly with other attributes.
    Object(&'static Backend),
    /// A nested block, or a list of at most one.
    Block(&'static Backend),
    Listed(&'static Backend),
}

/// A rule for the value of an argument.
#[derive(Clone, Copy)]
pub(crate) enum Rule {
    /// The string has more than spaces.
    NotEmpty,
    /// The string has no slash at either end.
    NoSlashes,
    /// The string does not have two slashes in a row.
    NoEmptyParts,
    /// The string starts with neither `/` nor `./`.
    Relative,
    /// The string is one of these.
    OneOf(&'static [&'static str]),
    /// The length of the string in bytes is at least the first and at most the second number.
    Length(usize, usize),
    /// The string consists of ASCII letters, digits, underscores and these characters.
    Characters(&'static str),
    /// The string is a duration in Go's notation, from 15 minutes to 12 hours.
    Duration,
    /// The string is a JSON object.
    JsonObject,
    /// The string is a URL with a scheme and a host.
    Url,
    /// The string is the name of a resource of Amazon: six parts between colons, of which the first is `arn` and the last
    /// starts with this prefix.
    ResourceName(&'static str),
    /// Each string of the set is such a name.
    ResourceNames(&'static str),
    /// The string is the ID or the alias of a key of Amazon, or the name of such a resource.
    Key,
    /// The number is at least the first and at most the second.
    Between(u32, u32),
}

use Nested::{Any, Block, List, Listed, Map};

pub(super) const NONE: Backend = Backend {
    name: "",
    required: &[],
    strings: &[],
    booleans: &[],
    numbers: &[],
    others: &[],
    rules: &[],
    exclusive: &[],
    versions: Versions::ALL,
    changed: &[],
    required_in: &[],
};

const fn of(terraform: Option<u16>, opentofu: Option<u16>) -> Versions {
    Versions::since_minors(terraform, opentofu)
}

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
                exclusive: &[(&["name", "prefix"], true)],
                ..NONE
            }),
        )],
        rules: &[("organization", Rule::NotEmpty)],
        ..NONE
    },
    Backend {
        name: "cloud",
        versions: of(Some(1), Some(0)),
        strings: &["hostname", "organization", "token"],
        others: &[(
            "workspaces",
            Block(&Backend {
                strings: &["name", "project"],
                others: &[("tags", Any)],
                exclusive: &[(&["name", "tags"], false)],
                changed: &[(of(Some(6), Some(0)), &["project"])],
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
            "ado_service_connection_id",
            "client_certificate",
            "client_certificate_password",
            "client_certificate_path",
            "client_id",
            "client_id_file_path",
            "client_secret",
            "client_secret_file_path",
            "customer_provided_key",
            "encryption_scope",
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
            "use_microsoft_graph",
            "use_msi",
            "use_oidc",
        ],
        numbers: &["timeout_seconds"],
        exclusive: &[(&["customer_provided_key", "encryption_scope"], false)],
        changed: &[
            (Versions::before(3).since_terraform(1), &["use_microsoft_graph"]),
            (
                of(Some(2), Some(0)),
                &["oidc_request_token", "oidc_request_url", "use_oidc"],
            ),
            (of(Some(3), Some(0)), &["oidc_token", "oidc_token_file_path"]),
            (of(None, Some(9)), &["timeout_seconds"]),
            (
                of(Some(11), Some(11)),
                &[
                    "client_certificate",
                    "client_id_file_path",
                    "client_secret_file_path",
                    "use_aks_workload_identity",
                    "use_cli",
                ],
            ),
            (
                of(Some(11), None),
                &["ado_pipeline_service_connection_id", "lookup_blob_endpoint"],
            ),
            (
                of(None, Some(12)),
                &[
                    "ado_service_connection_id",
                    "customer_provided_key",
                    "encryption_scope",
                ],
            ),
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
            Listed(&Backend {
                required: &["role_arn", "session_name"],
                strings: &["external_id", "policy"],
                numbers: &["session_duration"],
                rules: &[("session_duration", Rule::Between(0, 43_200))],
                changed: &[(of(Some(10), None), &["external_id"])],
                ..NONE
            }),
        )],
        rules: &[
            ("prefix", Rule::Relative),
            ("key", Rule::NoSlashes),
            ("acl", Rule::OneOf(&["private", "public-read"])),
        ],
        changed: &[
            (of(Some(3), Some(0)), &["accelerate"]),
            (of(Some(4), Some(0)), &["assume_role", "security_token"]),
            (of(Some(6), None), &["domain", "endpoint"]),
            (
                of(Some(10), None),
                &["cam_role_name", "profile", "shared_credentials_dir"],
            ),
        ],
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
            "universe_domain",
        ],
        others: &[("impersonate_service_account_delegates", List)],
        changed: &[
            (
                of(Some(4), Some(0)),
                &["kms_encryption_key", "storage_custom_endpoint"],
            ),
            (of(None, Some(11)), &["universe_domain"]),
        ],
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
        others: &[("headers", Map)],
        changed: &[
            (
                of(Some(4), Some(0)),
                &[
                    "client_ca_certificate_pem",
                    "client_certificate_pem",
                    "client_private_key_pem",
                ],
            ),
            (of(None, Some(7)), &["headers"]),
        ],
        required_in: &[("address", Versions::ALL.until_terraform(9))],
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
        changed: &[
            (of(Some(1), Some(0)), &["config_paths"]),
            (of(Some(6), None), &["proxy_url"]),
        ],
        ..NONE
    },
    Backend {
        name: "oci",
        versions: of(Some(12), None),
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
            Listed(&Backend {
                strings: &["policy", "role_arn", "session_name"],
                numbers: &["session_expiration"],
                rules: &[("session_expiration", OF_OSS_SESSIONS)],
                ..NONE
            }),
        )],
        rules: &[
            ("prefix", Rule::Relative),
            ("key", Rule::NoSlashes),
            (
                "acl",
                Rule::OneOf(&["", "private", "public-read", "public-read-write"]),
            ),
            ("assume_role_session_expiration", OF_OSS_SESSIONS),
        ],
        changed: &[
            (
                of(Some(1), Some(0)),
                &[
                    "assume_role_policy",
                    "assume_role_role_arn",
                    "assume_role_session_expiration",
                    "assume_role_session_name",
                ],
            ),
            (of(Some(12), None), &["tablestore_instance_name"]),
        ],
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
        changed: &[(of(None, Some(10)), &["index_name", "table_name"])],
        ..NONE
    },
    amazon::S3,
];

/// The duration of sessions in Alibaba's store, in seconds.
const OF_OSS_SESSIONS: Rule = Rule::Between(900, 3_600);

/// The backends that no version has any more, whose arguments are not known here.
pub(crate) const REMOVED_BACKENDS: [&str; 6] = ["artifactory", "azure", "etcd", "etcdv3", "manta", "swift"];

/// The versions that have the removed backends.
pub(crate) const HAVE_REMOVED_BACKENDS: Versions = Versions::before(3);

/// The versions that check the type of the backend with the module; others do when they initialize its directory.
pub(crate) const BACKENDS_ARE_CHECKED: Versions = Versions::since_minors(Some(15), None);
