data "terraform_remote_state" "s" {
  backend = "kubernetes"
  config = {
    secret_suffix = "x"
    exec = [{ api_version = "a", command = "b" }]
  }
}
