resource "acme_plain" "a" {
  v = "new"
}
resource "terraform_data" "t" {
  count = 2
  lifecycle {
    replace_triggered_by = [acme_plain.a]
  }
}
resource "terraform_data" "u" {
  lifecycle {
    replace_triggered_by = [acme_plain.a.id]
  }
}
