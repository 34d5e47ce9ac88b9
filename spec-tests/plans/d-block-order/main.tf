resource "terraform_data" "b" {}
resource "terraform_data" "a" {}
resource "terraform_data" "c" {
  for_each = toset(["10", "9", "b", "a"])
}
resource "terraform_data" "d" {
  count = 11
}
module "z" {
  source = "./m"
}
module "a" {
  source = "./m"
  count = 11
}
