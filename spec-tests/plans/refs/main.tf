variable "o" {
  default = { a = { b = [1, 2] } }
}
locals {
  l = var.o.a.b[0]
  m = { k = "v" }
}
resource "terraform_data" "a" {
  count = 2
  input = [var.o.a.b[1], local.m["k"], local.m.k, local.l, path.module, terraform.workspace, "${var.o.a.b[count.index]}-x"]
}
resource "terraform_data" "b" {
  for_each = local.m
  input = terraform_data.a[0].input[0]
  triggers_replace = [terraform_data.a[*].id, terraform_data.a.0.id, [for x in terraform_data.a : x.id], { (each.key) = each.value }]
  depends_on = [terraform_data.a, terraform_data.a[0]]
}
output "a" {
  value = terraform_data.b["k"].input
}
output "b" {
  value = "${1 + 2}"
}
output "c" {
  value = -1
}
output "d" {
  value = !true
}
output "e" {
  value = upper("x")
}
output "f" {
  value = [upper("x"), 1]
}
output "g" {
  value = true ? "a" : "b"
}
output "h" {
  value = resource.terraform_data.a[1].input
}
output "j" {
  value = <<EOT
hi ${local.l}
EOT

}
output "k" {
  value = "%{ if true }a%{ endif }"
}
output "l" {
  value = [for x in var.o.a.b : x * 2]
}
output "m" {
  value = { a = 1, "b" = [2, { c = 3 }] }
}
