//! A small repository with files of every kind.

/// The files of a repository, each with the contents that it may have: the first one is right, the others have problems of
/// their own or make some elsewhere.
pub const REPOSITORY: &[(&str, &[&str])] = &[
    (
        "app/main.tf",
        &[
            "module \"net\" {\n  source = \"../net\"\n  size   = var.size\n}\noutput \"greeting\" {\n  value = file(\"${path.module}/greeting.txt\")\n}\n",
            "module \"net\" {\n  source = \"../net\"\n  sizes  = var.size\n}\noutput \"id\" {\n  value = module.net.nothing + local.missing\n}\n",
            "module \"net\" {\n  source = \"../net\"\n  size   = \"many\"\n",
            "module \"net\" {\n  source = \"../elsewhere\"\n}\nresource \"terraform_data\" \"a\" {\n  inputs = 1\n}\n",
        ],
    ),
    (
        "app/variables.tf",
        &[
            "variable \"size\" {\n  type = number\n}\nvariable \"key\" {\n  type      = string\n  default   = \"hunter2\"\n  sensitive = true\n}\n",
            "variable \"size\" {\n  type    = number\n  default = \"x\"\n}\n",
            "variable \"key\" {\n  type = strin\n}\n",
        ],
    ),
    ("app/greeting.txt", &["hello\n", "good evening\n"]),
    (
        "app/terraform.tfvars",
        &["size = 1\n", "size = \"one\"\nname = 2\n"],
    ),
    (
        "app/main.tftest.hcl",
        &[
            "run \"a\" {\n  command = plan\n  assert {\n    condition     = output.greeting == \"hello\"\n    error_message = \"no greeting\"\n  }\n}\n",
            "run \"a\" {\n  comand = plan\n  variables {\n    unknown = 1\n  }\n}\n",
            "mock_provider \"acme\" {\n  source = \"./mocks\"\n}\nrun \"a\" {\n  module {\n    source = \"../net\"\n  }\n}\n",
        ],
    ),
    (
        "app/tests/deep.tftest.hcl",
        &[
            "run \"b\" {\n}\n",
            "run \"b\" {\n  expect_failures = [var.nothing]\n}\n",
        ],
    ),
    (
        "app/mocks/acme.tfmock.hcl",
        &[
            "mock_resource \"acme_disk\" {\n  defaults = {}\n}\n",
            "mock_resource \"acme_disk\" {\n}\nmock_resource \"acme_disk\" {\n}\n",
        ],
    ),
    (
        "app/.terraform.lock.hcl",
        &[
            "provider \"registry.terraform.io/hashicorp/null\" {\n  version = \"3.2.0\"\n}\n",
            "provider \"null\" {\n  version = 3\n}\n",
        ],
    ),
    (
        "net/main.tf",
        &[
            "variable \"size\" {\n  type = number\n}\noutput \"id\" {\n  value = var.size\n}\n",
            "variable \"sizes\" {\n}\noutput \"id\" {\n  value = var.size\n}\n",
            "terraform {\n  required_version = \"~> 1.5.0\"\n}\nvariable \"size\" {\n}\nremoved {\n  from = terraform_data.a\n}\n",
            "variable \"size\" {\n",
        ],
    ),
    (
        "net/extra_override.tf",
        &[
            "variable \"size\" {\n  default = 3\n}\n",
            "variable \"other\" {\n  default = 3\n}\n",
        ],
    ),
    (
        "tofu/main.tofu",
        &[
            "locals {\n  a = 1\n}\nmodule \"net\" {\n  source = \"../net\"\n  size   = local.a\n}\n",
            "locals {\n  a = local.b\n}\n",
        ],
    ),
    (
        "stack/main.tfcomponent.hcl",
        &[
            "required_providers {\n}\ncomponent \"net\" {\n  source = \"../net\"\n  inputs = {\n    size = 1\n  }\n}\n",
            "component \"net\" {\n  source = \"../net\"\n  inputs = {\n    width = 1\n  }\n}\n",
            "component \"net\" {\n  source = \"../nowhere\"\n}\n",
        ],
    ),
    (
        "stack/prod.tfdeploy.hcl",
        &[
            "deployment \"prod\" {\n  inputs = {}\n}\n",
            "deployment \"prod\" {\n  inputs = {\n    a = local.b\n  }\n}\n",
        ],
    ),
    (
        "images/build.pkr.hcl",
        &[
            "build {\n  name = var.region\n}\n",
            "build {\n  name = var.nothing\n}\n",
            "build {\n  nam = 1\n",
        ],
    ),
    (
        "images/vars.pkr.hcl",
        &["variable \"region\" {\n}\n", "variable \"regions\" {\n}\n"],
    ),
    (
        "jobs/web.nomad",
        &[
            "job \"web\" {\n  datacenters = [\"a\"]\n}\n",
            "job \"web\" {\n  datacentres = [\"a\"]\n}\n",
        ],
    ),
    (
        "live/terragrunt.hcl",
        &[
            "inputs = {\n  a = 1\n}\n",
            "inputs = {\n  a = dependency.vpc.outputs.id\n}\n",
            "inptus = {}\n",
        ],
    ),
    (
        "docker-bake.hcl",
        &[
            "target \"a\" {\n  tags = []\n}\n",
            "target \"a\" {\n  tag = []\n}\n",
        ],
    ),
    ("other.hcl", &["a = 1\n", "a = \n", "a = { b = 1, b = 2 }\n"]),
];
