provider "nova" { endpoint = "x" }
resource "nova_vm" "v" {
  name = "x"
  connection { host = self.id }
  provisioner "local-exec" {
    command = "echo ${self.name} ${nova_key.k.id}"
    environment = { A = path.root }
  }
  provisioner "file" {
    when = destroy
    content = self.name
    destination = "/x"
    on_failure = continue
  }
  timeouts {}
}
resource "nova_key" "k" {}
