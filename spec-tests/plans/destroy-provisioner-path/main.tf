resource "terraform_data" "a" {
  input = "x"
  provisioner "local-exec" {
    when = destroy
    command = "echo ${self.input} ${path.module}"
  }
}
