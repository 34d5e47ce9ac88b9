variable "n" {
  type    = string
  default = null
}
variable "e" {
  type      = string
  ephemeral = true
  default   = "e"
}
resource "terraform_data" "t" {
  input = { a = null, b = var.n, c = [null, 1] }
}
resource "terraform_data" "z" {
  count = 0
  input = 1
}
output "null" {
  value = null
}
output "null_var" {
  value = var.n
}
output "null_in" {
  value = [null, { a = null }]
}
output "unknown" {
  value = terraform_data.t.id
}
output "unknown_sens" {
  value     = terraform_data.t.id
  sensitive = true
}
output "unknown_part" {
  value = [terraform_data.t.id, 1, { x = terraform_data.t.id, y = 2 }]
}
output "unknown_obj" {
  value = terraform_data.t.output
}
output "whole" {
  value = terraform_data.t
}
output "empty_splat" {
  value = terraform_data.z[*].id
}
output "empty_list" {
  value = terraform_data.z
}
output "one" {
  value = one(terraform_data.z[*].id)
}
output "try" {
  value = try(terraform_data.z[0].id, "none")
}
output "len" {
  value = length(terraform_data.z)
}
output "set" {
  value = toset([terraform_data.t.id, "a"])
}
output "map" {
  value = tomap({ a = terraform_data.t.id, b = "x" })
}
output "pre" {
  value = terraform_data.t.input.c[1]
  precondition {
    condition     = var.n == null
    error_message = "m"
  }
  precondition {
    condition     = terraform_data.t.id != ""
    error_message = "m"
  }
}
output "dep" {
  value      = 1
  depends_on = [terraform_data.t]
}
output "num" {
  value = 1e30
}
output "num2" {
  value = 0.1 + 0.2
}
output "num3" {
  value = 1 / 3
}
output "str" {
  value = "\u00e9\U0001F600<>&\u2028"
}
output "bool" {
  value = true && !false
}
output "tup" {
  value = [1, "a", true, [], {}]
}
output "emptyset" {
  value = toset([])
}
output "emptymap" {
  value = tomap({})
}
output "typed" {
  value = tolist(["1", 2, true])
}
output "setn" {
  value = toset([3, 1, 2, 10])
}
output "setb" {
  value = toset([true, false])
}
output "seto" {
  value = toset([{ a = 2 }, { a = 1 }])
}
output "setl" {
  value = toset([[2, 1], [1], []])
}
