resource "terraform_data" "b" {
  count = 2
}
resource "terraform_data" "a" {
  depends_on = [terraform_data.b[*]]
}
