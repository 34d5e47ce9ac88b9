resource "terraform_data" "x" {
  provider = terraform.r
}
