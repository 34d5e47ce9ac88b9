resource "cloud_firewall" "wrong" {
  ingress {
    form = 1
  }

  egress {
    from = "many"
  }
}
