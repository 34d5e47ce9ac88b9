variable "v" {
  type = object({ a = string, z = optional(string, "zz"), l = list(object({ n = number, t = optional(set(string), ["q"]) })) })
}
variable "m" { type = map(object({ a = optional(string, "dd"), b = optional(any) })) }
output "o" { value = var.v }
output "p" { value = var.m }
resource "terraform_data" "a" {
  for_each = var.m
  input = each.value
}
