terraform {
  backend "local" {
  }
}
