resource "terraform_data" "a" {
  triggers_replace = 2
  lifecycle { prevent_destroy = true }
}
