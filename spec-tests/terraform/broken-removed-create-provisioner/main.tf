removed {
  from = terraform_data.x
  lifecycle {
    destroy = true
  }
  provisioner "local-exec" {
    command = "echo"
  }
}
