//! The documentation of the derive macros: its examples need this crate, on which theirs cannot depend.

/// Implements decoding of bodies, blocks, attributes and labels into a type.
///
/// # Structs
///
/// A struct with named fields is decoded from the body of a file or a block. Each field is an attribute with the name of
/// the field, unless an option says otherwise. A struct without blocks and labels can also be the type of an attribute,
/// which is then an object.
///
/// ```
/// use std::collections::BTreeMap;
///
/// #[derive(hcl2::Decode)]
/// struct Config {
///     #[hcl(default = 4)]
///     workers: u8,
///     log_file: Option<String>,
///     #[hcl(block, name = "service")]
///     services: BTreeMap<String, Service>,
/// }
///
/// #[derive(hcl2::Decode)]
/// struct Service {
///     port: u16,
///     #[hcl(block, min = 1, max = 3, name = "mount")]
///     mounts: Vec<Mount>,
/// }
///
/// #[derive(hcl2::Decode)]
/// struct Mount {
///     #[hcl(label)]
///     path: String,
///     #[hcl(default)]
///     read_only: bool,
/// }
///
/// let config: Config = hcl2::from_str(
///     r#"
/// service "web" {
///   port = 80
///   mount "/data" {}
/// }
/// "#,
/// )?;
/// let web = &config.services["web"];
/// assert_eq!((config.workers, web.port, web.mounts[0].path.as_str()), (4, 80, "/data"));
/// assert!(config.log_file.is_none() && !web.mounts[0].read_only);
/// # Ok::<(), hcl2::Error>(())
/// ```
///
/// | field option | meaning |
/// |---|---|
/// | `#[hcl(block)]` | blocks: a struct for exactly one, `Option` for at most one, `Vec` for any number, a map with `String` keys for blocks whose first label is the key |
/// | `#[hcl(block_or_attribute)]` | an attribute that is an object, a map, or a list of them, and can also be written as a block without labels, or as blocks |
/// | `#[hcl(label)]` | the next label of the block |
/// | `#[hcl(one_of)]` | blocks of the types in an enum: the enum itself, an `Option` or a `Vec` of it |
/// | `#[hcl(flatten)]` | the fields of another struct, in the same body |
/// | `#[hcl(remain)]` | everything that the other fields do not name: a `Document`, which decodes it later, a `BodyRef`, `Attributes`, or a map with `String` keys |
/// | `#[hcl(name = "…")]` | the name in HCL, if it is not the name of the field |
/// | `#[hcl(default)]` | an absent block, or an absent or null attribute that is a struct, is read as an empty one, so that its own defaults count; if an empty one lacks something required, and for all other types, it has the `Default` of its type |
/// | `#[hcl(default = …)]` | the value of an absent or null attribute, or of an absent block; a string such as `"30s"` for a `Duration` or an address of the standard library |
/// | `#[hcl(from_str)]` | a string that `FromStr` parses, or an `Option`, `Vec`, set or map of such strings |
/// | `#[hcl(alias = "…")]` | another name in HCL, in place of the first one |
/// | `#[hcl(conflicts_with = "…")]` | an attribute or block that excludes this one; may be given several times |
/// | `#[hcl(requires = "…")]` | an attribute or block that this one requires; may be given several times |
/// | `#[hcl(min = …)]`, `#[hcl(max = …)]` | the minimum and maximum number of blocks, which are not in a map |
/// | `#[hcl(validate = …)]` | a function `fn(&T) -> Result<(), impl Display>` that checks the field; for an `Option<T>`, it takes `&T` or `&Option<T>` |
/// | `#[hcl(deprecated = "…")]` | a warning with this message if the item is present |
/// | `#[hcl(skip)]` | no item of the body; the field has the `Default` of its type |
///
/// The less common options:
///
/// ```
/// use std::collections::BTreeMap;
/// use std::net::IpAddr;
///
/// #[derive(hcl2::Decode, Debug)]
/// struct Server {
///     #[hcl(from_str)]
///     address: IpAddr,
///     #[hcl(validate = not_privileged)]
///     port: u16,
///     #[hcl(deprecated = "use `port`")]
///     listen: Option<u16>,
///     #[hcl(flatten)]
///     timeouts: Timeouts,
///     #[hcl(remain)]
///     tags: BTreeMap<String, String>,
///     #[hcl(skip)]
///     requests: u64,
/// }
///
/// #[derive(hcl2::Decode, Debug)]
/// struct Timeouts {
///     #[hcl(default = 30)]
///     idle_seconds: u32,
/// }
///
/// fn not_privileged(port: &u16) -> Result<(), &'static str> {
///     if *port < 1024 { Err("expected a port from 1024") } else { Ok(()) }
/// }
///
/// let server: Server = hcl2::from_str("address = \"10.0.0.1\"\nport = 8080\nowner = \"web team\"\n")?;
/// assert_eq!(server.tags["owner"], "web team");
/// assert_eq!((server.timeouts.idle_seconds, server.requests), (30, 0));
/// assert!(server.address.is_ipv4() && server.listen.is_none());
///
/// let error = hcl2::from_str::<Server>("address = \"10.0.0.1\"\nport = 80\n").unwrap_err();
/// assert!(error.to_string().contains("Expected a port from 1024."));
/// # Ok::<(), hcl2::Error>(())
/// ```
///
/// ```
/// use std::collections::{BTreeMap, HashSet};
/// use std::net::IpAddr;
///
/// #[derive(hcl2::Decode)]
/// struct Proxy {
///     #[hcl(from_str)]
///     allow: HashSet<IpAddr>,
///     #[hcl(from_str, default)]
///     hosts: BTreeMap<String, IpAddr>,
///     #[hcl(alias = "listen")]
///     port: Port,
///     #[hcl(requires = "key", conflicts_with = "insecure")]
///     certificate: Option<String>,
///     key: Option<String>,
///     insecure: Option<bool>,
/// }
///
/// #[derive(hcl2::Decode, Debug, PartialEq)]
/// struct Port(u16);
///
/// let proxy: Proxy = hcl2::from_str("allow = [\"::1\", \"10.0.0.1\"]\nlisten = 80\n")?;
/// assert_eq!((proxy.allow.len(), proxy.port), (2, Port(80)));
///
/// let error = hcl2::from_str::<Proxy>("allow = []\nport = 80\ncertificate = \"a.pem\"\n").err().unwrap();
/// assert!(error.to_string().contains("`certificate` requires `key`"));
/// # Ok::<(), hcl2::Error>(())
/// ```
///
/// # Enums
///
/// An enum whose variants have no fields is a choice of strings, for attributes and labels. With `#[hcl(keyword)]` on the
/// enum, attributes are bare names instead. Names are in snake case by default.
///
/// An enum whose variants have named fields or hold structs is a choice of block types, for `#[hcl(one_of)]`. The named fields
/// have the options of those of a struct. With `#[hcl(label)]` on the enum
/// it is a block whose first label selects the variant; all variants then have the same number of further labels.
///
/// ```
/// #[derive(hcl2::Decode)]
/// struct Pipeline {
///     mode: Mode,
///     #[hcl(one_of)]
///     steps: Vec<Step>,
///     #[hcl(block)]
///     store: Store,
/// }
///
/// #[derive(hcl2::Decode, Debug, PartialEq)]
/// #[hcl(keyword)]
/// enum Mode {
///     DryRun,
///     Apply,
/// }
///
/// #[derive(hcl2::Decode)]
/// enum Step {
///     Run { command: String },
///     Pause,
/// }
///
/// #[derive(hcl2::Decode)]
/// #[hcl(label)]
/// enum Store {
///     Memory,
///     Disk(Disk),
/// }
///
/// #[derive(hcl2::Decode)]
/// struct Disk {
///     path: String,
/// }
///
/// let pipeline: Pipeline = hcl2::from_str(
///     r#"
/// mode = dry_run
/// run {
///   command = "make"
/// }
/// pause {}
/// store "disk" {
///   path = "/var/lib"
/// }
/// "#,
/// )?;
/// assert_eq!(pipeline.mode, Mode::DryRun);
/// assert!(matches!(&pipeline.steps[..], [Step::Run { command }, Step::Pause] if command == "make"));
/// assert!(matches!(&pipeline.store, Store::Disk(disk) if disk.path == "/var/lib"));
/// # Ok::<(), hcl2::Error>(())
/// ```
///
/// The names of the variants have the option `#[hcl(name = "…")]`.
///
/// # Options of types
///
/// | option | meaning |
/// |---|---|
/// | `#[hcl(rename_all = "kebab-case")]` | the case of all names: `snake_case`, `kebab-case`, `camelCase`, `PascalCase`, `SCREAMING_SNAKE_CASE`, `lowercase` or `UPPERCASE` |
/// | `#[hcl(validate = …)]` | a function `fn(&T) -> Result<(), impl Display>` that checks a struct, or `fn(&T, &mut Check<'_, '_>)`, which reports problems of single fields |
/// | `#[hcl(ignore_unknown)]` | attributes and blocks that no field of the struct names are not errors |
/// | `#[hcl(keyword)]` | an enum without fields is a bare name in attributes |
/// | `#[hcl(label)]` | an enum is a block whose first label selects the variant |
/// | `#[hcl(transparent)]` | a struct with one named field is the attribute that the field would be, as one with an unnamed field is without the option; with `#[hcl(label)]` too, it is also a label |
/// | `#[hcl(crate = …)]` | the path of `hcl2::decode`, if it is not available under this name |
///
/// ```
/// use hcl2::decode::Check;
///
/// #[derive(hcl2::Decode, Debug)]
/// #[hcl(rename_all = "kebab-case", validate = check_limits)]
/// struct Limits {
///     min_size: u32,
///     max_size: u32,
/// }
///
/// fn check_limits(limits: &Limits, check: &mut Check<'_, '_>) {
///     if limits.max_size < limits.min_size {
///         check.error(Limits::FIELDS.max_size, "`max-size` must not be less than `min-size`");
///     }
/// }
///
/// let error = hcl2::from_str::<Limits>("min-size = 2\nmax-size = 1\n").unwrap_err();
/// assert!(error.to_string().contains("must not be less than"));
/// ```
///
/// # Names of fields
///
/// The macro defines a constant `FIELDS` for a struct with named fields: `Limits::FIELDS.max_size` is `"max-size"`, the
/// name in HCL. A field that does not exist does not compile, unlike a wrong name in a string. Fields with `one_of`,
/// `flatten`, `remain` or `skip` have no name.
///
/// # Two notations, and files of newer versions
///
/// ```
/// use std::collections::BTreeMap;
///
/// #[derive(hcl2::Decode, Debug, PartialEq)]
/// #[hcl(ignore_unknown)]
/// struct Image {
///     name: String,
///     #[hcl(block_or_attribute, default)]
///     labels: BTreeMap<String, String>,
/// }
///
/// let as_attribute: Image = hcl2::from_str("name = \"web\"\nlabels = { tier = 1 }\n")?;
/// let as_block: Image = hcl2::from_str("name = \"web\"\nlabels {\n  tier = 1\n}\nplatform = \"arm\"\n")?;
/// assert_eq!(as_attribute, as_block);
/// # Ok::<(), hcl2::Error>(())
/// ```
#[doc(inline)]
pub use hcl2_derive::Decode;
/// Implements encoding of a type as a body, a block, an attribute or a label.
///
/// It has the same options as [`Decode`](macro@Decode), so that the encoded body decodes to an equal value. A field that is
/// `None` is left out, and a field with `#[hcl(from_str)]` is written in the `Display` form of its type. A field with
/// `#[hcl(remain)]` must be a map.
///
/// ```
/// #[derive(hcl2::Encode)]
/// struct Service {
///     name: String,
///     port: Option<u16>,
///     #[hcl(block)]
///     health: Health,
/// }
///
/// #[derive(hcl2::Encode)]
/// struct Health {
///     path: String,
/// }
///
/// let service = Service { name: "web".to_owned(), port: None, health: Health { path: "/up".to_owned() } };
/// assert_eq!(hcl2::to_string(&service)?, "name = \"web\"\n\nhealth {\n  path = \"/up\"\n}\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(inline)]
pub use hcl2_derive::Encode;
