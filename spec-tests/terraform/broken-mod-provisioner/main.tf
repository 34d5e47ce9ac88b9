module "c" {
  source = "./c"
  provisioner "local-exec" {
  }
}
