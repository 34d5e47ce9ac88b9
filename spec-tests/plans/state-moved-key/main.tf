resource "terraform_data" "a" {
  for_each = toset(["k"])
}
moved {
  from = terraform_data.a
  to = terraform_data.a["k"]
}
