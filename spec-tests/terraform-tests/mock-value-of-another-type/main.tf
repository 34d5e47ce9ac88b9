terraform {
  required_providers {
    acme = { source = "hashicorp/acme" }
  }
}
data "acme_data" "d" {
  name = "x"
}
output "v" {
  value = data.acme_data.d.val
}
