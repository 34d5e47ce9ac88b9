resource "terraform_data" "x" {
  lifecycle = {}
}
