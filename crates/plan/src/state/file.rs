//! State files, as Terraform writes them since version 0.12.

use hcl2_diagnostics::Diagnostics;
use hcl2_json::{Node, NodeKind};
use hcl2_terraform::{ModuleAddress, ResourceAddress, ResourceKind};
use hcl2_value::{Path, PathStep};

use super::form::fields;
use super::{State, StateObject, StateOutput, form, instance_key, invalid_state, is_true, typed};

/// The version of the format.
const VERSION: &str = "4";

/// The versions before it, which Terraform still reads; the objects in them need upgrades that it no longer has.
const OLD_VERSIONS: [&str; 3] = ["1", "2", "3"];

/// Reads a state file.
pub(super) fn read(root: Node<'_>) -> Result<State, Diagnostics> {
    let expected = "Expected a state file of version 4, which Terraform writes since version 0.12, or the output of \
                    `terraform show -json`.";
    let version = root.property("version").map(Node::source_text);
    let mut state = State::default();
    if version.is_some_and(|version| OLD_VERSIONS.contains(&version)) && !has_contents(root) {
        return Ok(state);
    }
    if version != Some(VERSION) {
        return Err(invalid_state(expected, root.open_span()));
    }
    form::check(root)?;
    for (name, output) in root.property("outputs").into_iter().flat_map(fields) {
        let expected = "Expected an output: an object with a `value` and its `type`.";
        let value = typed(output).ok_or_else(|| invalid_state(expected, output.open_span()))?;
        let sensitive = is_true(output, "sensitive");
        state.outputs.insert(name, StateOutput { value, sensitive });
    }
    for resource in elements(root, "resources") {
        let (address, provider) = shared(resource)?;
        for instance in elements(resource, "instances") {
            let object = object(instance, &address, &provider)?;
            if state.objects.insert(object).is_some() {
                let expected = "Expected one object for each instance, found two with the same address.";
                return Err(invalid_state(expected, instance.open_span()));
            }
        }
    }
    Ok(state)
}

/// Returns whether a state of an old version has resources or outputs.
fn has_contents(root: Node<'_>) -> bool {
    let modules = root.property("modules").into_iter().flat_map(Node::elements);
    let mut parts = modules.flat_map(|module| ["resources", "outputs"].map(|name| module.property(name)));
    parts.any(|part| part.is_some_and(|part| part.properties().next().is_some()))
}

fn is_present(node: &Node<'_>) -> bool {
    node.source_text() != "null"
}

/// Returns the elements of an array, which may be missing.
fn elements<'n>(node: Node<'n>, name: &str) -> impl Iterator<Item = Node<'n>> + use<'n> {
    node.property(name).into_iter().flat_map(Node::elements)
}

fn text(node: Node<'_>, name: &str) -> Option<String> {
    Some(node.property(name)?.text()?.into_owned())
}

/// Reads what the instances of a resource share: the address without a key, and the provider.
fn shared(resource: Node<'_>) -> Result<(ResourceAddress, String), Diagnostics> {
    let invalid = |expected, name| {
        let place = resource.property(name).unwrap_or(resource);
        invalid_state(expected, place.open_span())
    };
    let kind = match text(resource, "mode").as_deref() {
        Some("managed") => ResourceKind::Managed,
        Some("data") => ResourceKind::Data,
        _ => {
            return Err(invalid(
                "Expected the `mode` of a resource: `managed` or `data`.",
                "mode",
            ));
        }
    };
    let ty = text(resource, "type").ok_or_else(|| invalid("Expected the `type` of a resource.", "type"))?;
    let name = text(resource, "name").ok_or_else(|| invalid("Expected the `name` of a resource.", "name"))?;
    let module = match text(resource, "module").filter(|module| !module.is_empty()) {
        None => Some(ModuleAddress::default()),
        Some(module) => module.parse().ok(),
    };
    let module = module.ok_or_else(|| invalid("Expected the address of a module instance.", "module"))?;
    let provider = text(resource, "provider").unwrap_or_default();
    let provider = provider
        .split_once("provider[\"")
        .and_then(|(_, rest)| rest.split_once("\"]"));
    let (provider, _) = provider.ok_or_else(|| {
        let expected = "Expected the full address of a provider, such as \
                        `provider[\"registry.terraform.io/hashicorp/aws\"]`. For the short addresses of Terraform 0.12, run \
                        `terraform state replace-provider`.";
        invalid(expected, "provider")
    })?;
    let address = ResourceAddress {
        module,
        kind,
        ty: ty.into(),
        name: name.into(),
        key: None,
    };
    Ok((address, provider.to_owned()))
}

/// Reads an instance of a resource.
fn object(
    instance: Node<'_>,
    resource: &ResourceAddress,
    provider: &str,
) -> Result<StateObject, Diagnostics> {
    let invalid = |expected, name| {
        let place = instance.property(name).unwrap_or(instance);
        invalid_state(expected, place.open_span())
    };
    let key = match instance.property("index_key").filter(is_present) {
        None => None,
        Some(key) => {
            let expected = "Expected the key of an instance: a string, or a number that is not negative.";
            Some(instance_key(key).ok_or_else(|| invalid(expected, "index_key"))?)
        }
    };
    let attributes = instance.property("attributes").filter(is_present);
    if attributes.is_none() && instance.property("attributes_flat").filter(is_present).is_some() {
        let expected = "Expected the attributes of an object as JSON, found those of Terraform 0.11. Run `terraform apply` \
                        with the current version of the provider.";
        return Err(invalid(expected, "attributes_flat"));
    }
    let status = text(instance, "status").unwrap_or_default();
    if !["", "tainted"].contains(&status.as_str()) {
        return Err(invalid(
            "Expected the status of an object: `tainted`, or none.",
            "status",
        ));
    }
    let deposed = text(instance, "deposed").filter(|key| !key.is_empty());
    if deposed.as_ref().is_some_and(|key| key.len() != 8) {
        return Err(invalid(
            "Expected the key of a deposed object, which has eight characters.",
            "deposed",
        ));
    }
    let mut sensitive = Vec::new();
    for steps in elements(instance, "sensitive_attributes") {
        let expected = "Expected the path of a sensitive value: an array of steps, each with a `type`, `get_attr` or `index`, \
                        and a `value`.";
        sensitive.push(path(steps).ok_or_else(|| invalid_state(expected, steps.open_span()))?);
    }
    let mut dependencies = Vec::new();
    for dependency in elements(instance, "dependencies") {
        let name = dependency.text().unwrap_or_default().into_owned();
        if !name
            .parse()
            .is_ok_and(|address: ResourceAddress| address.key.is_none())
        {
            let expected = "Expected the address of a resource, without the key of an instance.";
            return Err(invalid_state(expected, dependency.open_span()));
        }
        dependencies.push(name);
    }
    let version = instance
        .property("schema_version")
        .and_then(|node| node.source_text().parse().ok());
    Ok(StateObject {
        address: ResourceAddress {
            key,
            ..resource.clone()
        },
        previous: None,
        provider: provider.to_owned(),
        schema_version: version.unwrap_or(0),
        attributes: attributes.map_or("{}", Node::source_text).to_owned(),
        value: None,
        is_shown: false,
        is_tainted: !status.is_empty(),
        is_kept: is_true(instance, "skip_destroy"),
        creates_first: is_true(instance, "create_before_destroy"),
        deposed,
        sensitive,
        dependencies,
    })
}

/// Reads a path: an array of steps, each with a type and a value.
fn path(steps: Node<'_>) -> Option<Path> {
    if steps.kind() != NodeKind::Array {
        return None;
    }
    let steps = steps.elements().map(|step| {
        let value = step.property("value")?;
        match &*step.property("type")?.text()? {
            "get_attr" => Some(PathStep::Attribute(value.text()?.into_owned().into())),
            "index" => typed(value).map(PathStep::Index),
            _ => None,
        }
    });
    steps.collect()
}
