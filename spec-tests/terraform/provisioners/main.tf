resource "terraform_data" "a" {
  provisioner "local-exec" {
    command = "echo 'first'"
  }
  provisioner "local-exec" {
    when       = destroy
    on_failure = continue
    command    = "echo ${self.id}"
    environment = {
      A = "b"
    }
  }
  provisioner "local-exec" {
    command     = "echo third"
    interpreter = ["sh", "-c"]
  }
}
