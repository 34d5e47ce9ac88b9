terraform {
  cloud "x" {
    organization = "x"
  }
}
