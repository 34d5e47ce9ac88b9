provider "nova" {}
resource "nova_key" "v" { }
