//! Renames of actions, in stacks, and in files of Packer and Terragrunt.

use std::path::Path;

use hcl2_project::Names;

use crate::rename::{changed, memory, rename};

/// Returns the changed lines of a rename of an object in `/`, or the codes of the problems.
fn renamed(files: &[(&str, &str)], address: &str, new: &str) -> Result<Vec<String>, Vec<&'static str>> {
    let renaming = rename(files, "/", address, new);
    renaming
        .map(|renaming| changed(&renaming))
        .map_err(|problems| problems.into_iter().map(|(_, code, ..)| code).collect())
}

#[test]
fn action_is_renamed_in_its_triggers() {
    let main = "action \"test_run\" \"a\" {\n  config {\n    x = 1\n  }\n}\nresource \"terraform_data\" \"r\" {\n  lifecycle {\n    \
                action_trigger {\n      events  = [after_create]\n      actions = [action.test_run.a]\n    }\n  }\n}\n";
    assert_eq!(
        renamed(&[("/main.tf", main)], "action.test_run.a", "b").expect("a rename"),
        [
            "main.tf: action \"test_run\" \"b\" {",
            "main.tf: actions = [action.test_run.b]"
        ]
    );
}

const STACK: &[(&str, &str)] = &[
    (
        "/main.tfcomponent.hcl",
        "required_providers {\n  test = {\n    source = \"example/test\"\n  }\n}\nvariable \"region\" {\n  type = string\n}\nlocals {\n  zone = \"${var.region}-a\"\n}\n\
         provider \"test\" \"main\" {\n  config {\n    zone = local.zone\n  }\n}\n\
         component \"net\" {\n  source = \"./net\"\n  inputs = {\n    cidr = local.zone\n  }\n  providers = {\n    test = provider.test.main\n  }\n}\n",
    ),
    (
        "/outputs.tfcomponent.hcl",
        "output \"id\" {\n  type  = string\n  value = component.net.id\n}\n",
    ),
    (
        "/prod.tfdeploy.hcl",
        "locals {\n  zone = \"x\"\n}\ndeployment \"prod\" {\n  inputs = {\n    region = local.zone\n  }\n}\npublish_output \"id\" {\n  value = deployment.prod.id\n}\n",
    ),
    (
        "/net/main.tf",
        "variable \"cidr\" {\n  type = string\n}\noutput \"id\" {\n  value = var.cidr\n}\n",
    ),
];

#[test]
fn objects_of_stacks_are_renamed() {
    assert_eq!(
        renamed(STACK, "var.region", "place").expect("a rename"),
        [
            "main.tfcomponent.hcl: variable \"place\" {",
            "main.tfcomponent.hcl: zone = \"${var.place}-a\"",
            "prod.tfdeploy.hcl: place = local.zone",
        ]
    );
    assert_eq!(
        renamed(STACK, "provider.test.main", "west").expect("a rename"),
        [
            "main.tfcomponent.hcl: provider \"test\" \"west\" {",
            "main.tfcomponent.hcl: test = provider.test.west",
        ]
    );
    assert_eq!(
        renamed(STACK, "output.id", "key").expect("a rename"),
        [
            "outputs.tfcomponent.hcl: output \"key\" {",
            "prod.tfdeploy.hcl: value = deployment.prod.key",
        ]
    );
    // Both the components and the deployments have such a local value.
    assert_eq!(
        renamed(STACK, "local.zone", "area"),
        Err(vec!["hcl2::rename::not-found"])
    );
}

#[test]
fn components_and_deployments_keep_the_names_of_their_state() {
    for (address, root) in [("component.net", "net"), ("deployment.prod", "prod")] {
        let problems = rename(STACK, "/", address, "other").expect_err("a state");
        assert_eq!(
            (problems[0].1, problems[0].2.as_deref()),
            ("hcl2::rename::unsupported", Some(root))
        );
    }
    let mut names = Names::new(memory(STACK), [Path::new("/")]);
    let net = names
        .object(Path::new("/"), "component.net")
        .expect("a component");
    let renaming = names.rename(&net, "network", false).expect("without its state");
    assert_eq!(
        changed(&renaming),
        [
            "main.tfcomponent.hcl: component \"network\" {",
            "outputs.tfcomponent.hcl: value = component.network.id",
        ]
    );
}

#[test]
fn variables_and_outputs_of_modules_are_renamed_in_components() {
    let variable = rename(STACK, "/net", "var.cidr", "range").expect("a rename");
    assert_eq!(
        changed(&variable),
        [
            "main.tfcomponent.hcl: range = local.zone",
            "main.tf: variable \"range\" {",
            "main.tf: value = var.range",
        ]
    );
    let output = rename(STACK, "/net", "output.id", "key").expect("a rename");
    assert_eq!(
        changed(&output),
        [
            "main.tf: output \"key\" {",
            "outputs.tfcomponent.hcl: value = component.net.key"
        ]
    );
}

const PACKER: &[(&str, &str)] = &[
    (
        "/vars.pkr.hcl",
        "variable \"region\" {\n  type = string\n}\nlocals {\n  tag = var.region\n}\nlocal \"full\" {\n  expression = local.tag\n}\n",
    ),
    (
        "/build.pkr.hcl",
        "source \"null\" \"web\" {\n  communicator = local.full\n}\nsource \"null\" \"other\" {\n  communicator = \"none\"\n}\n\
         build {\n  sources = [\"source.null.web\"]\n  source \"source.null.other\" {\n    name = \"x\"\n  }\n  provisioner \"shell\" {\n    only = [\"null.web\"]\n    \
         override = {\n      web = {\n        inline = [var.region]\n      }\n    }\n    inline = []\n  }\n}\n",
    ),
    ("/values/prod.pkrvars.hcl", "region = \"eu\"\n"),
];

#[test]
fn objects_of_packer_are_renamed() {
    assert_eq!(
        renamed(PACKER, "var.region", "place").expect("a rename"),
        [
            "build.pkr.hcl: inline = [var.place]",
            "prod.pkrvars.hcl: place = \"eu\"",
            "vars.pkr.hcl: variable \"place\" {",
            "vars.pkr.hcl: tag = var.place",
        ]
    );
    assert_eq!(
        renamed(PACKER, "local.full", "all").expect("a rename"),
        [
            "build.pkr.hcl: communicator = local.all",
            "vars.pkr.hcl: local \"all\" {",
        ]
    );
    assert_eq!(
        renamed(PACKER, "source.null.web", "api").expect("a rename"),
        [
            "build.pkr.hcl: source \"null\" \"api\" {",
            "build.pkr.hcl: sources = [\"source.null.api\"]",
            "build.pkr.hcl: only = [\"null.api\"]",
            "build.pkr.hcl: api = {",
        ]
    );
    assert_eq!(
        renamed(PACKER, "source.null.web", "other"),
        Err(vec!["hcl2::rename::collision"])
    );
}

const TERRAGRUNT: &[(&str, &str)] = &[
    (
        "/live/app/terragrunt.hcl",
        "terraform {\n  source = \"../../modules//app\"\n}\ninclude \"root\" {\n  path = find_in_parent_folders(\"root.hcl\")\n}\n\
         dependency \"net\" {\n  config_path = \"../net\"\n  mock_outputs = {\n    id = \"x\"\n  }\n}\nlocals {\n  size = 1\n}\n\
         inputs = merge(local.more, {\n  count_of = local.size\n  net = dependency.net.outputs.id\n})\n",
    ),
    (
        "/live/net/terragrunt.hcl",
        "terraform {\n  source = \"${get_repo_root()}/modules/net\"\n}\nlocals {\n  common = read_terragrunt_config(\"../../root.hcl\")\n  env = local.common.locals.stage\n}\n",
    ),
    ("/root.hcl", "locals {\n  stage = \"prod\"\n  own = 1\n}\n"),
    (
        "/modules/app/main.tf",
        "variable \"count_of\" {}\nvariable \"net\" {}\n",
    ),
    ("/modules/net/main.tf", "output \"id\" {\n  value = 1\n}\n"),
    ("/.git/HEAD", "ref: refs/heads/main\n"),
];

#[test]
fn objects_of_terragrunt_are_renamed_unless_other_files_read_them() {
    let renamed = |directory: &str, address: &str, new: &str| {
        let renaming = rename(TERRAGRUNT, directory, address, new).expect(address);
        changed(&renaming)
    };
    assert_eq!(
        renamed("/live/app", "local.size", "number"),
        [
            "terragrunt.hcl: number = 1",
            "terragrunt.hcl: count_of = local.number"
        ]
    );
    assert_eq!(
        renamed("/live/app", "dependency.net", "network"),
        [
            "terragrunt.hcl: dependency \"network\" {",
            "terragrunt.hcl: net = dependency.network.outputs.id",
        ]
    );
    assert_eq!(renamed("/", "local.own", "mine"), ["root.hcl: mine = 1"]);
    let problems = rename(TERRAGRUNT, "/", "local.stage", "level").expect_err("another file");
    assert_eq!(
        (problems[0].1, problems[0].2.as_deref().unwrap_or_default()),
        ("hcl2::rename::unsupported", "stage")
    );
}

#[test]
fn inputs_and_dependencies_of_terragrunt_follow_the_module() {
    let renamed = |directory: &str, address: &str, new: &str| {
        let renaming = rename(TERRAGRUNT, directory, address, new).expect(address);
        changed(&renaming)
    };
    assert_eq!(
        renamed("/modules/app", "var.count_of", "size"),
        [
            "terragrunt.hcl: size = local.size",
            "main.tf: variable \"size\" {}"
        ]
    );
    assert_eq!(
        renamed("/modules/net", "output.id", "key"),
        [
            "terragrunt.hcl: key = \"x\"",
            "terragrunt.hcl: net = dependency.net.outputs.key",
            "main.tf: output \"key\" {",
        ]
    );
}

const BAKE: &[(&str, &str)] = &[
    (
        "/docker-bake.hcl",
        "TAG = \"1\"\nvariable \"REPO\" {\n  default = \"a/${TAG}\"\n}\nfunction \"image\" {\n  params = [name]\n  result = \"${REPO}/${name}\"\n}\n\
         group \"default\" {\n  targets = [\"app\"]\n}\ntarget \"base\" {\n  args = { v = TAG }\n}\n\
         target \"app\" {\n  inherits = [\"base\"]\n  contexts = {\n    own = \"target:base\"\n  }\n  tags = [image(\"app\"), upper(TAG)]\n}\n",
    ),
    (
        "/docker-bake.override.hcl",
        "target \"base\" {\n  output = [for TAG in [\"x\"] : TAG]\n  labels = { of = \"${target.base.output[0]}-${TAG}\" }\n}\n",
    ),
    (
        "/sub/docker-bake.hcl",
        "TAG = \"2\"\ntarget \"base\" {\n  tags = [TAG]\n}\n",
    ),
];

#[test]
fn names_of_bake_are_renamed_in_all_files_of_a_directory() {
    assert_eq!(
        renamed(BAKE, "variable.TAG", "VERSION").expect("a rename"),
        [
            "docker-bake.hcl: VERSION = \"1\"",
            "docker-bake.hcl: default = \"a/${VERSION}\"",
            "docker-bake.hcl: args = { v = VERSION }",
            "docker-bake.hcl: tags = [image(\"app\"), upper(VERSION)]",
            "docker-bake.override.hcl: labels = { of = \"${target.base.output[0]}-${VERSION}\" }",
        ]
    );
    assert_eq!(
        renamed(BAKE, "function.image", "named").expect("a rename"),
        [
            "docker-bake.hcl: function \"named\" {",
            "docker-bake.hcl: tags = [named(\"app\"), upper(TAG)]",
        ]
    );
    assert_eq!(
        renamed(BAKE, "target.base", "common").expect("a rename"),
        [
            "docker-bake.hcl: target \"common\" {",
            "docker-bake.hcl: inherits = [\"common\"]",
            "docker-bake.hcl: own = \"target:common\"",
            "docker-bake.override.hcl: target \"common\" {",
            "docker-bake.override.hcl: labels = { of = \"${target.common.output[0]}-${TAG}\" }",
        ]
    );
    assert_eq!(
        renamed(BAKE, "target.app", "web").expect("a rename"),
        [
            "docker-bake.hcl: targets = [\"web\"]",
            "docker-bake.hcl: target \"web\" {"
        ]
    );
}

#[test]
fn names_of_bake_that_would_mean_something_else_are_refused() {
    for (address, new, code) in [
        // A parameter of the function, a function that exists anyway, and another variable.
        ("variable.REPO", "name", "hcl2::rename::captured"),
        ("function.image", "upper", "hcl2::rename::captured"),
        ("variable.TAG", "REPO", "hcl2::rename::collision"),
        ("target.base", "default", "hcl2::rename::collision"),
        ("target.base", "app", "hcl2::rename::collision"),
    ] {
        assert_eq!(renamed(BAKE, address, new), Err(vec![code]), "{address} to {new}");
    }
    let both = [(
        "/docker-bake.hcl",
        "group \"a\" {\n  targets = [\"b\"]\n}\ngroup \"b\" {\n  targets = []\n}\ntarget \"b\" {\n}\n",
    )];
    assert_eq!(
        renamed(&both, "target.b", "c"),
        Err(vec!["hcl2::rename::unsupported"])
    );
}
