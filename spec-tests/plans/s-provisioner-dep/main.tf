resource "terraform_data" "a" {
  provisioner "local-exec" { command = "echo ${terraform_data.b.id}" }
}
resource "terraform_data" "b" {}
data "terraform_remote_state" "r" {
  backend = "local"
  config = { path = "s.tfstate" }
  depends_on = [terraform_data.b]
}
output "x" { value = try(data.terraform_remote_state.r.outputs.a, "none") }
