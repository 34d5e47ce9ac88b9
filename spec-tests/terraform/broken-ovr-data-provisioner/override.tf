resource "terraform_data" "a" {
  connection {
    host = "x"
  }
  depends_on = [terraform_data.b]
}
resource "terraform_data" "b" {
}
