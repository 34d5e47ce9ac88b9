data "terraform_remote_state" "r" {
  for_each = toset(["s", "t"])
  backend = "local"
  config = { path = "${each.key}.tfstate" }
}
output "o" { value = [for k, r in data.terraform_remote_state.r : r.outputs.a] }
