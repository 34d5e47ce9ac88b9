data "terraform_remote_state" "x" {
  backend = "local"
  lifecycle {
    create_before_destroy = true
  }
}
