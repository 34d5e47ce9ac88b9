moved {
  from = terraform_data.c
  to = terraform_data.d["k"]
}
resource "terraform_data" "d" {
  for_each = toset(["k"])
  input = 1
}
