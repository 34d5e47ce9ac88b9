resource "terraform_data" "a" {
  provisioner "local-exec" {
    when    = "destroy"
    command = "echo ${terraform_data.b.id}"
  }
}

resource "terraform_data" "b" {
}
