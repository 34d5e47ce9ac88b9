//! Nomad's job files.

mod parts;
mod services;
mod tasks;

use super::{FileKind, MAP, OPEN, PACK, Pack, ROOT, Root, dynamic, expressions};
use crate::table::Mode::{Expression, LiteralString, Type};
use crate::table::Repeats::{Many, Once};
use crate::table::language::{CONDITION, LOCALS, argument, block};
use crate::table::{BlockType, BodyType, ROOT_LOCAL, ROOT_VARIABLE, Rest, names};
use services::SERVICE;
use tasks::{SECRET, TASK};

pub(super) static JOBS: Pack = Pack {
    kind: FileKind::Nomad,
    name: "nomad",
    endings: &[".nomad", ".nomad.hcl"],
    body: &FILE,
    roots: &[
        Root {
            name: ROOT_VARIABLE,
            labelled: &["variable"],
            containing: &["variables"],
            ..ROOT
        },
        Root {
            name: ROOT_LOCAL,
            containing: &[names::LOCALS],
            ..ROOT
        },
    ],
    ..PACK
};

static FILE: BodyType = BodyType {
    arguments: &[],
    blocks: &[
        block("variables", &[], Many, &MAP),
        block("variable", &["name"], Many, &VARIABLE),
        block(names::LOCALS, &[], Many, &LOCALS),
        block("job", &["name of the job"], Once, &JOB),
    ],
    rest: Rest::Nothing,
};

static VARIABLE: BodyType = BodyType {
    arguments: &[
        argument("description", LiteralString),
        argument("default", Expression),
        argument("type", Type),
    ],
    blocks: &[block("validation", &[], Many, &CONDITION)],
    rest: Rest::Nothing,
};
pub(super) const CONSTRAINT: BlockType = block("constraint", &[], Many, &CONSTRAINT_BODY);
pub(super) const AFFINITY: BlockType = block("affinity", &[], Many, &AFFINITY_BODY);
pub(super) const META: BlockType = block("meta", &[], Once, &MAP);
const SPREAD: BlockType = block("spread", &[], Many, &SPREAD_BODY);
const UPDATE: BlockType = block("update", &[], Once, &UPDATE_BODY);
const RESCHEDULE: BlockType = block("reschedule", &[], Once, &RESCHEDULE_BODY);
pub(super) const RESTART: BlockType = block("restart", &[], Once, &RESTART_BODY);
const MIGRATE: BlockType = block("migrate", &[], Once, &MIGRATE_BODY);
pub(super) const VAULT: BlockType = block("vault", &[], Once, &VAULT_BODY);
pub(super) const CONSUL: BlockType = block("consul", &[], Once, &CONSUL_BODY);
pub(super) const NETWORK: BlockType = block("network", &[], Many, &NETWORK_BODY);

static JOB: BodyType = BodyType {
    arguments: &expressions([
        "region",
        "namespace",
        "id",
        "name",
        "type",
        "priority",
        "all_at_once",
        "datacenters",
        "node_pool",
        "meta",
    ]),
    blocks: &[
        CONSTRAINT,
        AFFINITY,
        block("group", &["name of the group"], Many, &GROUP),
        UPDATE,
        block("multiregion", &[], Once, &MULTIREGION),
        SPREAD,
        block("periodic", &[], Once, &PERIODIC),
        block("parameterized", &[], Once, &PARAMETERIZED),
        RESCHEDULE,
        MIGRATE,
        META,
        block("ui", &[], Once, &UI),
        VAULT,
        SECRET,
        TASK,
        dynamic(),
    ],
    rest: Rest::Nothing,
};

static CONSTRAINT_BODY: BodyType = BodyType {
    arguments: &expressions([
        "attribute",
        "value",
        "operator",
        "distinct_property",
        "distinct_hosts",
        "regexp",
        "version",
        "semver",
        "set_contains",
        "set_contains_all",
        "set_contains_any",
        "is_set",
        "is_not_set",
    ]),
    blocks: &[],
    rest: Rest::Nothing,
};

static AFFINITY_BODY: BodyType = BodyType {
    arguments: &expressions([
        "attribute",
        "value",
        "operator",
        "weight",
        "version",
        "semver",
        "regexp",
        "set_contains",
        "set_contains_all",
        "set_contains_any",
    ]),
    blocks: &[],
    rest: Rest::Nothing,
};

static GROUP: BodyType = BodyType {
    arguments: &expressions([
        "count",
        "shutdown_delay",
        "max_run_duration",
        "stop_after_client_disconnect",
        "max_client_disconnect",
        "prevent_reschedule_on_lost",
        "meta",
    ]),
    blocks: &[
        CONSTRAINT,
        AFFINITY,
        TASK,
        SPREAD,
        block("volume", &["name of the volume"], Many, &VOLUME),
        RESTART,
        block("disconnect", &[], Once, &DISCONNECT),
        RESCHEDULE,
        block("ephemeral_disk", &[], Once, &EPHEMERAL_DISK),
        UPDATE,
        MIGRATE,
        NETWORK,
        META,
        SERVICE,
        block("scaling", &[], Once, &SCALING),
        CONSUL,
        VAULT,
        SECRET,
        dynamic(),
    ],
    rest: Rest::Nothing,
};

static MULTIREGION: BodyType = BodyType {
    arguments: &[],
    blocks: &[
        block("strategy", &[], Once, &STRATEGY),
        block("region", &["name of the region"], Many, &REGION),
        dynamic(),
    ],
    rest: Rest::Nothing,
};

static STRATEGY: BodyType = BodyType {
    arguments: &expressions(["max_parallel", "on_failure"]),
    blocks: &[],
    rest: Rest::Nothing,
};

static REGION: BodyType = BodyType {
    arguments: &expressions(["count", "datacenters", "node_pool"]),
    blocks: &[META, dynamic()],
    rest: Rest::Nothing,
};

static PERIODIC: BodyType = BodyType {
    arguments: &expressions(["enabled", "cron", "crons", "prohibit_overlap", "time_zone"]),
    blocks: &[],
    rest: Rest::Nothing,
};

static PARAMETERIZED: BodyType = BodyType {
    arguments: &expressions(["payload", "meta_required", "meta_optional"]),
    blocks: &[],
    rest: Rest::Nothing,
};

static UI: BodyType = BodyType {
    arguments: &expressions(["description"]),
    blocks: &[block("link", &[], Many, &LINK), dynamic()],
    rest: Rest::Nothing,
};

static LINK: BodyType = BodyType {
    arguments: &expressions(["label", "url"]),
    blocks: &[],
    rest: Rest::Nothing,
};

static UPDATE_BODY: BodyType = BodyType {
    arguments: &expressions([
        "stagger",
        "max_parallel",
        "health_check",
        "min_healthy_time",
        "healthy_deadline",
        "progress_deadline",
        "canary",
        "auto_revert",
        "auto_promote",
    ]),
    blocks: &[],
    rest: Rest::Nothing,
};

static SPREAD_BODY: BodyType = BodyType {
    arguments: &expressions(["attribute", "weight"]),
    blocks: &[block("target", &["value"], Many, &TARGET), dynamic()],
    rest: Rest::Nothing,
};

static TARGET: BodyType = BodyType {
    arguments: &expressions(["percent"]),
    blocks: &[],
    rest: Rest::Nothing,
};

static RESCHEDULE_BODY: BodyType = BodyType {
    arguments: &expressions([
        "attempts",
        "interval",
        "delay",
        "delay_function",
        "max_delay",
        "unlimited",
    ]),
    blocks: &[],
    rest: Rest::Nothing,
};

static RESTART_BODY: BodyType = BodyType {
    arguments: &expressions(["interval", "attempts", "delay", "mode", "render_templates"]),
    blocks: &[],
    rest: Rest::Nothing,
};

static MIGRATE_BODY: BodyType = BodyType {
    arguments: &expressions([
        "max_parallel",
        "health_check",
        "min_healthy_time",
        "healthy_deadline",
    ]),
    blocks: &[],
    rest: Rest::Nothing,
};

static DISCONNECT: BodyType = BodyType {
    arguments: &expressions(["lost_after", "stop_on_client_after", "replace", "reconcile"]),
    blocks: &[],
    rest: Rest::Nothing,
};

static EPHEMERAL_DISK: BodyType = BodyType {
    arguments: &expressions(["sticky", "migrate", "size"]),
    blocks: &[],
    rest: Rest::Nothing,
};

static VOLUME: BodyType = BodyType {
    arguments: &expressions([
        "type",
        "source",
        "read_only",
        "sticky",
        "access_mode",
        "attachment_mode",
        "per_alloc",
    ]),
    blocks: &[block("mount_options", &[], Once, &MOUNT_OPTIONS), dynamic()],
    rest: Rest::Nothing,
};

static MOUNT_OPTIONS: BodyType = BodyType {
    arguments: &expressions(["fs_type", "mount_flags"]),
    blocks: &[],
    rest: Rest::Nothing,
};

pub(super) static SCALING: BodyType = BodyType {
    arguments: &expressions(["min", "max", "enabled", "type"]),
    blocks: &[block("policy", &[], Once, &OPEN), dynamic()],
    rest: Rest::Nothing,
};

static CONSUL_BODY: BodyType = BodyType {
    arguments: &expressions(["namespace", "cluster", "partition"]),
    blocks: &[],
    rest: Rest::Nothing,
};

static VAULT_BODY: BodyType = BodyType {
    arguments: &expressions([
        "policies",
        "role",
        "namespace",
        "cluster",
        "env",
        "disable_file",
        "change_mode",
        "change_signal",
        "allow_token_expiration",
    ]),
    blocks: &[],
    rest: Rest::Nothing,
};

static NETWORK_BODY: BodyType = BodyType {
    arguments: &expressions(["mode", "device", "cidr", "ip", "hostname", "mbits"]),
    blocks: &[
        block("dns", &[], Once, &DNS),
        block("reserved_ports", &["name of the port"], Many, &PORT),
        block("port", &["name of the port"], Many, &PORT),
        block("cni", &[], Once, &CNI),
        dynamic(),
    ],
    rest: Rest::Nothing,
};

static DNS: BodyType = BodyType {
    arguments: &expressions(["servers", "searches", "options"]),
    blocks: &[],
    rest: Rest::Nothing,
};

static PORT: BodyType = BodyType {
    arguments: &expressions(["static", "to", "host_network", "ignore_collision"]),
    blocks: &[],
    rest: Rest::Nothing,
};

static CNI: BodyType = BodyType {
    arguments: &expressions(["args"]),
    blocks: &[],
    rest: Rest::Nothing,
};
