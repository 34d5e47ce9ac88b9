
resource "cloud_instance" "i" {
  type = "t"
  disk { device = "b" }
  root_disk {}
  tags = { a = sensitive("b") }
}
resource "cloud_db" "d" {
  name     = "d"
  settings = { tier = "t" }
  password = "p"
}
resource "cloud_fn" "f" {
  name = "f"
  group_cfg { min = 1 }
  route "a" { path = "/" }
}
import {
  to = cloud_instance.i
  id = "i-1"
}
import {
  to = cloud_db.d
  id = "d-1"
}
import {
  to = cloud_fn.f
  id = "f-1"
}
output "o" { value = [cloud_instance.i.id, cloud_db.d.endpoint, cloud_fn.f.group_cfg, cloud_instance.i.ips] }
