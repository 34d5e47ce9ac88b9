variable "n" { type = number }
variable "key" { type = string }
module "b" {
  source = "../b"
  count = var.n
  name = "${var.key}${count.index}"
}
output "ids" { value = module.b[*].id }
output "names" { value = module.b[*].name }
