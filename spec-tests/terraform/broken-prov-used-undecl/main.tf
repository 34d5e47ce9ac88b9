provider "terraform" {
  foo = var.nope
}
resource "terraform_data" "x" {}
