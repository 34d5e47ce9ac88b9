//! The files that configure the command of a product, and those that migrate state.

use super::Mode::{Expression, Literal, LiteralBool, LiteralString, ProviderRequirement};
use super::Repeats::{Many, Once};
use super::language::{argument, arguments, block, block_since, required, since};
use super::pack::{PACK, Pack};
use super::{Argument, BlockType, BodyType, FileKind, Rest, names};

/// The body of a file that configures the command.
pub(super) static COMMAND: BodyType = BodyType {
    arguments: &[
        argument("disable_checkpoint", LiteralBool),
        argument("disable_checkpoint_signature", LiteralBool),
        argument("plugin_cache_dir", LiteralString),
        argument("plugin_cache_may_break_dependency_lock_file", LiteralBool),
    ],
    blocks: &[
        block("credentials", &["host"], Many, &ANYTHING),
        block("credentials_helper", &["name"], Once, &CREDENTIALS_HELPER),
        block("host", &["host"], Many, &HOST),
        block("provider_installation", &[], Once, &INSTALLATION),
        block_since(
            None,
            Some(10),
            block("oci_default_credentials", &[], Once, &ANYTHING),
        ),
        block_since(
            None,
            Some(10),
            block("oci_credentials", &["repository"], Many, &ANYTHING),
        ),
        block_since(None, Some(11), block("registry_protocols", &[], Once, &ANYTHING)),
    ],
    rest: Rest::Nothing,
};

static ANYTHING: BodyType = arguments(Literal);

static CREDENTIALS_HELPER: BodyType = BodyType {
    arguments: &[argument("args", Literal)],
    blocks: &[],
    rest: Rest::Nothing,
};

static HOST: BodyType = BodyType {
    arguments: &[argument("services", Literal)],
    blocks: &[],
    rest: Rest::Nothing,
};

static INSTALLATION: BodyType = BodyType {
    arguments: &[],
    blocks: &[
        block("direct", &[], Many, &DIRECT),
        block("filesystem_mirror", &[], Many, &FILESYSTEM_MIRROR),
        block("network_mirror", &[], Many, &NETWORK_MIRROR),
        block_since(None, Some(10), block("oci_mirror", &[], Many, &OCI_MIRROR)),
        block("dev_overrides", &[], Once, &ANYTHING),
    ],
    rest: Rest::Nothing,
};

static DIRECT: BodyType = BodyType {
    arguments: &[
        argument("include", Literal),
        argument("exclude", Literal),
        DOWNLOAD_RETRIES,
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static FILESYSTEM_MIRROR: BodyType = BodyType {
    arguments: &[
        required("path", LiteralString),
        argument("include", Literal),
        argument("exclude", Literal),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static NETWORK_MIRROR: BodyType = BodyType {
    arguments: &[
        required("url", LiteralString),
        argument("include", Literal),
        argument("exclude", Literal),
        DOWNLOAD_RETRIES,
        since(None, Some(12), argument("trust_all_hashes", LiteralBool)),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

const DOWNLOAD_RETRIES: Argument = since(None, Some(11), argument("download_retry_count", Literal));

static OCI_MIRROR: BodyType = BodyType {
    arguments: &[
        required("repository_template", Expression),
        argument("include", Literal),
        argument("exclude", Literal),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

/// The files that say where migrated state comes from.
pub(super) static MIGRATIONS: Pack = Pack {
    kind: FileKind::Migrations,
    endings: &[".tfmigrate.hcl"],
    body: &MIGRATION,
    is_of_directory: true,
    ..PACK
};

static MIGRATION: BodyType = BodyType {
    arguments: &[],
    blocks: &[
        block(names::FROM, &[], Once, &FROM),
        block(names::STATE_STORE_PROVIDER, &[], Once, &PROVIDER),
    ],
    rest: Rest::Nothing,
};

static FROM: BodyType = BodyType {
    arguments: &[],
    blocks: &[block(names::BACKEND, &["type"], Once, &BACKEND), STATE_STORE],
    rest: Rest::Nothing,
};

const STATE_STORE: BlockType = block(names::STATE_STORE, &["type"], Once, &STATE_STORE_BODY);

static STATE_STORE_BODY: BodyType = BodyType {
    arguments: &[],
    blocks: &[block("provider", &["name"], Once, &BACKEND)],
    rest: Rest::Provider(Literal),
};

static BACKEND: BodyType = BodyType {
    arguments: &[],
    blocks: &[],
    rest: Rest::Provider(Literal),
};

static PROVIDER: BodyType = arguments(ProviderRequirement);
