provider "terraform" {
  foo = var.nope
}
removed {
  from = terraform_data.x
  provisioner "local-exec" {
    when    = destroy
    command = "x"
  }
}
