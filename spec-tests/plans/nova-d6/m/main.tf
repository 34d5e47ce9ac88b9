terraform {
  required_providers {
    nova = {
      source = "hashicorp/nova"
      configuration_aliases = [nova.main, nova.other]
    }
  }
}
resource "nova_key" "a" { provider = nova.main }
resource "nova_key" "b" {
  provider = nova.other
  bits = 3
}
data "nova_img" "i" {
  provider = nova.other
  family = "f"
}
output "o" { value = data.nova_img.i.family }
