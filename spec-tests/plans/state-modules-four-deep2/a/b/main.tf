variable "parent" { type = any }
variable "v" { type = string }
module "c" {
  source = "./c"
  count = var.v == "x.1" ? 2 : 1
  v = { val = var.v, i = count.index, pid = var.parent.id }
}
output "leaf" { value = module.c[0].out }
