variable "x" {
  type = object({ a = list(object({ b = number, c = optional(string, "d") })) })
}
module "n" {
  source = "./n"
  for_each = { for i, v in var.x.a : i => v }
  y = each.value.c
}
output "z" { value = { for k, v in module.n : k => v.q } }
