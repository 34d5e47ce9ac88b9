check "state" {
  data "terraform_remote_state" "s" {
    backend  = "local"
    config   = { path = "none.tfstate" }
    defaults = { v = 1 }
  }
  assert {
    condition     = length(keys(data.terraform_remote_state.s.outputs)) >= 0
    error_message = "Never."
  }
}
