resource "cloud_firewall" "f" {
  ingress = cloud_firewall.g.egress == null ? [] : [{ from = 1, to = 2, proto = "tcp", cidrs = [], self = true }]
}
resource "cloud_firewall" "g" {
  egress = [for p in [22, 80] : { from = p, to = p, proto = "tcp" }]
}
resource "cloud_firewall" "h" {
  egress = cloud_firewall.g.egress
  ingress = [for e in cloud_firewall.g.egress : merge(e, { cidrs = null, self = false })]
}
resource "cloud_firewall" "j" {
  ingress = null
  egress = cloud_firewall.f.egress
}
output "g" { value = [for e in cloud_firewall.g.egress : e.from] }
output "hl" { value = length(cloud_firewall.h.ingress) }
output "jl" { value = cloud_firewall.j.egress }
