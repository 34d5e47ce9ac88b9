//! Source addresses of modules.

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::terraform as codes};
use hcl2_model::{Attribute, BodySchema, ExpressionRef, Name, Traversal};

use super::constants::{quoted, text_of};
use super::declaration::Declaration;
use super::early::{computed_requirements, is_early};
use super::provider_source::is_hostname;
use super::{Module, ModuleFile};
use crate::address::Address;
use crate::table::{Language, Mode, REFERRING, names};

/// Checks the source of a module call, and whether it can have a version.
pub(super) fn check(call: &Declaration, diagnostics: &mut Diagnostics) {
    let Some(argument) = call.argument(names::SOURCE) else {
        return;
    };
    let Some(source) = text_of(&argument.expression) else {
        return;
    };
    // A computed version may be null.
    let version = call.argument(names::VERSION).map(|version| &version.expression);
    let has_version = version.is_some_and(|version| version.variables().is_empty() && !is_null(version));
    diagnostics.extend(problem(&source, has_version, argument.expression.span()));
}

/// Returns whether an expression is a constant null.
pub(super) fn is_null(expression: &ExpressionRef) -> bool {
    let value = expression.evaluate(None);
    value.value.is_null() && !value.diagnostics.has_errors()
}

/// Returns what is wrong with the source of a module call, if anything.
pub(crate) fn problem(source: &str, has_version: bool, span: Span) -> Option<Diagnostic> {
    let (code, summary, detail) = if has_version && !is_in_registry(source) {
        (
            codes::INVALID_VERSION,
            "Version without registry",
            format!(
                "Only modules from a registry have versions, and {source:?} is not an address in a registry. Remove the \
                 argument `{}`.",
                names::VERSION
            ),
        )
    } else if is_local(source) || is_in_registry(source) || is_remote(source) {
        return None;
    } else {
        (codes::INVALID_SOURCE, "Invalid module source", wanted(source))
    };
    Some(
        Diagnostic::error(code, summary)
            .with_detail(detail)
            .with_subject(span),
    )
}

/// Checks the source of a module that a run tests, which Terraform does not load from elsewhere.
pub(super) fn check_tested(call: &Declaration, diagnostics: &mut Diagnostics) {
    let errors = diagnostics.error_count();
    check(call, diagnostics);
    if let Some(argument) = call.argument(names::SOURCE)
        && let Some(source) = text_of(&argument.expression)
        && diagnostics.error_count() == errors
        && !is_local(&source)
        && !is_in_registry(&source)
    {
        diagnostics.push(
            Diagnostic::error(codes::INVALID_SOURCE, "Invalid module source")
                .with_detail(format!(
                    "Runs test modules in directories and registries only, and {source:?} is neither."
                ))
                .with_subject(argument.expression.span()),
        );
    }
}

/// Reports sources and versions of modules and of providers that refer to variables that are not constant.
pub(super) fn check_constants(declarations: &[Declaration], diagnostics: &mut Diagnostics) {
    let of_type = |name: &'static str| {
        declarations
            .iter()
            .filter(move |declaration| declaration.block_type.name == name)
    };
    let is_constant = |reference: &Traversal| is_constant(declarations, reference);
    for call in of_type(names::MODULE) {
        for argument in [names::SOURCE, names::VERSION]
            .iter()
            .filter_map(|name| call.argument(name))
        {
            let own = call.block_type.body.argument(&argument.name, Language::Terraform);
            if own.is_none_or(|own| !matches!(own.mode, Mode::Early | Mode::EarlyVersion)) {
                continue;
            }
            let variables = argument.expression.variables();
            let first = variables.iter().find(|reference| !is_constant(reference));
            diagnostics.extend(
                first
                    .and_then(Traversal::span)
                    .map(|span| not_constant("Modules", span)),
            );
        }
    }
    for (_, _, value) in computed_requirements(declarations).filter(|(.., value)| is_early(value)) {
        let variables = value.variables();
        let first = variables.iter().find(|reference| !is_constant(reference));
        diagnostics.extend(
            first
                .and_then(Traversal::span)
                .map(|span| not_constant("Providers", span)),
        );
    }
}

/// Returns whether a reference is to something else than a variable that is not constant.
fn is_constant(declarations: &[Declaration], reference: &Traversal) -> bool {
    match Address::from_traversal(reference) {
        Some(Address::Variable(name)) => is_constant_variable(declarations, &name),
        _ => true,
    }
}

fn is_constant_variable(declarations: &[Declaration], name: &Name) -> bool {
    let mut variables = declarations.iter().filter(|declaration| {
        declaration.block_type.name == names::VARIABLE && declaration.first_label() == Some(name)
    });
    variables.all(|variable| variable.flag(names::CONST, false))
}

/// Returns the variables of a module whose values are not known when the modules that it calls are installed.
pub(crate) fn late_variables(module: &Module) -> impl Iterator<Item = &Name> {
    let declarations = &module.contents.declarations;
    let variables = module.variables.iter().map(|variable| &variable.name);
    variables
        .filter(|name| module.language == Language::Terraform && !is_constant_variable(declarations, name))
}

/// Returns whether the version of a module allows the computed source or version of a call, and what it refers to; if not, the
/// module has an error there.
pub(crate) fn is_allowed(argument: &Attribute, module: &Module) -> bool {
    let mut referring = REFERRING.iter();
    let is_of_version = referring.any(|(block, name, versions)| {
        *block == names::MODULE && argument.name == **name && versions.has(module.version())
    });
    let variables = argument.expression.variables();
    let mut variables = variables.iter();
    let declarations = &module.contents.declarations;
    is_of_version
        && (module.language == Language::OpenTofu
            || variables.all(|reference| is_constant(declarations, reference)))
}

/// Reports a reference to a variable that is not constant.
fn not_constant(installed: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::NOT_CONSTANT, "Not a constant")
        .with_detail(format!(
            "{installed} are installed before anything is evaluated, so the variable must be constant. Set `{} = true` in \
             its block.",
            names::CONST
        ))
        .with_subject(span)
}

fn wanted(source: &str) -> String {
    let is_path = source.is_empty() || source.split('/').count() < 3 && !source.starts_with("github.com");
    let path = if is_path && !source.is_empty() {
        format!(" A path starts with `./` or `../`: write `./{source}`.")
    } else {
        String::new()
    };
    format!(
        "Expected a path, an address in a registry such as `hashicorp/consul/aws`, or a URL, found {source:?}.{path}"
    )
}

/// Returns whether the source of a module is a path relative to its caller.
pub(super) fn is_local(source: &str) -> bool {
    ["./", "../", ".\\", "..\\"]
        .iter()
        .any(|start| source.starts_with(start))
}

impl ModuleFile {
    /// Returns the paths of the modules that the calls in a file of a module, or the runs in a file of tests, name, with
    /// their ranges. It does not check the file.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    /// use hcl2_terraform::ModuleFile;
    /// use hcl2_terraform::table::Language;
    ///
    /// let source = SourceMap::new().add("main.tf", "module \"net\" {\n  source = \"./net\"\n}\n")?;
    /// let file = ModuleFile::parse(&source, Language::Terraform).value;
    /// assert_eq!(file.called_paths()[0].0, "./net");
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn called_paths(&self) -> Vec<(String, Span)> {
        let name = ["name"];
        let blocks = BodySchema::new()
            .block(names::MODULE, name)
            .block(names::RUN, name);
        let in_run = BodySchema::new().block(names::MODULE, [] as [&str; 0]);
        let source = BodySchema::new().optional(names::SOURCE);
        let mut found = Vec::new();
        for block in self.body.partial_content(&blocks).value.content.blocks {
            let calls = if block.block_type == *names::RUN {
                let run = block.body.partial_content(&in_run).value;
                run.content.blocks.into_iter().map(|call| call.body).collect()
            } else {
                vec![block.body]
            };
            for call in calls {
                let content = call.partial_content(&source).value.content;
                for argument in &content.attributes {
                    let path = quoted(&argument.expression).filter(|path| is_local(path));
                    found.extend(path.map(|path| (path, argument.expression.span())));
                }
            }
        }
        found
    }

    /// Returns whether a call in a file of a module has a source that is not constant, so that [`called_paths`](Self::called_paths)
    /// does not return its path.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::Source;
    /// use hcl2_terraform::ModuleFile;
    /// use hcl2_terraform::table::Language;
    ///
    /// let source = Source::new("main.tofu", "module \"net\" {\n  source = \"./${var.net}\"\n}\n")?;
    /// assert!(ModuleFile::parse(&source, Language::OpenTofu).value.computes_sources());
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn computes_sources(&self) -> bool {
        let calls = BodySchema::new().block(names::MODULE, ["name"]);
        let source = BodySchema::new().optional(names::SOURCE);
        let calls = self.body.partial_content(&calls).value.content.blocks;
        calls.iter().any(|call| {
            let content = call.body.partial_content(&source).value.content;
            let mut sources = content.attributes.iter();
            sources.any(|argument| quoted(&argument.expression).is_none())
        })
    }
}

/// Joins the path of a module and the path that it calls, without detours.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::join_paths;
///
/// assert_eq!(join_paths("live/net", "../../modules/vpc/"), "modules/vpc");
/// assert_eq!(join_paths(".", "../up"), "../up");
/// assert_eq!(join_paths("net", "/opt/modules"), "/opt/modules");
/// ```
#[must_use]
pub fn join_paths(caller: &str, called: &str) -> String {
    let caller = if called.starts_with('/') { "/" } else { caller };
    let is_absolute = caller.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in caller.split('/').chain(called.split('/')) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            ".." if is_absolute => {}
            part => parts.push(part),
        }
    }
    match (is_absolute, parts.is_empty()) {
        (true, _) => format!("/{}", parts.join("/")),
        (false, true) => ".".to_owned(),
        (false, false) => parts.join("/"),
    }
}

/// The hosts of repositories whose addresses are not addresses in a registry.
const REPOSITORY_HOSTS: [&str; 2] = ["github.com", "bitbucket.org"];

/// Returns whether a source is an address in a registry: `namespace/name/system`, possibly after a hostname.
fn is_in_registry(source: &str) -> bool {
    let address = source.split_once("//").map_or(source, |(address, _)| address);
    let parts: Vec<&str> = address.split('/').collect();
    let [host @ .., namespace, name, system] = parts.as_slice() else {
        return false;
    };
    let is_name = |name: &str| {
        let is_edge =
            |character: Option<char>| character.is_some_and(|character| character.is_ascii_alphanumeric());
        name.len() <= 64
            && is_edge(name.chars().next())
            && is_edge(name.chars().last())
            && name
                .chars()
                .all(|character| character.is_ascii_alphanumeric() || "-_".contains(character))
    };
    let is_system = !system.is_empty()
        && system.len() <= 64
        && system
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    let is_host = match host {
        [] => !REPOSITORY_HOSTS.contains(namespace),
        [host] => host.contains('.') && is_hostname(host) && !REPOSITORY_HOSTS.contains(host),
        _ => false,
    };
    is_host && is_name(namespace) && is_name(name) && is_system
}

/// Returns whether a source is the address of a package: a URL, a repository, or an absolute path.
fn is_remote(source: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty()
            && word
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
    };
    if source.split_once("::").is_some_and(|(getter, _)| is_word(getter))
        || source
            .split_once("://")
            .is_some_and(|(scheme, _)| is_word(scheme))
        || source.starts_with('/')
    {
        return true;
    }
    if let Some((user, rest)) = source.split_once('@') {
        return !user.contains('/') && rest.contains(':');
    }
    let parts: Vec<&str> = source.split('/').collect();
    match parts.as_slice() {
        [host, owner, repository, ..] if REPOSITORY_HOSTS.contains(host) => {
            !owner.is_empty() && !repository.is_empty()
        }
        [host, _, ..] => host.ends_with(".amazonaws.com") || *host == "www.googleapis.com",
        _ => false,
    }
}
