resource "terraform_data" "b" {
  for_each = { x = 1 }
}
moved {
  from = terraform_data.a[0]
  to   = terraform_data.b["x"]
}
