terraform {
  required_providers {
    cloud = { source = "hashicorp/cloud" }
    util = { source = "corp/util", version = "~> 3.0" }
  }
}
provider "cloud" {
  region = var.region
  secret_key = var.key
  default_tags { tags = { team = "x" } }
}
variable "region" { default = "eu" }
variable "key" {
  sensitive = true
  default = "k"
}
locals {
  azs = ["${var.region}a", "${var.region}b"]
  cidr = "10.0.0.0/16"
}
resource "cloud_network" "main" {
  cidr = local.cidr
  dns = true
  tags = { Name = "main", Region = var.region }
}
resource "cloud_subnet" "s" {
  for_each = { for i, z in local.azs : z => cidrsubnet(local.cidr, 8, i) }
  network_id = cloud_network.main.id
  cidr = each.value
  zone = each.key
  tags = merge(cloud_network.main.tags, { Name = "s-${each.key}" })
}
resource "util_password" "p" {
  length = 16
}
resource "cloud_instance" "web" {
  count = 2
  image = data.cloud_image.i.id
  type = "small"
  subnet_id = cloud_subnet.s[local.azs[count.index]].id
  user_data = templatefile("${path.module}/u.tpl", { name = "web${count.index}", pw = nonsensitive(util_password.p.length) })
  root_disk { size = 20 }
  disk {
    device = "a"
    size = 6 + count.index
  }
  disk { device = "b" }
  tags = { Name = format("web-%02d", count.index) }
  lifecycle {
    create_before_destroy = true
    ignore_changes = [tags, root_disk[0].size]
  }
}
data "cloud_image" "i" {
  most_recent = true
  filter {
    name = "n"
    values = ["x", cloud_network.main.owner_id]
  }
}
resource "cloud_db" "db" {
  name = "db"
  password = util_password.p.result
  settings = {
    tier = "t1"
    flags = [{ name = "a", value = "1" }, { name = "b" }]
  }
  users = { app = { pw = util_password.p.result, grants = ["r", "w"] }, ro = {} }
}
output "ips" { value = cloud_instance.web[*].ips }
output "subnets" { value = { for k, s in cloud_subnet.s : k => s.cidr } }
output "first_disk" { value = cloud_instance.web[0].root_disk[0].size }
output "db" {
  value = cloud_db.db
  sensitive = true
}
output "ep" { value = "https://${cloud_db.db.endpoint}:${cloud_db.db.port}" }
