variable "region" {
  type = string
}

output "subnet" {
  value = "10.0.0.0/24 in ${var.region}"
}
