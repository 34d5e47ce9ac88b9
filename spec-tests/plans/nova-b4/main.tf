provider "nova" { alias = "x" }
resource "nova_key" "v" { provider = nova.x }
