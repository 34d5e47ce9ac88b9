resource "terraform_data" "z" { for_each = toset(["a"]) }
