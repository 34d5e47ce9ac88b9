resource "terraform_data" "x" {
  locals {
  }
}
