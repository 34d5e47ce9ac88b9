resource "terraform_datb" "z" {
}
moved {
  from = terraform_data.x
  to = terraform_datb.z
}
