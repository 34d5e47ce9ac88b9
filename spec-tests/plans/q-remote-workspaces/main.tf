data "terraform_remote_state" "r" {
  backend = "local"
  workspace = "dev"
  config = { workspace_dir = "${path.module}/ws" }
}
output "o" { value = data.terraform_remote_state.r.outputs }
