moved {
  from = terraform_data.a
  to = terraform_data.zz
}
moved {
  from = terraform_data.k[0]
  to = terraform_data.k["x"]
}
resource "terraform_data" "k" { for_each = toset(["x", "y"]) }
