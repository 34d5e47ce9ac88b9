
output "a" { value = "1" }
output "b" { value = { x = 1, y = [true] } }
output "c" { value = toset(["a"]) }
output "d" { value = null }
output "e" { value = terraform_data.t.id }
output "f" { value = terraform_data.n.id }
output "g" {
  value     = sensitive([1])
  sensitive = true
}
resource "terraform_data" "t" {}
resource "terraform_data" "n" {}
