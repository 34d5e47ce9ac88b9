terraform {
  required_providers {
    terraform = null
  }
}
