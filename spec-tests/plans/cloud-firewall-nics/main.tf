resource "cloud_firewall" "f" {
  name = "fw"
  ingress = [
    { from = 80, to = 80, proto = "tcp", cidrs = ["0.0.0.0/0"], self = false },
    { from = 443, to = 443, proto = "tcp", cidrs = ["10.0.0.0/8", cloud_network.n.cidr], self = null },
  ]
  egress = []
}
resource "cloud_network" "n" {}
resource "cloud_instance" "i" {
  security_groups = [cloud_firewall.f.id]
  nic {
    index = 0
    nic_id = cloud_network.n.id
  }
  nic {
    index = 1
    nic_id = "x"
    del = true
  }
  metadata {
    tokens = "required"
  }
}
output "ing" { value = cloud_firewall.f.ingress }
output "eg" { value = cloud_firewall.f.egress }
output "nicn" { value = length(cloud_instance.i.nic) }
output "meta" { value = one(cloud_instance.i.metadata).hops }
output "disks" { value = cloud_instance.i.disk }
output "to" { value = cloud_instance.i.timeouts }
output "sg" { value = tolist(cloud_instance.i.security_groups) }
output "sgn" { value = length(cloud_instance.i.security_groups) }
