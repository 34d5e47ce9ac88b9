data "terraform_remote_state" "r" {
  backend = "local"
}
output "o" {
  value = data.terraform_remote_state.r.a
}
