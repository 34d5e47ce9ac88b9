data "terraform_remote_state" "s" {
  backend = "local"
  config = {
    path = ""
  }
}
