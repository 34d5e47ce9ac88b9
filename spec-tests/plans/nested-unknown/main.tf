resource "terraform_data" "u" {
  input = "x"
}
resource "terraform_data" "n" {
  input = { a = { b = [1, terraform_data.u.id, null], c = {}, d = [] }, e = null, f = toset(["a", terraform_data.u.id]), g = tomap({x = terraform_data.u.id, y = "k"}) }
}
output "n" {
  value = terraform_data.n
}
output "i" {
  value = terraform_data.n.input
}
output "s" {
  value = toset([terraform_data.u.id, "a"])
}
