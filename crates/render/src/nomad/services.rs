//! The blocks of services, and of what Consul does for them, in the order of their JSON.

use super::common::{LOG_CONFIG, RESOURCES, VOLUME_MOUNT};
use super::fields::Type::{
    Any, Bool, ByLabel, Duration, Label, Many, Number, NumbersWithin, One, Text, TextMap, Texts, TextsMap,
    Within,
};
use super::fields::{Object, Zero, fixed, null, zero};

pub(super) static SERVICE: Object = Object(&[
    zero("Name", "name", Text),
    null("Tags", "tags", Texts),
    null("CanaryTags", "canary_tags", Texts),
    zero("EnableTagOverride", "enable_tag_override", Bool),
    zero("PortLabel", "port", Text),
    zero("AddressMode", "address_mode", Text),
    zero("Address", "address", Text),
    null("Checks", "check", Many(&SERVICE_CHECK)),
    null("CheckRestart", "check_restart", One(&CHECK_RESTART)),
    null("Connect", "connect", One(&CONSUL_CONNECT)),
    null("Meta", "meta", TextMap),
    null("CanaryMeta", "canary_meta", TextMap),
    null("TaggedAddresses", "tagged_addresses", TextMap),
    zero("TaskName", "task", Text),
    zero("OnUpdate", "on_update", Text),
    null("Identity", "identity", One(&WORKLOAD_IDENTITY)),
    null("Weights", "weights", One(&SERVICE_WEIGHTS)),
    zero("Provider", "provider", Text),
    zero("Cluster", "cluster", Text),
    zero("Kind", "kind", Text),
]);

pub(super) static CONSUL: Object = Object(&[
    zero("Namespace", "namespace", Text),
    zero("Cluster", "cluster", Text),
    zero("Partition", "partition", Text),
]);

pub(super) static WORKLOAD_IDENTITY: Object = Object(&[
    zero("Name", "name", Text),
    null("Audience", "aud", Texts),
    zero("ChangeMode", "change_mode", Text),
    zero("ChangeSignal", "change_signal", Text),
    zero("Env", "env", Bool),
    zero("File", "file", Bool),
    zero("Filepath", "filepath", Text),
    zero("ServiceName", "service_name", Text),
    zero("TTL", "ttl", Duration),
    null("ExtraClaims", "extra_claims", Texts),
]);

pub(super) static SERVICE_CHECK: Object = Object(&[
    zero("Name", "name", Text),
    zero("Type", "type", Text),
    zero("Command", "command", Text),
    null("Args", "args", Texts),
    zero("Path", "path", Text),
    zero("Protocol", "protocol", Text),
    zero("PortLabel", "port", Text),
    zero("Expose", "expose", Bool),
    zero("AddressMode", "address_mode", Text),
    zero("Advertise", "advertise", Text),
    zero("Interval", "interval", Duration),
    zero("Timeout", "timeout", Duration),
    zero("InitialStatus", "initial_status", Text),
    zero("Notes", "notes", Text),
    zero("TLSServerName", "tls_server_name", Text),
    zero("TLSSkipVerify", "tls_skip_verify", Bool),
    null("Header", "header", TextsMap),
    zero("Method", "method", Text),
    null("CheckRestart", "check_restart", One(&CHECK_RESTART)),
    zero("GRPCService", "grpc_service", Text),
    zero("GRPCUseTLS", "grpc_use_tls", Bool),
    zero("TaskName", "task", Text),
    zero("SuccessBeforePassing", "success_before_passing", Number),
    zero("FailuresBeforeCritical", "failures_before_critical", Number),
    zero("FailuresBeforeWarning", "failures_before_warning", Number),
    zero("Body", "body", Text),
    zero("OnUpdate", "on_update", Text),
]);

pub(super) static CHECK_RESTART: Object = Object(&[
    zero("Limit", "limit", Number),
    null("Grace", "grace", Duration),
    zero("IgnoreWarnings", "ignore_warnings", Bool),
]);

pub(super) static CONSUL_CONNECT: Object = Object(&[
    zero("Native", "native", Bool),
    null("Gateway", "gateway", One(&CONSUL_GATEWAY)),
    null("SidecarService", "sidecar_service", One(&CONSUL_SIDECAR_SERVICE)),
    null("SidecarTask", "sidecar_task", One(&SIDECAR_TASK)),
]);

pub(super) static SERVICE_WEIGHTS: Object = Object(&[
    zero("Passing", "passing", Number),
    zero("Warning", "warning", Number),
]);

pub(super) static CONSUL_GATEWAY: Object = Object(&[
    null("Proxy", "proxy", One(&CONSUL_GATEWAY_PROXY)),
    null("Ingress", "ingress", One(&CONSUL_INGRESS_CONFIG_ENTRY)),
    null(
        "Terminating",
        "terminating",
        One(&CONSUL_TERMINATING_CONFIG_ENTRY),
    ),
    null("Mesh", "mesh", One(&CONSUL_MESH_CONFIG_ENTRY)),
]);

pub(super) static CONSUL_SIDECAR_SERVICE: Object = Object(&[
    null("Tags", "tags", Texts),
    zero("Port", "port", Text),
    null("Proxy", "proxy", One(&CONSUL_PROXY)),
    zero("DisableDefaultTCPCheck", "disable_default_tcp_check", Bool),
    null("Meta", "meta", TextMap),
]);

pub(super) static SIDECAR_TASK: Object = Object(&[
    zero("Name", "name", Text),
    zero("Driver", "driver", Text),
    zero("User", "user", Text),
    null("Config", "config", Any),
    null("Env", "env", TextMap),
    null("Resources", "resources", One(&RESOURCES)),
    null("Meta", "meta", TextMap),
    null("KillTimeout", "kill_timeout", Duration),
    null("LogConfig", "logs", One(&LOG_CONFIG)),
    null("ShutdownDelay", "shutdown_delay", Duration),
    zero("KillSignal", "kill_signal", Text),
    null("VolumeMounts", "volume_mount", Many(&VOLUME_MOUNT)),
    null("Identities", "identity", Many(&WORKLOAD_IDENTITY)),
]);

pub(super) static CONSUL_GATEWAY_PROXY: Object = Object(&[
    null("ConnectTimeout", "connect_timeout", Duration),
    zero(
        "EnvoyGatewayBindTaggedAddresses",
        "envoy_gateway_bind_tagged_addresses",
        Bool,
    ),
    null(
        "EnvoyGatewayBindAddresses",
        "envoy_gateway_bind_addresses",
        ByLabel(&CONSUL_GATEWAY_BIND_ADDRESS),
    ),
    zero("EnvoyGatewayNoDefaultBind", "envoy_gateway_no_default_bind", Bool),
    zero("EnvoyDNSDiscoveryType", "envoy_dns_discovery_type", Text),
    null("Config", "config", Any),
]);

pub(super) static CONSUL_INGRESS_CONFIG_ENTRY: Object = Object(&[
    null("TLS", "tls", One(&CONSUL_GATEWAY_TLS_CONFIG)),
    null("Listeners", "listener", Many(&CONSUL_INGRESS_LISTENER)),
]);

pub(super) static CONSUL_TERMINATING_CONFIG_ENTRY: Object =
    Object(&[null("Services", "service", Many(&CONSUL_LINKED_SERVICE))]);

pub(super) static CONSUL_MESH_CONFIG_ENTRY: Object = Object(&[]);

pub(super) static CONSUL_PROXY: Object = Object(&[
    zero("LocalServiceAddress", "local_service_address", Text),
    zero("LocalServicePort", "local_service_port", Number),
    null("Expose", "expose", One(&CONSUL_EXPOSE_CONFIG)),
    fixed("ExposeConfig", Zero::Null),
    null("Upstreams", "upstreams", Many(&CONSUL_UPSTREAM)),
    null(
        "TransparentProxy",
        "transparent_proxy",
        One(&CONSUL_TRANSPARENT_PROXY),
    ),
    null("Config", "config", Any),
]);

pub(super) static CONSUL_GATEWAY_BIND_ADDRESS: Object = Object(&[
    zero("Name", "", Label),
    zero("Address", "address", Text),
    zero("Port", "port", Number),
]);

pub(super) static CONSUL_GATEWAY_TLS_CONFIG: Object = Object(&[
    zero("Enabled", "enabled", Bool),
    zero("TLSMinVersion", "tls_min_version", Text),
    zero("TLSMaxVersion", "tls_max_version", Text),
    null("CipherSuites", "cipher_suites", Texts),
    null("SDS", "sds", One(&CONSUL_GATEWAY_TLSSDS_CONFIG)),
]);

pub(super) static CONSUL_INGRESS_LISTENER: Object = Object(&[
    zero("Port", "port", Number),
    zero("Protocol", "protocol", Text),
    null("Services", "service", Many(&CONSUL_INGRESS_SERVICE)),
]);

pub(super) static CONSUL_LINKED_SERVICE: Object = Object(&[
    zero("Name", "name", Text),
    zero("CAFile", "ca_file", Text),
    zero("CertFile", "cert_file", Text),
    zero("KeyFile", "key_file", Text),
    zero("SNI", "sni", Text),
]);

pub(super) static CONSUL_EXPOSE_CONFIG: Object = Object(&[
    null("Paths", "path", Many(&CONSUL_EXPOSE_PATH)),
    fixed("Path", Zero::Null),
]);

pub(super) static CONSUL_UPSTREAM: Object = Object(&[
    zero("DestinationName", "destination_name", Text),
    zero("DestinationNamespace", "destination_namespace", Text),
    zero("DestinationPeer", "destination_peer", Text),
    zero("DestinationPartition", "destination_partition", Text),
    zero("DestinationType", "destination_type", Text),
    zero("LocalBindPort", "local_bind_port", Number),
    zero("Datacenter", "datacenter", Text),
    zero("LocalBindAddress", "local_bind_address", Text),
    zero("LocalBindSocketPath", "local_bind_socket_path", Text),
    zero("LocalBindSocketMode", "local_bind_socket_mode", Text),
    null("MeshGateway", "mesh_gateway", One(&CONSUL_MESH_GATEWAY)),
    null("Config", "config", Any),
]);

pub(super) static CONSUL_TRANSPARENT_PROXY: Object = Object(&[
    zero("UID", "uid", Text),
    zero("OutboundPort", "outbound_port", Within(0, 65_535)),
    null("ExcludeInboundPorts", "exclude_inbound_ports", Texts),
    null(
        "ExcludeOutboundPorts",
        "exclude_outbound_ports",
        NumbersWithin(0, 65_535),
    ),
    null("ExcludeOutboundCIDRs", "exclude_outbound_cidrs", Texts),
    null("ExcludeUIDs", "exclude_uids", Texts),
    zero("NoDNS", "no_dns", Bool),
]);

pub(super) static CONSUL_GATEWAY_TLSSDS_CONFIG: Object = Object(&[
    zero("ClusterName", "cluster_name", Text),
    zero("CertResource", "cert_resource", Text),
]);

pub(super) static CONSUL_INGRESS_SERVICE: Object = Object(&[
    zero("Name", "name", Text),
    null("Hosts", "hosts", Texts),
    null("TLS", "tls", One(&CONSUL_GATEWAY_TLS_CONFIG)),
    null(
        "RequestHeaders",
        "request_headers",
        One(&CONSUL_HTTP_HEADER_MODIFIERS),
    ),
    null(
        "ResponseHeaders",
        "response_headers",
        One(&CONSUL_HTTP_HEADER_MODIFIERS),
    ),
    null("MaxConnections", "max_connections", Within(0, 4_294_967_295)),
    null(
        "MaxPendingRequests",
        "max_pending_requests",
        Within(0, 4_294_967_295),
    ),
    null(
        "MaxConcurrentRequests",
        "max_concurrent_requests",
        Within(0, 4_294_967_295),
    ),
]);

pub(super) static CONSUL_EXPOSE_PATH: Object = Object(&[
    zero("Path", "path", Text),
    zero("Protocol", "protocol", Text),
    zero("LocalPathPort", "local_path_port", Number),
    zero("ListenerPort", "listener_port", Text),
]);

pub(super) static CONSUL_MESH_GATEWAY: Object = Object(&[zero("Mode", "mode", Text)]);

pub(super) static CONSUL_HTTP_HEADER_MODIFIERS: Object = Object(&[
    null("Add", "add", TextMap),
    null("Set", "set", TextMap),
    null("Remove", "remove", Texts),
]);
