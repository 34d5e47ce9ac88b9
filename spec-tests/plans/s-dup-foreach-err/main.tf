variable "l" { default = ["a", "b"] }
resource "terraform_data" "a" {
  for_each = var.l
}
resource "terraform_data" "b" { input = terraform_data.a["a"].id }
module "m" {
  source = "./m"
  count = "x"
}
