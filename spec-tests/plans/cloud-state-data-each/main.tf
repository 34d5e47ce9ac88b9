data "cloud_image" "i" {
  for_each = toset(["a", "b"])
  name = each.key
  owners = ["o"]
}
data "cloud_zones" "z" {
  count = 2
  id = "z${count.index}"
  lifecycle {
    postcondition {
      condition = self.id != "z1" || self.state == null
      error_message = "bad"
    }
  }
}
locals {
  n = length(data.cloud_zones.z)
}
resource "cloud_network" "n" {
  count = local.n
  cidr = cidrsubnet("10.0.0.0/8", 8, count.index)
  tags = { z = data.cloud_zones.z[count.index].id }
}
check "img" {
  data "cloud_zones" "inner" {
    id = "q"
  }
  assert {
    condition = data.cloud_zones.inner.id == "q"
    error_message = "x"
  }
}
output "z" { value = data.cloud_zones.z[*].id }
output "imgs" { value = { for k, i in data.cloud_image.i : k => i.owners } }
