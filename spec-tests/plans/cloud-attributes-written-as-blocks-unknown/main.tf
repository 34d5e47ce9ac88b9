variable "secret" {
  default   = ["tcp", "udp"]
  sensitive = true
}

resource "cloud_network" "n" {
}

resource "cloud_firewall" "unknown" {
  ingress {
    from = 1
  }

  dynamic "ingress" {
    for_each = toset([cloud_network.n.id])
    content {
      proto = ingress.value
      from  = 2
    }
  }
}

resource "cloud_firewall" "count" {
  dynamic "egress" {
    for_each = cloud_network.n.tags_all
    content {
      proto = egress.value
      from  = 2
    }
  }
}

resource "cloud_firewall" "secret" {
  ingress {
    proto = var.secret[0]
  }

  egress {
    from = 3
  }
  egress {
    proto = var.secret[1]
  }
}

output "unknown" {
  value = cloud_firewall.unknown.ingress
}

output "count" {
  value = cloud_firewall.count.egress
}
