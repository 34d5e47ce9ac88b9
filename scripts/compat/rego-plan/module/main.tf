variable "password" {
  default   = "hunter2"
  sensitive = true
}

variable "ports" {
  default = [22, 443]
}

resource "aws_security_group" "web" {
  name = "web"
  dynamic "ingress" {
    for_each = var.ports
    content {
      from_port   = ingress.value
      to_port     = ingress.value
      protocol    = "tcp"
      cidr_blocks = ["0.0.0.0/0"]
    }
  }
}

resource "aws_s3_bucket" "logs" {
  count  = 2
  bucket = "logs-${count.index}"
  tags   = count.index == 0 ? { owner = "ops" } : {}
}

resource "terraform_data" "build" {
  input = "v1"
}

module "db" {
  source   = "./db"
  for_each = { open = false, closed = true }
  key      = each.key
  secure   = each.value
  password = var.password
  build    = terraform_data.build.id
}

output "build" {
  value = terraform_data.build.id
}

check "names" {
  assert {
    condition     = length(aws_s3_bucket.logs) == 3
    error_message = "There are three buckets."
  }
}
