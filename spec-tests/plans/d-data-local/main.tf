data "terraform_remote_state" "r" {
  for_each = toset(["p", "q"])
  backend = "local"
  config = { path = "${each.key}.tfstate" }
}
output "a" {
  value = [for k, r in data.terraform_remote_state.r : r.outputs]
}
