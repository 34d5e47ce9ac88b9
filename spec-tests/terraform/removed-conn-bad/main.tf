removed {
  from = terraform_data.d
  connection {
    hsot = self.id
  }
  provisioner "remote-exec" {
    when = destroy
    inline = ["a"]
  }
}
