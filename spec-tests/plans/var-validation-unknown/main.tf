resource "terraform_data" "u" {
  input = "x"
}
module "c" {
  source = "./c"
  a = terraform_data.u.id
}
