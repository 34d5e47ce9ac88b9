resource "terraform_data" "a" {
  depends_on = [foo]
}
