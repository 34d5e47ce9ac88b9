data "terraform_remote_state" "network" {
  workspace = ["a"]
}
