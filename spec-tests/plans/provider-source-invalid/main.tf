terraform {
  required_providers {
    foo = { source = "a/b/c/d" }
  }
  backend "local" { path = "x" }
}
