resource "terraform_data" "x" {
  dynamic "lifecycle" {
    for_each = []
    content {}
  }
}
