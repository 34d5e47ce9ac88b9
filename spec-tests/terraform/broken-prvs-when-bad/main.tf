resource "terraform_data" "x" {
  provisioner "local-exec" {
    command = "a"
    when = never
  }
}
