variable "cidr" {
  default = "0.0.0.0/0"
}

resource "aws_security_group" "web" {
  name        = "web"
  description = "web"
  dynamic "ingress" {
    for_each = [22, 443]
    content {
      description = "in"
      from_port   = ingress.value
      to_port     = ingress.value
      protocol    = "tcp"
      cidr_blocks = [var.cidr]
    }
  }
}

module "db" {
  source   = "./db"
  for_each = { open = false, closed = true }
  key      = each.key
  secure   = each.value
}
