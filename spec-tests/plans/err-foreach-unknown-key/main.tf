resource "terraform_data" "b" {}
resource "terraform_data" "a" {
  for_each = toset([terraform_data.b.id])
}
module "m" {
  source = "./m"
  for_each = { (terraform_data.b.id) = 1 }
}
