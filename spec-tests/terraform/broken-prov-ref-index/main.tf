provider "terraform" {
  alias = "a"
}
resource "terraform_data" "x" {
  provider = terraform["a"]
}
