removed {
  from = terraform_data.d
  connection {
    host = var.x
  }
  provisioner "remote-exec" {
    when    = destroy
    inline  = ["a"]
  }
}
