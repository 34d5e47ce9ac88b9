resource "terraform_data" "a" {
  dynamic "connection" {
    for_each = [1]
    content {
      host = "x"
    }
  }
}
