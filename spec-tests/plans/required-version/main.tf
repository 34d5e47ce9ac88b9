terraform {
  required_version = ">= 99.0"
}
output "x" { value = 1 }
