resource "terraform_data" "a" {
  depends_on = [terraform_data.nope, "terraform_data.b", terraform_data.b.id]
}
resource "terraform_data" "b" {}
