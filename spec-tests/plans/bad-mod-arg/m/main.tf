variable "req" {}
