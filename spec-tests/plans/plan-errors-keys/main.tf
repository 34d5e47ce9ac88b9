resource "terraform_data" "a" {
  input = "x"
}
resource "terraform_data" "b" {
  count = terraform_data.a.id == "x" ? 1 : 0
}
resource "terraform_data" "c" {
  for_each = toset([terraform_data.a.id])
}
resource "terraform_data" "d" {
  for_each = { (terraform_data.a.id) = 1 }
}
resource "terraform_data" "e" {
  count = length(terraform_data.a.output)
}
resource "terraform_data" "f" {
  for_each = terraform_data.a.output
}
resource "terraform_data" "g" {
  count = terraform_data.a.output
}
module "m" {
  source = "./m"
  count  = length([terraform_data.a.id])
}
module "n" {
  source   = "./m"
  for_each = { for k in ["a", terraform_data.a.id] : k => k }
}
resource "terraform_data" "h" {
  for_each = { a = terraform_data.a.id }
  input = each.value
}
resource "terraform_data" "i" {
  input = terraform_data.h["b"]
}
resource "terraform_data" "j" {
  input = terraform_data.h["a"].nope
}
