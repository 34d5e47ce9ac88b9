moved {
  from = module.old.terraform_data.x
  to = terraform_data.y
}
moved {
  from = terraform_data.z[0]
  to = module.new.terraform_data.z["a"]
}
resource "terraform_data" "y" {}
module "new" { source = "./m" }
