resource "terraform_data" "a" {}
resource "terraform_data" "b" {
  depends_on = [terraform_data.a]
}
resource "terraform_data" "c" {
  count      = 1
  depends_on = [terraform_data.a, terraform_data.b]
}
