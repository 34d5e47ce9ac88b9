//! What tasks, their sidecars and their groups have in common.

use super::super::{MAP, OPEN, dynamic, expressions};
use super::{AFFINITY, CONSTRAINT, NETWORK};
use crate::table::Repeats::{Many, Once};
use crate::table::language::block;
use crate::table::{BlockType, BodyType, Rest};

pub(super) const ENV: BlockType = block("env", &[], Once, &MAP);
pub(super) const CONFIG: BlockType = block("config", &[], Once, &OPEN);
pub(super) const RESOURCES: BlockType = block("resources", &[], Once, &RESOURCES_BODY);
pub(super) const LOGS: BlockType = block("logs", &[], Once, &LOGS_BODY);
pub(super) const VOLUME_MOUNT: BlockType = block("volume_mount", &[], Many, &VOLUME_MOUNT_BODY);
pub(super) const IDENTITY: BlockType = block("identity", &[], Many, &IDENTITY_BODY);

static IDENTITY_BODY: BodyType = BodyType {
    arguments: &expressions([
        "name",
        "aud",
        "change_mode",
        "change_signal",
        "env",
        "file",
        "filepath",
        "service_name",
        "ttl",
        "extra_claims",
    ]),
    blocks: &[],
    rest: Rest::Nothing,
};

static RESOURCES_BODY: BodyType = BodyType {
    arguments: &expressions(["cpu", "cores", "memory", "memory_max", "disk", "secrets", "iops"]),
    blocks: &[
        NETWORK,
        block("device", &["name of the device"], Many, &DEVICE),
        block("numa", &[], Once, &NUMA),
        dynamic(),
    ],
    rest: Rest::Nothing,
};

static DEVICE: BodyType = BodyType {
    arguments: &expressions(["count"]),
    blocks: &[CONSTRAINT, AFFINITY, dynamic()],
    rest: Rest::Nothing,
};

static NUMA: BodyType = BodyType {
    arguments: &expressions(["affinity", "devices"]),
    blocks: &[],
    rest: Rest::Nothing,
};

static LOGS_BODY: BodyType = BodyType {
    arguments: &expressions(["max_files", "max_file_size", "enabled", "disabled"]),
    blocks: &[],
    rest: Rest::Nothing,
};

static VOLUME_MOUNT_BODY: BodyType = BodyType {
    arguments: &expressions([
        "volume",
        "destination",
        "read_only",
        "propagation_mode",
        "selinux_label",
    ]),
    blocks: &[],
    rest: Rest::Nothing,
};
