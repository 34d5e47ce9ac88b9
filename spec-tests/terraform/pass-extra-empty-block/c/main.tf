provider "terraform" {
  alias = "r"
}
resource "terraform_data" "x" {
  provider = terraform.r
}
