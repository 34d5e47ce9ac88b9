moved {
  from = module.a.module.b.terraform_data.x
  to   = module.a.terraform_data.x
}
resource "terraform_data" "x" {}
