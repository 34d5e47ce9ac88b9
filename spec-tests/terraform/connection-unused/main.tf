resource "terraform_data" "a" {
  connection {
    host = var.missing
    user = each.key
  }
}
