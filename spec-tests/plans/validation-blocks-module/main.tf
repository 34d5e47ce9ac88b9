module "q" {
  source = "./q"
  v = terraform_data.a.input
}
resource "terraform_data" "a" { input = 3 }
