removed {
  from = terraform_data.x
  lifecycle {
    destroy = true
  }
  provisioner "local-exec" {
    when = destroy
    command = "echo ${count.index}"
  }
}
