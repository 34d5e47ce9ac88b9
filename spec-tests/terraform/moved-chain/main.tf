resource "terraform_data" "z" {
}
moved {
  from = terraform_data.x
  to = terraform_data.y
}
moved {
  from = terraform_data.y
  to = terraform_data.z
}
