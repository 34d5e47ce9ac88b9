variable "net" {}
variable "name" { type = string }
module "c" {
  source = "../../c"
  for_each = { k = 1, l = 2 }
  net = var.net
  name = "${var.name}/${each.key}"
  n = each.value
}
output "id" { value = { for k, c in module.c : k => c.id } }
output "inner" { value = module.c }
