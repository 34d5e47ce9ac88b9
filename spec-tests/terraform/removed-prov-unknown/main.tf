removed {
  from = terraform_data.d
  provisioner "nope" {
    when   = destroy
  }
}
