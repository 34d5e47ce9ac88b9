moved {
  from = terraform_data.cnt[0]
  to   = terraform_data.each["zero"]
}
moved {
  from = terraform_data.cnt
  to   = terraform_data.each
}
resource "terraform_data" "each" {
  for_each = toset(["zero", "one"])
  input    = each.key
}
