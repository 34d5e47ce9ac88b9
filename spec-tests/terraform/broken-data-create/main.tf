data "terraform_remote_state" "b" {
  backend = "local"
  lifecycle {
    create_before_destroy = true
  }
}
