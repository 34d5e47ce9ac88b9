variable "tags" {}
