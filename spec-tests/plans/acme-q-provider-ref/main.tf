provider "acme" {
  region = terraform_data.r.output
  key = "k"
  ep { u = "x" }
}
resource "terraform_data" "r" { input = "eu" }
resource "acme_plain" "a" { v = "x" }
