//! The blocks that jobs and services share, in the order of their JSON.

use super::fields::Type::{Bool, Label, Many, Number, One, Text, TextMapArgument, Texts, Within};
use super::fields::{Object, null, zero};

pub(super) static CONSTRAINT: Object = Object(&[
    zero("LTarget", "attribute", Text),
    zero("RTarget", "value", Text),
    zero("Operand", "operator", Text),
]);

pub(super) static AFFINITY: Object = Object(&[
    zero("LTarget", "attribute", Text),
    zero("RTarget", "value", Text),
    zero("Operand", "operator", Text),
    null("Weight", "weight", Number),
]);

pub(super) static NETWORK_RESOURCE: Object = Object(&[
    zero("Mode", "mode", Text),
    zero("Device", "device", Text),
    zero("CIDR", "cidr", Text),
    zero("IP", "ip", Text),
    null("DNS", "dns", One(&DNS_CONFIG)),
    null("ReservedPorts", "reserved_ports", Many(&PORT)),
    null("DynamicPorts", "port", Many(&PORT)),
    zero("Hostname", "hostname", Text),
    null("MBits", "mbits", Number),
    null("CNI", "cni", One(&CNI_CONFIG)),
]);

pub(super) static RESOURCES: Object = Object(&[
    null("CPU", "cpu", Number),
    null("Cores", "cores", Number),
    null("MemoryMB", "memory", Number),
    null("MemoryMaxMB", "memory_max", Number),
    null("DiskMB", "disk", Number),
    null("Networks", "network", Many(&NETWORK_RESOURCE)),
    null("Devices", "device", Many(&REQUESTED_DEVICE)),
    null("NUMA", "numa", One(&NUMA_RESOURCE)),
    null("SecretsMB", "secrets", Number),
    null("IOPS", "iops", Number),
]);

pub(super) static LOG_CONFIG: Object = Object(&[
    null("MaxFiles", "max_files", Number),
    null("MaxFileSizeMB", "max_file_size", Number),
    null("Enabled", "enabled", Bool),
    null("Disabled", "disabled", Bool),
]);

pub(super) static VOLUME_MOUNT: Object = Object(&[
    null("Volume", "volume", Text),
    null("Destination", "destination", Text),
    null("ReadOnly", "read_only", Bool),
    null("PropagationMode", "propagation_mode", Text),
    null("SELinuxLabel", "selinux_label", Text),
]);

pub(super) static DNS_CONFIG: Object = Object(&[
    null("Servers", "servers", Texts),
    null("Searches", "searches", Texts),
    null("Options", "options", Texts),
]);

pub(super) static PORT: Object = Object(&[
    zero("Label", "", Label),
    zero("Value", "static", Number),
    zero("To", "to", Number),
    zero("HostNetwork", "host_network", Text),
    zero("IgnoreCollision", "ignore_collision", Bool),
]);

pub(super) static CNI_CONFIG: Object = Object(&[null("Args", "args", TextMapArgument)]);

pub(super) static REQUESTED_DEVICE: Object = Object(&[
    zero("Name", "", Label),
    null("Count", "count", Within(0, i64::MAX)),
    null("Constraints", "constraint", Many(&CONSTRAINT)),
    null("Affinities", "affinity", Many(&AFFINITY)),
]);

pub(super) static NUMA_RESOURCE: Object = Object(&[
    zero("Affinity", "affinity", Text),
    null("Devices", "devices", Texts),
]);
