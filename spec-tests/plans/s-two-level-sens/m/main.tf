variable "user" {}
variable "list" { type = list(string) }
variable "obj" { type = object({ a = map(string), c = number }) }
resource "terraform_data" "r" {
  input = { u = var.user, l = var.list, o = var.obj, n = length(var.list), up = upper(var.user), first = var.list[1], ks = keys(var.obj.a) }
}
resource "terraform_data" "e" {
  for_each = nonsensitive(toset([for x in var.list : x if x == "open"]))
  input = each.key
}
output "out" {
  value = terraform_data.r.input
  sensitive = true
}
