variable "source" {}
variable "version" {}
variable "providers" {}
