moved {
  from = terraform_data.a[0]
  to = terraform_data.a["x"]
}
moved {
  from = terraform_data.b[1]
  to = terraform_data.b[0]
}
moved {
  from = terraform_data.c
  to = terraform_data.c["x"]
}
resource "terraform_data" "a" { for_each = toset(["x"]) }
resource "terraform_data" "b" { count = 1 }
resource "terraform_data" "c" { for_each = toset(["x"]) }
