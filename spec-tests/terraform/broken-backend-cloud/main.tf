terraform {
  backend "local" {
  }
  cloud {
    organization = "x"
  }
}
