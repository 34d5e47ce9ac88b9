resource "terraform_data" "a" {
  input = toset(["b", "a"])
}
resource "terraform_data" "b" {
  input = toset([{ n = 2 }, { n = 10 }, { n = 1 }])
}
resource "terraform_data" "c" {
  input = toset([[2], [1, 3]])
}
resource "terraform_data" "d" {
  input = toset([terraform_data.a.id, terraform_data.b.id, "z"])
}
resource "terraform_data" "e" {
  input = toset([])
}
output "a" {
  value = terraform_data.a.input
}
output "b" {
  value = terraform_data.b.input
}
output "c" {
  value = terraform_data.c.input
}
output "d" {
  value = terraform_data.d.input
}
output "e" {
  value = terraform_data.e.input
}
