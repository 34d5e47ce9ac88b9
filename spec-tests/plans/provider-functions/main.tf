terraform {
  required_providers {
    terraform = {
      source = "terraform.io/builtin/terraform"
    }
  }
}
resource "terraform_data" "x" {
}
output "p" {
  value = [provider::terraform::encode_expr({ a = 1, b = [null, "x"] }), provider::terraform::encode_tfvars({ a = 1 }), provider::terraform::decode_tfvars("a = 1")]
}
output "q" {
  value = provider::terraform::encode_expr(terraform_data.x.id)
}
