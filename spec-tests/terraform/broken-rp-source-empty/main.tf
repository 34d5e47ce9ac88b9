terraform {
  required_providers {
    tf = {
      source = ""
    }
  }
}
