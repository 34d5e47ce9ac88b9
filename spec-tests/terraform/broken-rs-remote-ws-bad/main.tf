data "terraform_remote_state" "r" {
  backend = "remote"
  config = {
    organization = "x"
    workspaces   = { names = "y" }
  }
}
