//! Services of jobs, and how they connect to each other.

use super::super::{MAP, dynamic, expressions};
use super::META;
use super::parts::{CONFIG, ENV, IDENTITY, LOGS, RESOURCES, VOLUME_MOUNT};
use crate::table::Repeats::{Many, Once};
use crate::table::language::block;
use crate::table::{BlockType, BodyType, Rest};

pub(super) const SERVICE: BlockType = block("service", &[], Many, &SERVICE_BODY);
const CHECK_RESTART: BlockType = block("check_restart", &[], Once, &CHECK_RESTART_BODY);
const TLS: BlockType = block("tls", &[], Once, &TLS_BODY);

static SERVICE_BODY: BodyType = BodyType {
    arguments: &expressions([
        "name",
        "tags",
        "canary_tags",
        "enable_tag_override",
        "port",
        "address_mode",
        "address",
        "task",
        "on_update",
        "provider",
        "cluster",
        "kind",
    ]),
    blocks: &[
        block("check", &[], Many, &CHECK),
        CHECK_RESTART,
        block("connect", &[], Once, &CONNECT),
        META,
        block("canary_meta", &[], Once, &MAP),
        block("tagged_addresses", &[], Once, &MAP),
        IDENTITY,
        block("weights", &[], Once, &WEIGHTS),
        dynamic(),
    ],
    rest: Rest::Nothing,
};

static WEIGHTS: BodyType = BodyType {
    arguments: &expressions(["passing", "warning"]),
    blocks: &[],
    rest: Rest::Nothing,
};

static CHECK: BodyType = BodyType {
    arguments: &expressions([
        "name",
        "type",
        "command",
        "args",
        "path",
        "protocol",
        "port",
        "expose",
        "address_mode",
        "advertise",
        "interval",
        "timeout",
        "initial_status",
        "notes",
        "tls_server_name",
        "tls_skip_verify",
        "method",
        "grpc_service",
        "grpc_use_tls",
        "task",
        "success_before_passing",
        "failures_before_critical",
        "failures_before_warning",
        "body",
        "on_update",
    ]),
    blocks: &[block("header", &[], Once, &MAP), CHECK_RESTART, dynamic()],
    rest: Rest::Nothing,
};

static CHECK_RESTART_BODY: BodyType = BodyType {
    arguments: &expressions(["limit", "grace", "ignore_warnings"]),
    blocks: &[],
    rest: Rest::Nothing,
};

static CONNECT: BodyType = BodyType {
    arguments: &expressions(["native"]),
    blocks: &[
        block("gateway", &[], Once, &GATEWAY),
        block("sidecar_service", &[], Once, &SIDECAR_SERVICE),
        block("sidecar_task", &[], Once, &SIDECAR_TASK),
        dynamic(),
    ],
    rest: Rest::Nothing,
};

static GATEWAY: BodyType = BodyType {
    arguments: &[],
    blocks: &[
        block("proxy", &[], Once, &GATEWAY_PROXY),
        block("ingress", &[], Once, &INGRESS),
        block("terminating", &[], Once, &TERMINATING),
        block("mesh", &[], Once, &MESH),
        dynamic(),
    ],
    rest: Rest::Nothing,
};

static MESH: BodyType = BodyType {
    arguments: &[],
    blocks: &[],
    rest: Rest::Nothing,
};

static GATEWAY_PROXY: BodyType = BodyType {
    arguments: &expressions([
        "connect_timeout",
        "envoy_gateway_bind_tagged_addresses",
        "envoy_gateway_no_default_bind",
        "envoy_dns_discovery_type",
    ]),
    blocks: &[
        block(
            "envoy_gateway_bind_addresses",
            &["name of the listener"],
            Many,
            &BIND_ADDRESS,
        ),
        CONFIG,
        dynamic(),
    ],
    rest: Rest::Nothing,
};

static BIND_ADDRESS: BodyType = BodyType {
    arguments: &expressions(["address", "port"]),
    blocks: &[],
    rest: Rest::Nothing,
};

static INGRESS: BodyType = BodyType {
    arguments: &[],
    blocks: &[TLS, block("listener", &[], Many, &LISTENER), dynamic()],
    rest: Rest::Nothing,
};

static TLS_BODY: BodyType = BodyType {
    arguments: &expressions(["enabled", "tls_min_version", "tls_max_version", "cipher_suites"]),
    blocks: &[block("sds", &[], Once, &SDS), dynamic()],
    rest: Rest::Nothing,
};

static SDS: BodyType = BodyType {
    arguments: &expressions(["cluster_name", "cert_resource"]),
    blocks: &[],
    rest: Rest::Nothing,
};

static LISTENER: BodyType = BodyType {
    arguments: &expressions(["port", "protocol"]),
    blocks: &[block("service", &[], Many, &LISTENING_SERVICE), dynamic()],
    rest: Rest::Nothing,
};

static LISTENING_SERVICE: BodyType = BodyType {
    arguments: &expressions([
        "name",
        "hosts",
        "max_connections",
        "max_pending_requests",
        "max_concurrent_requests",
    ]),
    blocks: &[
        TLS,
        block("request_headers", &[], Once, &HEADERS),
        block("response_headers", &[], Once, &HEADERS),
        dynamic(),
    ],
    rest: Rest::Nothing,
};

static HEADERS: BodyType = BodyType {
    arguments: &expressions(["remove"]),
    blocks: &[
        block("add", &[], Once, &MAP),
        block("set", &[], Once, &MAP),
        dynamic(),
    ],
    rest: Rest::Nothing,
};

static TERMINATING: BodyType = BodyType {
    arguments: &[],
    blocks: &[block("service", &[], Many, &LINKED_SERVICE), dynamic()],
    rest: Rest::Nothing,
};

static LINKED_SERVICE: BodyType = BodyType {
    arguments: &expressions(["name", "ca_file", "cert_file", "key_file", "sni"]),
    blocks: &[],
    rest: Rest::Nothing,
};

static SIDECAR_SERVICE: BodyType = BodyType {
    arguments: &expressions(["tags", "port", "disable_default_tcp_check"]),
    blocks: &[block("proxy", &[], Once, &PROXY), META, dynamic()],
    rest: Rest::Nothing,
};

static PROXY: BodyType = BodyType {
    arguments: &expressions(["local_service_address", "local_service_port"]),
    blocks: &[
        block("expose", &[], Once, &EXPOSE),
        block("upstreams", &[], Many, &UPSTREAM),
        block("transparent_proxy", &[], Once, &TRANSPARENT_PROXY),
        CONFIG,
        dynamic(),
    ],
    rest: Rest::Nothing,
};

static EXPOSE: BodyType = BodyType {
    arguments: &[],
    blocks: &[block("path", &[], Many, &EXPOSED_PATH), dynamic()],
    rest: Rest::Nothing,
};

static EXPOSED_PATH: BodyType = BodyType {
    arguments: &expressions(["path", "protocol", "local_path_port", "listener_port"]),
    blocks: &[],
    rest: Rest::Nothing,
};

static UPSTREAM: BodyType = BodyType {
    arguments: &expressions([
        "destination_name",
        "destination_namespace",
        "destination_peer",
        "destination_partition",
        "destination_type",
        "local_bind_port",
        "datacenter",
        "local_bind_address",
        "local_bind_socket_path",
        "local_bind_socket_mode",
    ]),
    blocks: &[block("mesh_gateway", &[], Once, &MESH_GATEWAY), CONFIG, dynamic()],
    rest: Rest::Nothing,
};

static MESH_GATEWAY: BodyType = BodyType {
    arguments: &expressions(["mode"]),
    blocks: &[],
    rest: Rest::Nothing,
};

static TRANSPARENT_PROXY: BodyType = BodyType {
    arguments: &expressions([
        "uid",
        "outbound_port",
        "exclude_inbound_ports",
        "exclude_outbound_ports",
        "exclude_outbound_cidrs",
        "exclude_uids",
        "no_dns",
    ]),
    blocks: &[],
    rest: Rest::Nothing,
};

static SIDECAR_TASK: BodyType = BodyType {
    arguments: &expressions([
        "name",
        "driver",
        "user",
        "kill_timeout",
        "shutdown_delay",
        "kill_signal",
    ]),
    blocks: &[
        CONFIG,
        ENV,
        RESOURCES,
        META,
        LOGS,
        VOLUME_MOUNT,
        IDENTITY,
        dynamic(),
    ],
    rest: Rest::Nothing,
};
