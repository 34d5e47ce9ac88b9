data "terraform_remote_state" "x" {
  provider = terraform.typo
  backend = "local"
}
