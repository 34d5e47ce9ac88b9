terraform {
  required_providers {
    tf = {
      source = "hashi corp/x"
    }
  }
}
