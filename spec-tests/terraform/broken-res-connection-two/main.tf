resource "terraform_data" "x" {
  connection {
    host = "x"
  }
  connection {
    host = "y"
  }
}
