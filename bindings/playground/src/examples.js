// The examples of the page.

/** @type {(import("./state.js").State & { title: string })[]} */
export const EXAMPLES = [
  {
    title: "A module and its plan",
    file: "main.tf",
    text: `variable "names" {
  type        = list(string)
  description = "The names of the servers."
}

variable "region" {
  type    = string
  default = "eu-west-1"
}

locals {
  servers = { for name in var.names : name => upper(name) }
}

resource "terraform_data" "server" {
  for_each = local.servers
  input = {
    name   = each.value
    region = var.region
  }
}

output "servers" {
  value = [for name in var.names : "\${name}.\${var.region}.example.com"]
}
`,
    variables: 'names = ["web", "mail"]\n',
    expression: "",
    tab: "plan",
  },
  {
    title: "A mistake and its fix",
    file: "main.tf",
    text: `variable "region" {
  type    = string
  default = "eu-west-1"
}

output "region" {
  value = uper(var.regoin)
}
`,
    variables: "",
    expression: "",
    tab: "evaluate",
  },
  {
    title: "An application's configuration",
    file: "config.hcl",
    text: `name = "shop"
port = base + 80

server "http" {
  address = "\${host}:\${8000 + 80}"
  paths   = [for path in ["a", "b"] : "/\${path}"]
}

greeting = <<-EOT
  Hello, \${upper(host)}!
EOT
`,
    variables: 'host = "example.com"\nbase = 8000\n',
    expression: "",
    tab: "evaluate",
  },
  {
    title: "A module in JSON",
    file: "main.tf.json",
    text: `{
  "variable": {
    "size": {
      "type": "number",
      "default": 3
    }
  },
  "output": {
    "squares": {
      "value": "\${[for n in range(var.size) : n * n]}"
    }
  }
}
`,
    variables: "",
    expression: "",
    tab: "evaluate",
  },
];
