//! The table of the language: the exceptions of the specification, each where it stands.

use std::collections::HashSet;

use hcl2_terraform::table::{BodyType, Form, Language, MODULE, Mode, Rest};

/// Returns the mode of the argument at a path of block types.
fn mode(path: &str, language: Language) -> Option<Mode> {
    let mut names: Vec<&str> = path.split('.').collect();
    let argument = names.pop()?;
    let mut body: &'static BodyType = &MODULE;
    for name in names {
        body = body.block(name, language)?.body;
    }
    body.mode_of(argument, language)
}

#[test]
fn table_contains_each_exception_of_the_specification() {
    let keyword = |words| Some(Mode::Keyword(words));
    for (path, wanted) in [
        ("resource.provider", Some(Mode::Reference)),
        ("data.provider", Some(Mode::Reference)),
        ("resource.depends_on", Some(Mode::References)),
        ("data.depends_on", Some(Mode::References)),
        ("resource.lifecycle.ignore_changes", Some(Mode::Changes)),
        (
            "resource.lifecycle.replace_triggered_by",
            Some(Mode::ComputedReferences),
        ),
        ("resource.connection.type", Some(Mode::Expression)),
        ("resource.connection.host", Some(Mode::Expression)),
        ("resource.provisioner.connection.type", Some(Mode::Expression)),
        ("resource.provisioner.when", keyword(&["create", "destroy"])),
        ("resource.provisioner.on_failure", keyword(&["continue", "fail"])),
        ("resource.provisioner.command", Some(Mode::Expression)),
        ("resource.count", Some(Mode::Expression)),
        ("resource.anything", Some(Mode::Expression)),
        ("resource.dynamic.iterator", keyword(&[])),
        ("resource.dynamic.content.anything", Some(Mode::Expression)),
        ("ephemeral.provider", Some(Mode::Reference)),
        ("variable.type", Some(Mode::Type)),
        ("variable.default", Some(Mode::Literal)),
        ("variable.description", Some(Mode::LiteralString)),
        ("variable.sensitive", Some(Mode::LiteralBool)),
        ("variable.nullable", Some(Mode::LiteralBool)),
        ("variable.validation.condition", Some(Mode::Expression)),
        ("variable.anything", None),
        ("output.value", Some(Mode::Expression)),
        ("output.description", Some(Mode::LiteralString)),
        ("output.sensitive", Some(Mode::LiteralBool)),
        ("output.depends_on", Some(Mode::References)),
        ("locals.anything", Some(Mode::Expression)),
        ("module.source", Some(Mode::Early)),
        ("module.version", Some(Mode::EarlyVersion)),
        ("module.providers", Some(Mode::ProviderMap)),
        ("module.anything", Some(Mode::Expression)),
        ("provider.alias", Some(Mode::LiteralString)),
        ("provider.version", Some(Mode::VersionConstraint)),
        ("provider.region", Some(Mode::Expression)),
        ("terraform.required_version", Some(Mode::VersionConstraint)),
        ("terraform.backend.bucket", Some(Mode::Literal)),
        ("terraform.cloud.workspaces.tags", Some(Mode::Literal)),
        ("terraform.provider_meta.name", Some(Mode::Literal)),
        (
            "terraform.required_providers.aws",
            Some(Mode::ProviderRequirement),
        ),
        ("moved.from", Some(Mode::Target)),
        ("moved.to", Some(Mode::Target)),
        ("removed.from", Some(Mode::Target)),
        ("removed.lifecycle.destroy", Some(Mode::LiteralBool)),
        ("import.to", Some(Mode::ComputedReference)),
        ("import.id", Some(Mode::Expression)),
        ("check.assert.condition", Some(Mode::Expression)),
        ("check.data.provider", Some(Mode::Reference)),
        ("nothing.at_all", None),
    ] {
        assert_eq!(mode(path, Language::Terraform), wanted, "{path}");
    }
}

#[test]
fn opentofu_differs_only_in_its_extensions() {
    for (path, terraform, opentofu) in [
        ("module.source", Some(Mode::Early), Some(Mode::Expression)),
        (
            "provider.for_each",
            Some(Mode::Expression),
            Some(Mode::Expression),
        ),
        ("output.type", Some(Mode::Type), None),
        ("resource.lifecycle.enabled", None, Some(Mode::Expression)),
        ("terraform.encryption.state.method", None, Some(Mode::Encryption)),
    ] {
        assert_eq!(mode(path, Language::Terraform), terraform, "{path}");
        assert_eq!(mode(path, Language::OpenTofu), opentofu, "{path}");
    }
    let is_own = |language| {
        MODULE
            .block("provider", language)
            .and_then(|block| block.body.argument("for_each", language))
            .is_some()
    };
    assert!(is_own(Language::OpenTofu) && !is_own(Language::Terraform));
}

#[test]
fn modes_are_written_in_one_of_three_forms() {
    assert_eq!(Mode::Expression.form(), Form::Template);
    assert_eq!(Mode::Literal.form(), Form::Literal);
    for mode in [
        Mode::Reference,
        Mode::References,
        Mode::Changes,
        Mode::Type,
        Mode::Keywords(&[]),
    ] {
        assert_eq!(mode.form(), Form::Bare);
    }
}

#[test]
fn every_name_has_one_meaning() {
    let mut rest: Vec<&'static BodyType> = vec![&MODULE];
    let mut seen = HashSet::new();
    while let Some(body) = rest.pop() {
        if !seen.insert(std::ptr::from_ref(body)) {
            continue;
        }
        for language in [Language::Terraform, Language::OpenTofu] {
            let arguments = body.arguments_for(language).map(|argument| argument.name);
            let names: Vec<&str> = arguments
                .chain(body.blocks_for(language).map(|block| block.name))
                .collect();
            let unique: HashSet<&&str> = names.iter().collect();
            assert_eq!(unique.len(), names.len(), "{names:?}");
            assert!(!names.is_empty() || body.rest != Rest::Nothing);
            rest.extend(body.blocks_for(language).map(|block| block.body));
        }
    }
    assert!(seen.len() > 20);
}
