resource "terraform_data" "a" {
  depends_on = [module.m, terraform_data.b[0], data.terraform_remote_state.x, var.q, local.z]
}
resource "terraform_data" "b" { count = 1 }
module "m" { source = "./m" }
variable "q" { default = 1 }
locals { z = 1 }
