resource "terraform_data" "a" {
  depends_on = concat([terraform_data.b], [])
}
resource "terraform_data" "b" {}
