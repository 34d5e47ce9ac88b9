//! The kinds of files beside those of modules.

use super::Mode::{
    Expression, Keyword, Literal, LiteralBool, LiteralString, ProviderMap, Reference, References, Target,
};
use super::Repeats::{Many, Once};
use super::features::SYMBOL_LIBRARIES;
use super::language::{
    CONDITION, LOCALS, PROVIDER, PROVIDER_BLOCK, VARIABLE, argument, arguments, block, block_since,
    described_by, required, since,
};
use super::packs::{PACKS, body_of_jobs, own_pack_of_file, pack_of_body, pack_of_file, specifications};
use super::policies::{POLICIES, POLICY_TESTS};
use super::settings::COMMAND;
use super::symbols::LIBRARY_END;
use super::{BlockType, BodyType, Describes, Language, Rest, VARIABLE_DEFINITIONS, Version, Versions, names};

/// Returns the type of the body of a file that is no part of a module, by its name: variables, tests, mocks, queries,
/// locks, migrations of state, stacks, policies, and settings of the command. `None` for all other files.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::table::body_of_kind;
///
/// assert!(body_of_kind("main.tftest.hcl").is_some() && body_of_kind(".terraform.lock.hcl").is_some());
/// assert!(body_of_kind("main.tfdeploy.json").is_some() && body_of_kind(".terraformrc").is_some());
/// assert!(body_of_kind("main.tf").is_none() && body_of_kind("app.hcl").is_none());
/// ```
#[must_use]
pub fn body_of_kind(name: &str) -> Option<&'static BodyType> {
    let ending = |(endings, _): &&(&[&str], &BodyType)| endings.iter().any(|ending| name.ends_with(ending));
    let exact = |(names, _): &&(&[&str], &BodyType)| names.contains(&name);
    let found = KINDS.iter().find(ending).or_else(|| NAMED.iter().find(exact));
    found
        .map(|(_, body)| *body)
        .or_else(|| own_pack_of_file(name).map(|pack| pack.body))
}

/// Returns the kind of a file whose name may leave that open, by the names that it writes: of those that its name allows,
/// the kind that has most of them, or else `kind`, that of most such files.
pub(crate) fn kind_by_content<'n>(
    kind: &'static BodyType,
    written: impl Iterator<Item = &'n str> + Clone,
) -> &'static BodyType {
    let others: &[&BodyType] = if std::ptr::eq(kind, body_of_jobs()) {
        &[
            &specifications::NODE_POOLS,
            &specifications::VOLUME,
            &specifications::NAMESPACE,
            &specifications::QUOTA,
            &specifications::NOMAD_POLICY,
        ]
    } else if std::ptr::eq(kind, &raw const POLICIES) {
        &[
            &specifications::NOMAD_POLICY,
            &specifications::VAULT_POLICY,
            &specifications::CONSUL_POLICY,
        ]
    } else {
        &[]
    };
    let known = |kind: &BodyType| {
        let is_known = |name: &&str| {
            kind.blocks.iter().any(|own| own.name == *name)
                || kind.arguments.iter().any(|own| own.name == *name)
        };
        written.clone().filter(is_known).count()
    };
    let mut best = (kind, known(kind));
    for other in others {
        let count = known(other);
        if count > best.1 {
            best = (other, count);
        }
    }
    best.0
}

/// Returns whether a version reads a file beside those of a module, by its name.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::table::is_read_by;
///
/// assert!(is_read_by("main.tfquery.hcl", "terraform@1.14".parse()?));
/// assert!(!is_read_by("main.tfquery.hcl", "terraform@1.13".parse()?));
/// # Ok::<(), String>(())
/// ```
#[must_use]
pub fn is_read_by(name: &str, version: Version) -> bool {
    const READ: [(&[&str], Versions); 6] = [
        (
            &[".tftest.hcl", ".tftest.json"],
            Versions::since_minors(Some(6), Some(0)),
        ),
        (
            &[".tofutest.hcl", ".tofutest.json"],
            Versions::since_minors(None, Some(0)),
        ),
        (
            &[".tfmock.hcl", ".tfmock.json"],
            Versions::since_minors(Some(7), None),
        ),
        (
            &[".tfquery.hcl", ".tfquery.json"],
            Versions::since_minors(Some(14), None),
        ),
        (&[".tfmigrate.hcl"], Versions::since_minors(Some(16), None)),
        (&[LIBRARY_END], SYMBOL_LIBRARIES),
    ];
    let mut all = READ.iter();
    let found = all.find(|(endings, _)| endings.iter().any(|ending| name.ends_with(ending)));
    found.is_none_or(|(_, versions)| versions.has(version))
}

/// Returns the type of the body of a file in the language of another product, by its name.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::table::body_of_foreign_file;
///
/// assert!(body_of_foreign_file("build.pkr.hcl").is_some() && body_of_foreign_file("web.nomad").is_some());
/// assert!(body_of_foreign_file("terragrunt.hcl").is_some() && body_of_foreign_file("app.hcl").is_none());
/// ```
#[must_use]
pub fn body_of_foreign_file(name: &str) -> Option<&'static BodyType> {
    pack_of_file(name).map(|pack| pack.body)
}

/// Returns the type of the body of a file in the language of another product: `packer`, `nomad`, `terragrunt` or `bake`,
/// and for its other files `packer-variables` and `terragrunt-stack`.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::table::body_of_language;
///
/// assert!(body_of_language("nomad").unwrap().blocks.iter().any(|block| block.name == "job"));
/// assert!(body_of_language("terraform").is_none());
/// ```
#[must_use]
pub fn body_of_language(name: &str) -> Option<&'static BodyType> {
    let mut all = PACKS.into_iter();
    all.find(|pack| pack.name == name).map(|pack| pack.body)
}

/// Returns the names of the languages of other products.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::table::languages;
///
/// assert!(languages().any(|name| name == "packer"));
/// ```
pub fn languages() -> impl Iterator<Item = &'static str> {
    PACKS.into_iter().map(|pack| pack.name)
}

/// Returns whether the files of a kind in a directory belong together, so that each may refer to what others declare.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::table::{belongs_with_others, body_of_kind, body_of_language};
///
/// assert!(belongs_with_others(body_of_language("packer").unwrap()));
/// assert!(belongs_with_others(body_of_kind("main.tfcomponent.hcl").unwrap()));
/// assert!(!belongs_with_others(body_of_language("nomad").unwrap()));
/// ```
#[must_use]
pub fn belongs_with_others(kind: &'static BodyType) -> bool {
    pack_of_body(kind).is_some_and(|pack| pack.is_of_directory)
}

/// Returns the kind of the files elsewhere that may declare more in files of a kind: the stacks of Terragrunt, for units.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::table::{body_of_language, completed_by};
///
/// assert!(completed_by(body_of_language("terragrunt").unwrap()).is_some());
/// assert!(completed_by(body_of_language("nomad").unwrap()).is_none());
/// ```
#[must_use]
pub fn completed_by(kind: &'static BodyType) -> Option<&'static BodyType> {
    let completion = pack_of_body(kind)?.completed_by?;
    Some(completion.by.body)
}

/// Returns whether a file sets variables of the module in its directory, by its name.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::table::sets_variables;
///
/// assert!(sets_variables("prod.tfvars") && sets_variables("prod.tfvars.json"));
/// assert!(!sets_variables("main.tf"));
/// ```
#[must_use]
pub fn sets_variables(name: &str) -> bool {
    body_of_kind(name).is_some_and(|kind| std::ptr::eq(kind, &raw const VARIABLE_DEFINITIONS))
}

/// Returns whether a file has tests of the module in its directory or that around it, by its name.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::table::has_tests;
///
/// assert!(has_tests("main.tftest.hcl") && !has_tests("main.tf"));
/// ```
#[must_use]
pub fn has_tests(name: &str) -> bool {
    body_of_kind(name).is_some_and(|kind| std::ptr::eq(kind, &raw const TEST))
}

/// Returns whether a file configures the command, by its name. In such files, names may be in quotes.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::table::configures_command;
///
/// assert!(configures_command(".terraformrc") && !configures_command("main.tf"));
/// ```
#[must_use]
pub fn configures_command(name: &str) -> bool {
    body_of_kind(name).is_some_and(|kind| std::ptr::eq(kind, &raw const COMMAND))
}

/// Returns the language of a file that one product only reads, by its name: one that configures its command, or a symbol
/// library.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::table::{Language, language_of_settings};
///
/// assert_eq!(language_of_settings(".tofurc"), Some(Language::OpenTofu));
/// assert_eq!(language_of_settings("vectors.sym.hcl"), Some(Language::OpenTofu));
/// assert_eq!(language_of_settings(".terraformrc"), None);
/// ```
#[must_use]
pub fn language_of_settings(name: &str) -> Option<Language> {
    // OpenTofu reads those of Terraform, too.
    let is_of_opentofu = OF_OPENTOFU.contains(&name) || name.ends_with(LIBRARY_END);
    is_of_opentofu.then_some(Language::OpenTofu)
}

/// Returns whether the blocks of a kind of files are those of modules, or refer to their objects.
pub(crate) fn is_of_modules(kind: &BodyType) -> bool {
    [&TEST, &MOCK, &QUERY].iter().any(|own| std::ptr::eq(*own, kind))
}

/// Returns whether files of a kind are tests.
pub(crate) fn is_of_tests(kind: &BodyType) -> bool {
    std::ptr::eq(&raw const TEST, kind)
}

/// Returns whether files of a kind lock the versions of providers.
pub(crate) fn is_of_locks(kind: &BodyType) -> bool {
    std::ptr::eq(&raw const LOCK, kind)
}

/// The kinds of files, by the ends of their names.
pub(super) static KINDS: &[(&[&str], &BodyType)] = &[
    (&[".tfvars", ".tfvars.json"], &VARIABLE_DEFINITIONS),
    (
        &[".tftest.hcl", ".tftest.json", ".tofutest.hcl", ".tofutest.json"],
        &TEST,
    ),
    (&[".tfmock.hcl", ".tfmock.json"], &MOCK),
    (&[".tfquery.hcl", ".tfquery.json"], &QUERY),
    (&[".policy.hcl"], &POLICIES),
    (&[".policytest.hcl"], &POLICY_TESTS),
    (&[".tfrc", ".tfrc.json"], &COMMAND),
];

/// The kinds of files, by their whole names.
static NAMED: &[(&[&str], &BodyType)] = &[
    (&[".terraform.lock.hcl"], &LOCK),
    (&[".terraformrc", "terraform.rc"], &COMMAND),
    (OF_OPENTOFU, &COMMAND),
];

/// The files that configure the command of OpenTofu alone.
const OF_OPENTOFU: &[&str] = &[".tofurc", "tofu.rc"];

static TEST: BodyType = BodyType {
    arguments: &[],
    blocks: &[
        block_since(Some(12), None, block("test", &[], Once, &TEST_SETTINGS)),
        block_since(Some(6), Some(0), block("run", &["name"], Many, &RUN)),
        described_by(Describes::Provider, block("provider", &["name"], Many, &PROVIDER)),
        block_since(
            Some(7),
            Some(8),
            block("mock_provider", &["name"], Many, &MOCK_PROVIDER),
        ),
        block_since(Some(13), None, block("variable", &["name"], Many, &VARIABLE)),
        block("variables", &[], Once, &VALUES),
        OVERRIDE_RESOURCE,
        OVERRIDE_DATA,
        OVERRIDE_EPHEMERAL,
        OVERRIDE_MODULE,
    ],
    rest: Rest::Nothing,
};

static TEST_SETTINGS: BodyType = BodyType {
    arguments: &[
        argument("parallel", LiteralBool),
        since(Some(14), None, argument("skip_cleanup", LiteralBool)),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static VALUES: BodyType = arguments(Expression);

static RUN: BodyType = BodyType {
    arguments: &[
        argument("command", Keyword(&["plan", "apply"])),
        argument("providers", ProviderMap),
        argument("expect_failures", References),
        since(Some(11), None, argument("state_key", LiteralString)),
        since(Some(12), None, argument("parallel", LiteralBool)),
        since(Some(14), None, argument("skip_cleanup", LiteralBool)),
    ],
    blocks: &[
        block("plan_options", &[], Once, &PLAN_OPTIONS),
        block("assert", &[], Many, &CONDITION),
        block("variables", &[], Once, &VALUES),
        block("module", &[], Once, &RUN_MODULE),
        OVERRIDE_RESOURCE,
        OVERRIDE_DATA,
        OVERRIDE_EPHEMERAL,
        OVERRIDE_MODULE,
        block_since(Some(14), None, block("backend", &["name"], Once, &BACKEND_OF_RUN)),
    ],
    rest: Rest::Nothing,
};

static BACKEND_OF_RUN: BodyType = BodyType {
    arguments: &[],
    blocks: &[],
    rest: Rest::Provider(Literal),
};

static PLAN_OPTIONS: BodyType = BodyType {
    arguments: &[
        argument("mode", Keyword(&["normal", "refresh-only"])),
        argument("refresh", LiteralBool),
        argument("replace", References),
        argument("target", References),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static RUN_MODULE: BodyType = BodyType {
    arguments: &[
        required("source", LiteralString),
        argument("version", LiteralString),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

const OVERRIDE_RESOURCE: BlockType =
    block_since(Some(7), Some(8), block("override_resource", &[], Many, &OVERRIDE));
const OVERRIDE_DATA: BlockType = block_since(Some(7), Some(8), block("override_data", &[], Many, &OVERRIDE));
const OVERRIDE_EPHEMERAL: BlockType =
    block_since(Some(17), None, block("override_ephemeral", &[], Many, &OVERRIDE));
const OVERRIDE_MODULE: BlockType = block_since(
    Some(7),
    Some(8),
    block("override_module", &[], Many, &OVERRIDDEN_MODULE),
);

static OVERRIDE: BodyType = BodyType {
    arguments: &[
        required("target", Target),
        argument("values", Expression),
        OVERRIDE_DURING,
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static OVERRIDDEN_MODULE: BodyType = BodyType {
    arguments: &[
        required("target", Target),
        argument("outputs", Expression),
        OVERRIDE_DURING,
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

const OVERRIDE_DURING: super::Argument = since(
    Some(11),
    None,
    argument("override_during", Keyword(&["plan", "apply"])),
);

static MOCK_PROVIDER: BodyType = BodyType {
    arguments: &[
        argument("alias", LiteralString),
        since(Some(7), None, argument("source", LiteralString)),
        OVERRIDE_DURING,
        since(None, Some(9), argument("for_each", Expression)),
    ],
    blocks: MOCKS,
    rest: Rest::Nothing,
};

static MOCK: BodyType = BodyType {
    arguments: &[],
    blocks: MOCKS,
    rest: Rest::Nothing,
};

const MOCKS: &[BlockType] = &[
    block("mock_resource", &["type"], Many, &MOCKED),
    block("mock_data", &["type"], Many, &MOCKED),
    block_since(Some(17), None, block("mock_ephemeral", &["type"], Many, &MOCKED)),
    OVERRIDE_RESOURCE,
    OVERRIDE_DATA,
    OVERRIDE_EPHEMERAL,
];

static MOCKED: BodyType = BodyType {
    arguments: &[argument("defaults", Expression), OVERRIDE_DURING],
    blocks: &[],
    rest: Rest::Nothing,
};

static QUERY: BodyType = BodyType {
    arguments: &[],
    blocks: &[
        block_since(Some(14), None, block(names::LIST, &["type", "name"], Many, &LIST)),
        described_by(Describes::Provider, block("provider", &["name"], Many, &PROVIDER)),
        block("variable", &["name"], Many, &VARIABLE),
        block("locals", &[], Many, &LOCALS),
    ],
    rest: Rest::Nothing,
};

static LIST: BodyType = BodyType {
    arguments: &[
        argument("count", Expression),
        argument("for_each", Expression),
        required("provider", Reference),
        argument("include_resource", Expression),
        argument("limit", Expression),
    ],
    blocks: &[block("config", &[], Once, &PROVIDER_BLOCK)],
    rest: Rest::Nothing,
};

static LOCK: BodyType = BodyType {
    arguments: &[],
    blocks: &[
        block("provider", &["address"], Many, &LOCKED),
        // Reserved for later versions, which ignore what it contains.
        block(names::MODULE, &["path"], Many, &RESERVED),
    ],
    rest: Rest::Nothing,
};

static RESERVED: BodyType = BodyType {
    arguments: &[],
    blocks: &[],
    rest: Rest::Provider(Expression),
};

static LOCKED: BodyType = BodyType {
    arguments: &[
        required("version", LiteralString),
        argument("constraints", LiteralString),
        argument("hashes", Literal),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};
