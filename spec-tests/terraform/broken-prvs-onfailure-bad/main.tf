resource "terraform_data" "x" {
  provisioner "local-exec" {
    command = "a"
    on_failure = explode
  }
}
