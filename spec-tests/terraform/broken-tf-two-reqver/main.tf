terraform {
  required_version = ">= 1.0"
  required_version = ">= 1.1"
}
