resource "terraform_data" "t" { input = 1 }
module "n" { source = "../n" }
