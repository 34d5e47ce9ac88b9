resource "terraform_data" "a" {
  count = 1
  lifecycle { prevent_destroy = true }
}
