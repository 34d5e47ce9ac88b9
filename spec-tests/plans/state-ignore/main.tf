resource "terraform_data" "a" {
  input = "2"
  lifecycle {
    ignore_changes = [input]
  }

}
