variable "in" {
  type = map(object({ id = string, opt = optional(object({ opt = optional(string, "q"), w = optional(number, 3) }), {}) }))
}
variable "dyn" {
  type = object({ opt = optional(number), zzz = optional(string, "z") })
}
resource "terraform_data" "y" {
  for_each = var.in
  input    = each.value
}
output "all" {
  value = [var.in, var.dyn, { for k, v in var.in : k => v.opt.w }]
}
