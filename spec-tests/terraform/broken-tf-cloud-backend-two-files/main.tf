terraform {
  cloud {
    organization = "x"
    workspaces {
      name = "y"
    }
  }
}
