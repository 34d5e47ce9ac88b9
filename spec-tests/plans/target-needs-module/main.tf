module "a" {
  source = "./m"
  count = 2
}
data "terraform_remote_state" "s" {
  backend = "local"
  config = { path = "s.tfstate" }
}
resource "terraform_data" "z" {
  input = data.terraform_remote_state.s.outputs.q
  depends_on = [module.a]
}
output "q" { value = data.terraform_remote_state.s.outputs.q }
output "z" {
  value = terraform_data.z.input
  precondition {
    condition = terraform_data.z.input == 1
    error_message = "m"
  }
}
