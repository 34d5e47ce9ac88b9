//! Resources, data sources, provisioners and connections built into Terraform.

use super::Describes;
use super::words::names;

/// The origin of an argument's value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Set {
    /// The configuration; required.
    Required,
    /// The configuration; optional.
    Optional,
    /// The configuration; optional and never stored, so that it may be ephemeral.
    WriteOnly,
    /// The provider.
    Computed,
    /// The provider; sensitive.
    Secret,
}

use Set::{Computed, Optional, Required, Secret, WriteOnly};

/// The resource that holds data.
pub(crate) const DATA: &str = "terraform_data";
/// The block of `terraform_data` that keeps data across plan and apply.
pub const STORE: &str = "store";

/// An argument: its name, its type in the notation of schemas, and the origin of its value.
pub(crate) type Argument = (&'static str, &'static str, Set);

/// The types, in the notation of schemas.
const ANY: &str = "\"dynamic\"";
const BOOL: &str = "\"bool\"";
const NUMBER: &str = "\"number\"";
const STRING: &str = "\"string\"";
const STRINGS: &str = "[\"list\",\"string\"]";
const STRINGS_BY_NAME: &str = "[\"map\",\"string\"]";

/// A type of blocks that may occur once, with its arguments.
pub(crate) type Block = (&'static str, &'static [Argument]);

/// The resource types and data sources, with their arguments and blocks.
pub(crate) const OBJECTS: &[(Describes, &str, &[Argument], &[Block])] = &[
    (
        Describes::Resource,
        DATA,
        &[
            ("id", STRING, Computed),
            ("input", ANY, Optional),
            ("output", ANY, Computed),
            ("triggers_replace", ANY, Optional),
        ],
        &[(
            STORE,
            &[
                ("input", ANY, WriteOnly),
                ("output", ANY, Computed),
                ("replace", BOOL, Optional),
                ("sensitive", BOOL, Optional),
                ("sensitive_output", ANY, Secret),
                ("version", ANY, Optional),
            ],
        )],
    ),
    (
        Describes::Data,
        "terraform_remote_state",
        &[
            ("backend", STRING, Required),
            ("config", ANY, Optional),
            ("defaults", ANY, Optional),
            ("outputs", ANY, Computed),
            ("workspace", STRING, Optional),
        ],
        &[],
    ),
];

/// The provisioners by label, and connections without one.
pub(crate) const HELPERS: &[(&str, Option<&str>, &[Argument])] = &[
    (
        names::PROVISIONER,
        Some("local-exec"),
        &[
            ("command", STRING, Required),
            ("environment", STRINGS_BY_NAME, Optional),
            ("interpreter", STRINGS, Optional),
            ("quiet", BOOL, Optional),
            ("working_dir", STRING, Optional),
        ],
    ),
    (
        names::PROVISIONER,
        Some("remote-exec"),
        &[
            ("inline", STRINGS, Optional),
            ("script", STRING, Optional),
            ("scripts", STRINGS, Optional),
        ],
    ),
    (
        names::PROVISIONER,
        Some("file"),
        &[
            ("content", STRING, Optional),
            ("destination", STRING, Required),
            ("source", STRING, Optional),
        ],
    ),
    // The host may be set by an enclosing connection.
    (
        names::CONNECTION,
        None,
        &[
            ("agent", BOOL, Optional),
            ("agent_identity", STRING, Optional),
            ("bastion_certificate", STRING, Optional),
            ("bastion_host", STRING, Optional),
            ("bastion_host_key", STRING, Optional),
            ("bastion_password", STRING, Optional),
            ("bastion_port", NUMBER, Optional),
            ("bastion_private_key", STRING, Optional),
            ("bastion_user", STRING, Optional),
            ("cacert", STRING, Optional),
            ("certificate", STRING, Optional),
            ("host", STRING, Optional),
            ("host_key", STRING, Optional),
            ("https", BOOL, Optional),
            ("insecure", BOOL, Optional),
            ("password", STRING, Optional),
            ("port", NUMBER, Optional),
            ("private_key", STRING, Optional),
            ("proxy_host", STRING, Optional),
            ("proxy_port", NUMBER, Optional),
            ("proxy_scheme", STRING, Optional),
            ("proxy_user_name", STRING, Optional),
            ("proxy_user_password", STRING, Optional),
            ("script_path", STRING, Optional),
            ("target_platform", STRING, Optional),
            ("timeout", STRING, Optional),
            ("type", STRING, Optional),
            ("use_ntlm", BOOL, Optional),
            ("user", STRING, Optional),
        ],
    ),
];
