resource "terraform_data" "a" {
  for_each = { x = 1 }
  connection { host = local.h }
  provisioner "local-exec" {
    when = destroy
    command = each.value
  }
  provisioner "local-exec" {
    when = destroy
    command = each.key
    connection { host = self.id }
  }
}
locals { h = 1 }
