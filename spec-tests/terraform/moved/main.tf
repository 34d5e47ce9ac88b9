moved {
  from = terraform_data.old
  to   = terraform_data.new
}
moved {
  from = terraform_data.list[0]
  to   = terraform_data.list["k"]
}
resource "terraform_data" "new" {}
resource "terraform_data" "list" {
  for_each = toset(["k"])
}
