resource "terraform_data" "x" {}
module "m" {
  source = "./m"
  env    = terraform_data.x.id
}
