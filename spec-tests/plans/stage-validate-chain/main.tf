resource "terraform_data" "a" { input = tonumber("x") }
resource "terraform_data" "b" { input = [terraform_data.a.zip, tonumber("y")] }
output "c" { value = tonumber("z") }
locals { l = tonumber("w") }
output "d" { value = local.l + tonumber("v") }
