resource "cloud_firewall" "both" {
  egress = []

  egress {
    from = 1
  }
}
