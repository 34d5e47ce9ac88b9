provider "acme" { region = var.none }
resource "acme_plain" "a" { v = tonumber("x") }
output "o" { value = tonumber("y") }
