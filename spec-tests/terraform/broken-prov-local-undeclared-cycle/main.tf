provider "terraform" {
  foo = terraform_data.x.id
}
resource "terraform_data" "x" {}
