resource "terraform_data" "x" {
  provisioner "local-exec" {
    command = "a"
    dynamic "x" {
      for_each = []
      content {}
    }
  }
}
