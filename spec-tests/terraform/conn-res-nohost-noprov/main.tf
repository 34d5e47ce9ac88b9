resource "terraform_data" "x" {
  connection {
    user = "a"
  }
}
