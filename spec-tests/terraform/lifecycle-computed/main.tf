resource "terraform_data" "a" {
  count = 2
  lifecycle {
    replace_triggered_by = [terraform_data.b[count.index]]
  }
}
resource "terraform_data" "b" {
  count = 2
  input = count.index
}
