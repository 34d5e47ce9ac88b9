terraform {
  backend "remote" {
    organization = "x"
    workspaces {
      name = "a"
    }
    workspaces {
      name = "b"
    }
  }
}
