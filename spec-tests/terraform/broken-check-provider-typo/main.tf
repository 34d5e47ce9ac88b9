check "x" {
  data "terraform_remote_state" "a" {
    provider = terraform.typo
    backend = "local"
  }
  assert {
    condition = data.terraform_remote_state.a.outputs.x == 1
    error_message = "x"
  }
}
