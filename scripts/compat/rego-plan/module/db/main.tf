variable "key" {}

variable "secure" {
  type = bool
}

variable "password" {}

variable "build" {}

resource "aws_db_instance" "main" {
  identifier        = "db-${var.key}"
  password          = var.password
  storage_encrypted = var.secure
  tags              = { owner = "data", build = var.build }
}
