terraform {
  required_providers {
    x = {
      source = "a/b/c/d"
    }
  }
}
