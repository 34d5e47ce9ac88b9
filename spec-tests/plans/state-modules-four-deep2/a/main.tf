variable "items" {
  type = list(string)
}
variable "key" {}
module "b" {
  source = "./b"
  for_each = toset(var.items)
  parent = terraform_data.p
  v = "${var.key}.${each.value}"
}
resource "terraform_data" "p" {
  input = { key = var.key, n = length(var.items) }
  triggers_replace = [for b in var.items : b]
}
output "n" { value = length(module.b) }
output "leaves" { value = { for k, b in module.b : k => b.leaf } }
