resource "terraform_data" "y" {}
module "c" {
  source = "./c"
  depends_on = [terraform_data.y]
}
