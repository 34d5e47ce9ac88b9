data "terraform_remote_state" "a" {
  count   = 2
  backend = "local"
}
output "o" {
  value = data.terraform_remote_state.a[1.5].outputs
}
