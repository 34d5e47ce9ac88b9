resource "terraform_data" "q" {}
module "n" {
  source = "./n"
}
