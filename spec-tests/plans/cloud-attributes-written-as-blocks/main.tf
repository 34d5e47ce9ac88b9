variable "ports" {
  default = [80, 443]
}

resource "cloud_network" "n" {
  cidr = "10.0.0.0/16"
}

resource "cloud_firewall" "mixed" {
  name = "mixed"

  ingress {
    from  = 22
    to    = 22
    proto = "tcp"
    cidrs = [cloud_network.n.cidr]
  }

  dynamic "ingress" {
    for_each = var.ports
    content {
      from  = ingress.value
      to    = ingress.value
      proto = "tcp"
      self  = true
    }
  }

  egress {
    from = 0
  }
}

resource "cloud_firewall" "empty" {
  dynamic "ingress" {
    for_each = []
    content {
      from = ingress.value
    }
  }
}

resource "cloud_firewall" "none" {
  ingress = []

  egress {
    proto = cloud_network.n.arn
  }
  egress {
    proto = "udp"
  }
}

output "ingress" {
  value = cloud_firewall.mixed.ingress
}

output "ports" {
  value = [for rule in cloud_firewall.mixed.ingress : rule.from]
}

output "egress" {
  value = cloud_firewall.none.egress
}
