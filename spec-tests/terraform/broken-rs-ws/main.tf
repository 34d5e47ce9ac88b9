data "terraform_remote_state" "x" {
  backend   = "local"
  workspace = ["x"]
  config = {
    path = "y"
  }
}
