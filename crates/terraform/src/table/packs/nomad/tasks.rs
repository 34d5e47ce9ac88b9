//! Tasks of jobs, and what they need.

use super::super::{MAP, dynamic, expressions};
use super::parts::{CONFIG, ENV, IDENTITY, LOGS, RESOURCES, VOLUME_MOUNT};
use super::services::SERVICE;
use super::{AFFINITY, CONSTRAINT, CONSUL, META, RESTART, SCALING, VAULT};
use crate::table::Mode::Expression;
use crate::table::Repeats::{Many, Once};
use crate::table::language::{argument, block, required};
use crate::table::{BlockType, BodyType, Rest};

pub(super) const SECRET: BlockType = block("secret", &["name of the secret"], Many, &SECRET_BODY);
pub(super) const TASK: BlockType = block("task", &["name of the task"], Many, &TASK_BODY);

static SECRET_BODY: BodyType = BodyType {
    arguments: &expressions(["provider", "path"]),
    blocks: &[CONFIG, ENV, dynamic()],
    rest: Rest::Nothing,
};

static TASK_BODY: BodyType = BodyType {
    arguments: &expressions([
        "driver",
        "user",
        "kill_timeout",
        "leader",
        "shutdown_delay",
        "kill_signal",
        "kind",
        "env",
        "meta",
    ]),
    blocks: &[
        block("lifecycle", &[], Once, &LIFECYCLE),
        CONFIG,
        CONSTRAINT,
        AFFINITY,
        ENV,
        SERVICE,
        RESOURCES,
        RESTART,
        META,
        LOGS,
        block("artifact", &[], Many, &ARTIFACT),
        VAULT,
        CONSUL,
        block("template", &[], Many, &TEMPLATE),
        block("dispatch_payload", &[], Once, &DISPATCH_PAYLOAD),
        VOLUME_MOUNT,
        block("csi_plugin", &[], Once, &CSI_PLUGIN),
        block("scaling", &["resource"], Many, &SCALING),
        SECRET,
        IDENTITY,
        block("action", &["name of the action"], Many, &ACTION),
        block("schedule", &[], Once, &SCHEDULE),
        dynamic(),
    ],
    rest: Rest::Nothing,
};

static LIFECYCLE: BodyType = BodyType {
    arguments: &[required("hook", Expression), argument("sidecar", Expression)],
    blocks: &[],
    rest: Rest::Nothing,
};

static ARTIFACT: BodyType = BodyType {
    arguments: &expressions(["source", "mode", "insecure", "destination", "chown"]),
    blocks: &[
        block("options", &[], Once, &MAP),
        block("headers", &[], Once, &MAP),
        dynamic(),
    ],
    rest: Rest::Nothing,
};

static TEMPLATE: BodyType = BodyType {
    arguments: &expressions([
        "source",
        "destination",
        "data",
        "change_mode",
        "change_signal",
        "once",
        "splay",
        "perms",
        "uid",
        "gid",
        "left_delimiter",
        "right_delimiter",
        "env",
        "vault_grace",
        "error_on_missing_key",
    ]),
    blocks: &[
        block("change_script", &[], Once, &CHANGE_SCRIPT),
        block("wait", &[], Once, &WAIT),
        dynamic(),
    ],
    rest: Rest::Nothing,
};

static CHANGE_SCRIPT: BodyType = BodyType {
    arguments: &expressions([
        "command",
        "args",
        "timeout",
        "fail_on_error",
        "run_on_first_render",
    ]),
    blocks: &[],
    rest: Rest::Nothing,
};

static WAIT: BodyType = BodyType {
    arguments: &expressions(["min", "max"]),
    blocks: &[],
    rest: Rest::Nothing,
};

static DISPATCH_PAYLOAD: BodyType = BodyType {
    arguments: &expressions(["file"]),
    blocks: &[],
    rest: Rest::Nothing,
};

static CSI_PLUGIN: BodyType = BodyType {
    arguments: &expressions([
        "id",
        "type",
        "mount_dir",
        "stage_publish_base_dir",
        "health_timeout",
    ]),
    blocks: &[],
    rest: Rest::Nothing,
};

static ACTION: BodyType = BodyType {
    arguments: &[required("command", Expression), argument("args", Expression)],
    blocks: &[],
    rest: Rest::Nothing,
};

static SCHEDULE: BodyType = BodyType {
    arguments: &[],
    blocks: &[block("cron", &[], Once, &CRON), dynamic()],
    rest: Rest::Nothing,
};

static CRON: BodyType = BodyType {
    arguments: &expressions(["start", "end", "timezone"]),
    blocks: &[],
    rest: Rest::Nothing,
};
