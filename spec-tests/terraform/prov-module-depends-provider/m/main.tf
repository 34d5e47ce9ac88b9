provider "terraform" {
  alias = "x"
}
resource "terraform_data" "a" {
  provider = terraform.x
}
