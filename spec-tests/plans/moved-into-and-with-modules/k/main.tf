resource "terraform_data" "r" {
  count = 2
  input = count.index
}
moved {
  from = terraform_data.r["k"]
  to   = terraform_data.r[0]
}
