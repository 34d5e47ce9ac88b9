resource "terraform_data" "u" { input = 1 }
variable "x" {
  type = object({ a = string, b = optional(number, 3) })
  default = { a = "q" }
}
module "m" {
  source = "./m"
  for_each = { a = terraform_data.u.id, b = "lit" }
  v = each.value
  w = { a = each.value }
  l = [each.value, terraform_data.u.output]
}
output "m" { value = module.m }
