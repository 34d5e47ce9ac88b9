variable "i" {}
module "b" {
  source = "./b"
  for_each = toset(["p", "q"])
  n = "${var.i}${each.value}"
}
output "r" {
  value = { for k, m in module.b : k => m.o }
}
