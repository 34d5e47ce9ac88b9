resource "terraform_data" "a" {
  provisioner "local-exec" {
    when    = never
    command = "x"
  }
}
