//! Specifications of Nomad other than jobs, and access policies of Nomad, Vault and Consul.
//!
//! Except for node pools, these files are of HCL 1, which does not distinguish arguments from blocks: what may be either
//! is not checked further.

use super::{MAP, OPEN, expressions};
use crate::table::Mode::Expression;
use crate::table::Repeats::{Many, Once};
use crate::table::language::block;
use crate::table::{BlockType, BodyType, Rest};

pub(in crate::table) static NODE_POOLS: BodyType = BodyType {
    arguments: &[],
    blocks: &[block("node_pool", &["name"], Once, &NODE_POOL)],
    rest: Rest::Nothing,
};

static NODE_POOL: BodyType = BodyType {
    arguments: &expressions(["description", "meta", "node_identity_ttl"]),
    blocks: &[
        block("meta", &[], Once, &MAP),
        block("scheduler_config", &[], Once, &SCHEDULER),
    ],
    rest: Rest::Nothing,
};

static SCHEDULER: BodyType = BodyType {
    arguments: &expressions(["scheduler_algorithm", "memory_oversubscription_enabled"]),
    blocks: &[],
    rest: Rest::Nothing,
};

pub(in crate::table) static VOLUME: BodyType = BodyType {
    arguments: &expressions([
        "id",
        "name",
        "type",
        "namespace",
        "plugin_id",
        "external_id",
        "snapshot_id",
        "clone_id",
        "node_id",
        "node_pool",
        "host_path",
        "capacity",
        "capacity_min",
        "capacity_max",
    ]),
    blocks: &[
        block("capability", &[], Many, &OPEN),
        block("constraint", &[], Many, &OPEN),
        block("mount_options", &[], Many, &OPEN),
        block("topology_request", &[], Many, &OPEN),
        block("secrets", &[], Many, &OPEN),
        block("parameters", &[], Many, &OPEN),
        block("context", &[], Many, &OPEN),
    ],
    rest: Rest::Arguments(Expression),
};

pub(in crate::table) static NAMESPACE: BodyType = BodyType {
    arguments: &expressions(["name", "description", "quota"]),
    blocks: &[
        block("capabilities", &[], Many, &OPEN),
        block("meta", &[], Many, &OPEN),
        block("node_pool_config", &[], Many, &OPEN),
        block("vault", &[], Many, &OPEN),
        block("consul", &[], Many, &OPEN),
    ],
    rest: Rest::Arguments(Expression),
};

pub(in crate::table) static QUOTA: BodyType = BodyType {
    arguments: &expressions(["name", "description"]),
    blocks: &[block("limit", &[], Many, &OPEN)],
    rest: Rest::Arguments(Expression),
};

pub(in crate::table) static NOMAD_POLICY: BodyType = BodyType {
    arguments: &[],
    blocks: &[
        named("namespace"),
        named("host_volume"),
        named("node_pool"),
        block("agent", &[], Many, &OPEN),
        block("node", &[], Many, &OPEN),
        block("operator", &[], Many, &OPEN),
        block("plugin", &[], Many, &OPEN),
        block("quota", &[], Many, &OPEN),
    ],
    rest: Rest::Arguments(Expression),
};

pub(in crate::table) static VAULT_POLICY: BodyType = BodyType {
    arguments: &expressions(["name"]),
    blocks: &[named("path")],
    rest: Rest::Nothing,
};

pub(in crate::table) static CONSUL_POLICY: BodyType = BodyType {
    arguments: &expressions(["acl", "keyring", "mesh", "operator", "peering"]),
    blocks: &[
        named("agent"),
        named("agent_prefix"),
        named("event"),
        named("event_prefix"),
        named("identity"),
        named("identity_prefix"),
        named("key"),
        named("key_prefix"),
        named("namespace"),
        named("namespace_prefix"),
        named("node"),
        named("node_prefix"),
        named("partition"),
        named("partition_prefix"),
        named("query"),
        named("query_prefix"),
        named("service"),
        named("service_prefix"),
        named("session"),
        named("session_prefix"),
    ],
    rest: Rest::Arguments(Expression),
};

/// Returns a block with the name of what it is about.
const fn named(name: &'static str) -> BlockType {
    block(name, &["name or prefix"], Many, &OPEN)
}
