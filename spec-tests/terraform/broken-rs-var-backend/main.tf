variable "b" {}
data "terraform_remote_state" "x" {
  backend = var.b
  config = {
    anything = "b"
  }
}
output "o" {
  value = data.terraform_remote_state.x.outputs.foo.bar
}
output "p" {
  value = data.terraform_remote_state.x.output
}
