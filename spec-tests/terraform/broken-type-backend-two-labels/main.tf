terraform {
  backend "local" "x" {
  }
}
