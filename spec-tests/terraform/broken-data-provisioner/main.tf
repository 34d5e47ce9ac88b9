data "terraform_remote_state" "b" {
  backend = "local"
  provisioner "local-exec" {
    command = "a"
  }
}
