provider "terraform" {
  alias = "q"
}
resource "terraform_data" "x" {
  provider = terraform.q
}
