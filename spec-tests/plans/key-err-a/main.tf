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
resource "terraform_data" "k" {
  count = terraform_data.a.input == "x" ? -1 : 1
}
resource "terraform_data" "l" {
  count = terraform_data.a.input == "x" ? 1.5 : 1
}
resource "terraform_data" "n" {
  count = terraform_data.a.input == "x" ? null : 1
}
resource "terraform_data" "o" {
  for_each = terraform_data.a.input == "x" ? null : {}
}
resource "terraform_data" "p" {
  for_each = toset(terraform_data.a.input == "x" ? [null] : ["a"])
}
resource "terraform_data" "q" {
  for_each = sensitive(toset([terraform_data.a.input]))
}
resource "terraform_data" "r" {
  for_each = { a = sensitive(1) }
}
resource "terraform_data" "s" {
  count = sensitive(2)
}
resource "terraform_data" "t" {
  for_each = { (sensitive("k")) = 1 }
}
