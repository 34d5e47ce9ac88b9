removed {
  from = terraform_data.d
  provisioner "remote-exec" {
    when    = destroy
    inline  = "a"
  }
}
