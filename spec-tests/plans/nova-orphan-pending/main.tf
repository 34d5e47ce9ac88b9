provider "nova" { endpoint = "x" }
resource "terraform_data" "r" {}
resource "terraform_data" "s" {
  count = 1
}
data "nova_img" "waits" {
  family = "f"
  depends_on = [terraform_data.r]
}
data "nova_img" "waits_too" {
  family = "f"
  depends_on = [terraform_data.s]
}
