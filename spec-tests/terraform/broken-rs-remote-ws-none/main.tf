data "terraform_remote_state" "s" {
  backend = "remote"
  config = {
    organization = "x"
  }
}
