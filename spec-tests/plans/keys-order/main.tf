resource "terraform_data" "a" {
  count = 12
  input = count.index
}
resource "terraform_data" "b" {
  for_each = toset(["10", "9", "a", "B", "_"])
  input = each.key
}
module "m" {
  count = 11
  source = "./m"
}
