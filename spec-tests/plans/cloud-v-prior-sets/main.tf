
resource "cloud_instance" "i" {
  type = "t"
  disk { device = "b" }
  disk {
    device = "a"
    size   = 2
  }
  disk {
    device = "c"
    tags   = { x = "y" }
  }
  nic {
    index  = 0
    nic_id = cloud_network.n.id
  }
  metadata { tokens = "t" }
  root_disk { kind = "k" }
  tags = { Name = cloud_network.n.arn }
}
resource "cloud_network" "n" {
  dns  = true
  tags = { a = "2" }
}
resource "cloud_firewall" "f" {
  ingress = [{ from = 1, to = 2, proto = "tcp", cidrs = null, self = true }, { from = 1, to = 1, proto = "u", cidrs = ["a"], self = null }]
}
output "o" { value = [cloud_instance.i.disk, cloud_instance.i.security_groups, cloud_firewall.f.egress, cloud_firewall.f.ingress] }
