resource "terraform_data" "a" {
  depends_on = true ? [terraform_data.b] : []
}
resource "terraform_data" "b" {}
