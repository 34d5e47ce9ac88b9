variable "conf" {
  type = object({ n = number, t = optional(string, "t") })
}
variable "name" {
  default = "def"
}
module "k" {
  source = "./k"
  for_each = var.conf == null ? toset([]) : toset([var.name])
  in = var.conf.n
}
resource "terraform_data" "r" {
  count = try(var.conf.n, 0)
  input = "${var.name}-${count.index}"
}
output "inner" {
  value = { each = module.k, ids = terraform_data.r[*].id, ins = terraform_data.r[*].input }
}
output "n" {
  value = try(var.conf.n, null)
}
