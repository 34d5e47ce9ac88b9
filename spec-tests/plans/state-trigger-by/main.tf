resource "terraform_data" "a" {
  input = "2"
}
resource "terraform_data" "t" {
  lifecycle {
    replace_triggered_by = [terraform_data.a]
  }
}
