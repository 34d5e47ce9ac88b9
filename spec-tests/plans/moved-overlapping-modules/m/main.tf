resource "terraform_data" "x" { input = 1 }
