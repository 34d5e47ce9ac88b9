terraform {
  required_providers {
    cloud = { source = "hashicorp/cloud" }
  }
}
variable "net" {}
variable "list" { type = list(string) }
resource "cloud_subnet" "z" {
  count      = length(var.list)
  network_id = var.net.id
  tags       = { x = var.list[count.index] }
}
output "z" { value = cloud_subnet.z }
