variable "key" {}

variable "secure" {
  type = bool
}

resource "aws_db_instance" "main" {
  identifier          = "db-${var.key}"
  engine              = "postgres"
  storage_encrypted   = var.secure
  publicly_accessible = var.secure ? false : true
}
