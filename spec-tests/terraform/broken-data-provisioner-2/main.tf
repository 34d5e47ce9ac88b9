data "terraform_remote_state" "x" {
  backend = "local"
  provisioner "local-exec" {
    command = "x"
  }
}
