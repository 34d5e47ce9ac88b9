variable "name" {}
module "q" {
  source = "../q"
  count = 2
  label = "${var.name}${count.index}"
}
output "deep" {
  value = module.q[*].out
}
