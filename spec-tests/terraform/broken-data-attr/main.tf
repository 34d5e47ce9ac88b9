data "terraform_remote_state" "b" {
  backend = "local"
}
output "a" {
  value = data.terraform_remote_state.b.nope
}
