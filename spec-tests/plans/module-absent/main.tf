module "a" {
  source = "./none"
}
resource "terraform_data" "a" { inpt = 1 }
