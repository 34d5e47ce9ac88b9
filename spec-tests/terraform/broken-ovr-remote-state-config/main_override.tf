data "terraform_remote_state" "network" {
  config = { file = "network.tfstate" }
}
