terraform {
  required_providers {
    tf = {
      source = "a/b/c/d"
    }
  }
}
