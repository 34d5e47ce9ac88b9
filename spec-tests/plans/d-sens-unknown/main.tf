variable "s" {
  default = "q"
  sensitive = true
}
resource "terraform_data" "a" {
  input = { s = var.s, l = [var.s, "p"], e = {} }
}
resource "terraform_data" "b" {
  input = terraform_data.a.output
  triggers_replace = sensitive(["a", "b"])
}
resource "terraform_data" "c" {
  input = sensitive(terraform_data.a.id)
  triggers_replace = { u = terraform_data.a.id, s = sensitive(terraform_data.b.id) }
}
output "a" {
  value = sensitive(terraform_data.a.id)
  sensitive = true
}
output "b" {
  value = { x = sensitive(terraform_data.a.id), y = 1 }
  sensitive = true
}
output "c" {
  value = terraform_data.c
  sensitive = true
}
