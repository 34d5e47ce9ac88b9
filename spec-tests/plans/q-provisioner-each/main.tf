resource "terraform_data" "a" {
  for_each = toset(["x"])
  provisioner "local-exec" {
    command = each.key
    interpreter = ["sh", "-c"]
  }
  provisioner "file" {
    content = "c"
    destination = "/x"
    connection {
      type = "ssh"
      host = each.value
      user = "root"
    }
  }
}
