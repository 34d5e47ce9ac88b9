terraform {
  required_providers { zz = { source = "terraform.io/builtin/terraform" } }
}
output "a" { value = provider::zz::encode_expr({ a = 1 }) }
