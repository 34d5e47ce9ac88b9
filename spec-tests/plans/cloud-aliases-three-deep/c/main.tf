terraform {
  required_providers {
    cloud = { source = "hashicorp/cloud" }
  }
}
variable "net" {}
variable "name" {}
variable "n" {}
resource "cloud_subnet" "s" {
  count = var.n
  network_id = var.net
  tags = { Name = var.name, Idx = count.index }
  timeouts { create = "${var.n}m" }
}
output "id" { value = cloud_subnet.s[*].id }
output "name" { value = "${path.module}:${var.name}:${length(cloud_subnet.s)}" }
