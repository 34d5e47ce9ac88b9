resource "terraform_data" "a" {}
locals {
  a = can(terraform_data.a.foo)
}
