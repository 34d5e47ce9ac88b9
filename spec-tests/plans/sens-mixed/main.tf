variable "p" {
  default = "pw"
  sensitive = true
}
variable "q" {
  default = { a = "1", b = "2" }
  sensitive = true
}
resource "terraform_data" "a" {
  input = { l = [var.p, "x"], s = toset([var.p, "x"]), m = { k = var.p }, n = null, o = var.q, p = var.q.a, z = [] , w = {}}
  triggers_replace = [for x in ["a", "b"] : x if var.p != ""]
}
resource "terraform_data" "b" {
  input = terraform_data.a.input
}
output "a" {
  value = terraform_data.a
  sensitive = true
}
output "b" {
  value = terraform_data.b.output
  sensitive = true
}
output "c" {
  value = var.q
  sensitive = true
}
output "d" {
  value = { x = 1, y = var.p }["x"]
  sensitive = true
}
output "e" {
  value = [1, var.p]
  sensitive = true
}
output "f" {
  value = {a = var.p}
  sensitive = true
}
