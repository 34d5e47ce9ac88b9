resource "terraform_data" "a" {
  count = 1
  for_each = toset(["a"])
}
module "m" {
  source = "./m"
  count = 1
  for_each = {}
}
