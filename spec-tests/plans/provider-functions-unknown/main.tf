resource "terraform_data" "u" {
  input = "x"
}
output "a" {
  value = provider::terraform::encode_tfvars({ a = 1, b = ["x"] })
}
output "b" {
  value = provider::terraform::encode_expr({ a = terraform_data.u.id })
}
output "c" {
  value = provider::terraform::decode_tfvars("a = 1\nb = \"x\"")
}
output "d" {
  value = provider::terraform::decode_tfvars(terraform_data.u.id)
}
terraform {
  required_providers {
    terraform = {
      source = "terraform.io/builtin/terraform"
    }
  }
}
