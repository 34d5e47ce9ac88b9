terraform {
  required_providers { z = { source = "terraform.io/builtin/terraform" } }
}
output "a" { value = provider::z::encode_tfvars({ a = 1 }) }
module "m" { source = "./m" }
