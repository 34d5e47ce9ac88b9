provider "terraform" {
  alias = "other"
}
resource "terraform_data" "a" {
  provider = terraform.other
}
