data "cloud_zones" "a" { id = cloud_network.n.cidr }
resource "cloud_network" "n" { cidr = "x" }
data "cloud_zones" "b" { id = data.cloud_zones.a.id }
data "cloud_zones" "c" {
  id = "q"
  state = cloud_network.n.tags == null ? "a" : "b"
  lifecycle {
    precondition {
      condition = cloud_network.n.cidr == "x"
      error_message = "e"
    }
  }
}
data "cloud_zones" "d" {
  id = "q"
  lifecycle {
    precondition {
      condition = cloud_network.n.cidr == "x"
      error_message = "e"
    }
  }
}
data "cloud_zones" "e" {
  for_each = { a = cloud_network.n.cidr }
  id = each.value
}
data "cloud_zones" "f" {
  id = data.cloud_zones.d.id
}
check "c" {
  data "cloud_zones" "k" { id = cloud_network.n.cidr }
  assert {
    condition = data.cloud_zones.k.id == "x"
    error_message = "no"
  }
}
output "f" { value = data.cloud_zones.f.id }
