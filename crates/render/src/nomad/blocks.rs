//! The blocks of jobs, in the order of their JSON.

use super::common::{AFFINITY, CONSTRAINT, LOG_CONFIG, NETWORK_RESOURCE, RESOURCES, VOLUME_MOUNT};
use super::fields::Type::{
    Any, Bool, ByLabel, Duration, Label, Many, Number, One, Text, TextMap, TextMapOrArgument, Texts, Within,
};
use super::fields::{Object, Zero, fixed, null, omitted, required, zero};
use super::services::{CONSUL, SERVICE, WORKLOAD_IDENTITY};

pub(super) static JOB: Object = Object(&[
    null("Region", "region", Text),
    null("Namespace", "namespace", Text),
    null("ID", "id", Text),
    null("Name", "name", Text),
    null("Type", "type", Text),
    null("Priority", "priority", Number),
    null("AllAtOnce", "all_at_once", Bool),
    null("Datacenters", "datacenters", Texts),
    null("NodePool", "node_pool", Text),
    null("Constraints", "constraint", Many(&CONSTRAINT)),
    null("Affinities", "affinity", Many(&AFFINITY)),
    null("TaskGroups", "group", Many(&TASK_GROUP)),
    null("Update", "update", One(&UPDATE_STRATEGY)),
    null("Multiregion", "multiregion", One(&MULTIREGION)),
    null("Spreads", "spread", Many(&SPREAD)),
    null("Periodic", "periodic", One(&PERIODIC_CONFIG)),
    null(
        "ParameterizedJob",
        "parameterized",
        One(&PARAMETERIZED_JOB_CONFIG),
    ),
    null("Reschedule", "reschedule", One(&RESCHEDULE_POLICY)),
    null("Migrate", "migrate", One(&MIGRATE_STRATEGY)),
    null("Meta", "meta", TextMapOrArgument),
    null("UI", "ui", One(&JOB_UI_CONFIG)),
    fixed("Stop", Zero::Null),
    fixed("ParentID", Zero::Null),
    fixed("Dispatched", Zero::False),
    fixed("DispatchIdempotencyToken", Zero::Null),
    fixed("Payload", Zero::Null),
    fixed("ConsulNamespace", Zero::Null),
    fixed("VaultNamespace", Zero::Null),
    fixed("NomadTokenID", Zero::Null),
    fixed("Status", Zero::Null),
    fixed("StatusDescription", Zero::Null),
    fixed("Stable", Zero::Null),
    fixed("Version", Zero::Null),
    fixed("SubmitTime", Zero::Null),
    fixed("CreateIndex", Zero::Null),
    fixed("ModifyIndex", Zero::Null),
    fixed("JobModifyIndex", Zero::Null),
    fixed("VersionTag", Zero::Null),
]);

pub(super) static TASK_GROUP: Object = Object(&[
    null("Name", "", Label),
    null("Count", "count", Number),
    null("Constraints", "constraint", Many(&CONSTRAINT)),
    null("Affinities", "affinity", Many(&AFFINITY)),
    null("Tasks", "task", Many(&TASK)),
    null("Spreads", "spread", Many(&SPREAD)),
    null("Volumes", "volume", ByLabel(&VOLUME_REQUEST)),
    null("RestartPolicy", "restart", One(&RESTART_POLICY)),
    null("Disconnect", "disconnect", One(&DISCONNECT_STRATEGY)),
    null("ReschedulePolicy", "reschedule", One(&RESCHEDULE_POLICY)),
    null("EphemeralDisk", "ephemeral_disk", One(&EPHEMERAL_DISK)),
    null("Update", "update", One(&UPDATE_STRATEGY)),
    null("Migrate", "migrate", One(&MIGRATE_STRATEGY)),
    null("Networks", "network", Many(&NETWORK_RESOURCE)),
    null("Meta", "meta", TextMapOrArgument),
    null("Services", "service", Many(&SERVICE)),
    null("ShutdownDelay", "shutdown_delay", Duration),
    null("MaxRunDuration", "max_run_duration", Duration),
    null(
        "StopAfterClientDisconnect",
        "stop_after_client_disconnect",
        Duration,
    ),
    null("MaxClientDisconnect", "max_client_disconnect", Duration),
    null("Scaling", "scaling", One(&SCALING_POLICY)),
    null("Consul", "consul", One(&CONSUL)),
    null("PreventRescheduleOnLost", "prevent_reschedule_on_lost", Bool),
]);

pub(super) static UPDATE_STRATEGY: Object = Object(&[
    null("Stagger", "stagger", Duration),
    null("MaxParallel", "max_parallel", Number),
    null("HealthCheck", "health_check", Text),
    null("MinHealthyTime", "min_healthy_time", Duration),
    null("HealthyDeadline", "healthy_deadline", Duration),
    null("ProgressDeadline", "progress_deadline", Duration),
    null("Canary", "canary", Number),
    null("AutoRevert", "auto_revert", Bool),
    null("AutoPromote", "auto_promote", Bool),
]);

pub(super) static MULTIREGION: Object = Object(&[
    null("Strategy", "strategy", One(&MULTIREGION_STRATEGY)),
    null("Regions", "region", Many(&MULTIREGION_REGION)),
]);

pub(super) static SPREAD: Object = Object(&[
    zero("Attribute", "attribute", Text),
    null("Weight", "weight", Within(-128, 127)),
    null("SpreadTarget", "target", Many(&SPREAD_TARGET)),
]);

pub(super) static PERIODIC_CONFIG: Object = Object(&[
    null("Enabled", "enabled", Bool),
    null("Spec", "cron", Text),
    null("Specs", "crons", Texts),
    fixed("SpecType", Zero::Null),
    null("ProhibitOverlap", "prohibit_overlap", Bool),
    null("TimeZone", "time_zone", Text),
]);

pub(super) static PARAMETERIZED_JOB_CONFIG: Object = Object(&[
    zero("Payload", "payload", Text),
    null("MetaRequired", "meta_required", Texts),
    null("MetaOptional", "meta_optional", Texts),
]);

pub(super) static RESCHEDULE_POLICY: Object = Object(&[
    null("Attempts", "attempts", Number),
    null("Interval", "interval", Duration),
    null("Delay", "delay", Duration),
    null("DelayFunction", "delay_function", Text),
    null("MaxDelay", "max_delay", Duration),
    null("Unlimited", "unlimited", Bool),
]);

pub(super) static MIGRATE_STRATEGY: Object = Object(&[
    null("MaxParallel", "max_parallel", Number),
    null("HealthCheck", "health_check", Text),
    null("MinHealthyTime", "min_healthy_time", Duration),
    null("HealthyDeadline", "healthy_deadline", Duration),
]);

pub(super) static JOB_UI_CONFIG: Object = Object(&[
    zero("Description", "description", Text),
    null("Links", "link", Many(&JOB_UI_LINK)),
]);

pub(super) static TASK: Object = Object(&[
    zero("Name", "", Label),
    zero("Driver", "driver", Text),
    zero("User", "user", Text),
    null("Lifecycle", "lifecycle", One(&TASK_LIFECYCLE)),
    null("Config", "config", Any),
    null("Constraints", "constraint", Many(&CONSTRAINT)),
    null("Affinities", "affinity", Many(&AFFINITY)),
    null("Env", "env", TextMapOrArgument),
    null("Services", "service", Many(&SERVICE)),
    null("Resources", "resources", One(&RESOURCES)),
    null("RestartPolicy", "restart", One(&RESTART_POLICY)),
    null("Meta", "meta", TextMapOrArgument),
    null("KillTimeout", "kill_timeout", Duration),
    null("LogConfig", "logs", One(&LOG_CONFIG)),
    null("Artifacts", "artifact", Many(&TASK_ARTIFACT)),
    null("Vault", "vault", One(&VAULT)),
    null("Consul", "consul", One(&CONSUL)),
    null("Templates", "template", Many(&TEMPLATE)),
    null(
        "DispatchPayload",
        "dispatch_payload",
        One(&DISPATCH_PAYLOAD_CONFIG),
    ),
    null("VolumeMounts", "volume_mount", Many(&VOLUME_MOUNT)),
    omitted("CSIPluginConfig", "csi_plugin", One(&TASK_CSI_PLUGIN_CONFIG)),
    zero("Leader", "leader", Bool),
    zero("ShutdownDelay", "shutdown_delay", Duration),
    zero("KillSignal", "kill_signal", Text),
    zero("Kind", "kind", Text),
    fixed("ScalingPolicies", Zero::Null),
    null("Secrets", "secret", Many(&SECRET)),
    fixed("Identity", Zero::Null),
    null("Identities", "identity", Many(&WORKLOAD_IDENTITY)),
    null("Actions", "action", Many(&ACTION)),
    null("Schedule", "schedule", One(&TASK_SCHEDULE)),
]);

pub(super) static VOLUME_REQUEST: Object = Object(&[
    zero("Name", "", Label),
    zero("Type", "type", Text),
    zero("Source", "source", Text),
    zero("ReadOnly", "read_only", Bool),
    zero("Sticky", "sticky", Bool),
    zero("AccessMode", "access_mode", Text),
    zero("AttachmentMode", "attachment_mode", Text),
    null("MountOptions", "mount_options", One(&CSI_MOUNT_OPTIONS)),
    zero("PerAlloc", "per_alloc", Bool),
]);

pub(super) static RESTART_POLICY: Object = Object(&[
    null("Interval", "interval", Duration),
    null("Attempts", "attempts", Number),
    null("Delay", "delay", Duration),
    null("Mode", "mode", Text),
    null("RenderTemplates", "render_templates", Bool),
]);

pub(super) static DISCONNECT_STRATEGY: Object = Object(&[
    null("LostAfter", "lost_after", Duration),
    null("StopOnClientAfter", "stop_on_client_after", Duration),
    null("Replace", "replace", Bool),
    null("Reconcile", "reconcile", Text),
]);

pub(super) static EPHEMERAL_DISK: Object = Object(&[
    null("Sticky", "sticky", Bool),
    null("Migrate", "migrate", Bool),
    null("SizeMB", "size", Number),
]);

pub(super) static SCALING_POLICY: Object = Object(&[
    null("Min", "min", Number),
    null("Max", "max", Number),
    null("Policy", "policy", Any),
    null("Enabled", "enabled", Bool),
    zero("Type", "type", Text),
    fixed("ID", Zero::Text),
    fixed("Namespace", Zero::Text),
    fixed("Target", Zero::Null),
    fixed("CreateIndex", Zero::Number),
    fixed("ModifyIndex", Zero::Number),
]);

pub(super) static MULTIREGION_STRATEGY: Object = Object(&[
    null("MaxParallel", "max_parallel", Number),
    null("OnFailure", "on_failure", Text),
]);

pub(super) static MULTIREGION_REGION: Object = Object(&[
    zero("Name", "", Label),
    null("Count", "count", Number),
    null("Datacenters", "datacenters", Texts),
    zero("NodePool", "node_pool", Text),
    null("Meta", "meta", TextMap),
]);

pub(super) static SPREAD_TARGET: Object = Object(&[
    zero("Value", "", Label),
    zero("Percent", "percent", Within(0, 255)),
]);

pub(super) static JOB_UI_LINK: Object = Object(&[zero("Label", "label", Text), zero("URL", "url", Text)]);

pub(super) static TASK_LIFECYCLE: Object =
    Object(&[required("Hook", "hook", Text), zero("Sidecar", "sidecar", Bool)]);

pub(super) static TASK_ARTIFACT: Object = Object(&[
    null("GetterSource", "source", Text),
    null("GetterOptions", "options", TextMap),
    null("GetterHeaders", "headers", TextMap),
    null("GetterMode", "mode", Text),
    null("GetterInsecure", "insecure", Bool),
    null("RelativeDest", "destination", Text),
    zero("Chown", "chown", Bool),
]);

pub(super) static VAULT: Object = Object(&[
    null("Policies", "policies", Texts),
    zero("Role", "role", Text),
    null("Namespace", "namespace", Text),
    zero("Cluster", "cluster", Text),
    null("Env", "env", Bool),
    null("DisableFile", "disable_file", Bool),
    null("ChangeMode", "change_mode", Text),
    null("ChangeSignal", "change_signal", Text),
    null("AllowTokenExpiration", "allow_token_expiration", Bool),
]);

pub(super) static TEMPLATE: Object = Object(&[
    null("SourcePath", "source", Text),
    null("DestPath", "destination", Text),
    null("EmbeddedTmpl", "data", Text),
    null("ChangeMode", "change_mode", Text),
    null("ChangeScript", "change_script", One(&CHANGE_SCRIPT)),
    null("ChangeSignal", "change_signal", Text),
    null("Once", "once", Bool),
    null("Splay", "splay", Duration),
    null("Perms", "perms", Text),
    null("Uid", "uid", Number),
    null("Gid", "gid", Number),
    null("LeftDelim", "left_delimiter", Text),
    null("RightDelim", "right_delimiter", Text),
    null("Envvars", "env", Bool),
    null("VaultGrace", "vault_grace", Duration),
    null("Wait", "wait", One(&WAIT_CONFIG)),
    null("ErrMissingKey", "error_on_missing_key", Bool),
]);

pub(super) static DISPATCH_PAYLOAD_CONFIG: Object = Object(&[zero("File", "file", Text)]);

pub(super) static TASK_CSI_PLUGIN_CONFIG: Object = Object(&[
    zero("ID", "id", Text),
    zero("Type", "type", Text),
    zero("MountDir", "mount_dir", Text),
    zero("StagePublishBaseDir", "stage_publish_base_dir", Text),
    zero("HealthTimeout", "health_timeout", Duration),
]);

pub(super) static SECRET: Object = Object(&[
    zero("Name", "", Label),
    zero("Provider", "provider", Text),
    zero("Path", "path", Text),
    null("Config", "config", Any),
    null("Env", "env", TextMap),
]);

pub(super) static ACTION: Object = Object(&[
    zero("Name", "", Label),
    required("Command", "command", Text),
    null("Args", "args", Texts),
]);

pub(super) static TASK_SCHEDULE: Object = Object(&[null("Cron", "cron", One(&TASK_SCHEDULE_CRON))]);

pub(super) static CSI_MOUNT_OPTIONS: Object = Object(&[
    zero("FSType", "fs_type", Text),
    null("MountFlags", "mount_flags", Texts),
]);

pub(super) static CHANGE_SCRIPT: Object = Object(&[
    null("Command", "command", Text),
    null("Args", "args", Texts),
    null("Timeout", "timeout", Duration),
    null("FailOnError", "fail_on_error", Bool),
    null("RunOnFirstRender", "run_on_first_render", Bool),
]);

pub(super) static WAIT_CONFIG: Object = Object(&[null("Min", "min", Duration), null("Max", "max", Duration)]);

pub(super) static TASK_SCHEDULE_CRON: Object = Object(&[
    zero("Start", "start", Text),
    zero("End", "end", Text),
    zero("Timezone", "timezone", Text),
]);
