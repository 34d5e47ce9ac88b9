data "terraform_remote_state" "network" {
  backend = "local"
}
