resource "terraform_data" "a" { input = "s" }
locals { u = terraform_data.a.id, o = terraform_data.a.output }
