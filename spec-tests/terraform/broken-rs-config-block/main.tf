data "terraform_remote_state" "r" {
  backend = "local"
  config {
    path = "x"
  }
}
