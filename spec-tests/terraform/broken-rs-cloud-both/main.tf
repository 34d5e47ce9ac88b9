data "terraform_remote_state" "s" {
  backend = "cloud"
  config = {
    organization = "x"
    workspaces   = { name = "a", tags = ["b"] }
  }
}
