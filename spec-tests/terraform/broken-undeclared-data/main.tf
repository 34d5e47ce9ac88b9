output "a" {
  value = data.terraform_remote_state.missing.outputs
}
