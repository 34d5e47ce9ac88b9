resource "terraform_data" "x" {
  count = 2
  input = count.index
}
moved {
  from = terraform_data.y
  to   = terraform_data.x[1]
}
