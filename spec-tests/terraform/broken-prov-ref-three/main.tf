resource "terraform_data" "x" {
  provider = terraform.a.b
}
