terraform {
  required_providers {
    tf = {
      source = 5
    }
  }
}
