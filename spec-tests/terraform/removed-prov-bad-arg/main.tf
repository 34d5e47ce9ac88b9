removed {
  from = terraform_data.d
  provisioner "local-exec" {
    when   = destroy
    comand = "x"
  }
}
