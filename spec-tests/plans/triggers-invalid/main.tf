resource "terraform_data" "a" {
  lifecycle {
    replace_triggered_by = [var.x, terraform_data.b, local.q, "terraform_data.b", terraform_data.b[var.x], terraform_data.b[count.index], path.module, module.m.x, module.m, data.terraform_remote_state.x]
  }
}
resource "terraform_data" "b" {}
variable "x" { default = true }
