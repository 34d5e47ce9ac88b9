terraform {
  cloud {
    organization = "x"
    workspaces {
      name = "a"
    }
  }
  backend "local" {}
}
