resource "terraform_data" "a" { count = "x" }
resource "terraform_data" "b" { for_each = { a = 1 } }
output "a" { value = terraform_data.b.id }
output "c" { value = upper([]) }
output "f" { value = each.key }
output "g" { value = self.id }
output "i" { value = path.nope }
output "j" { value = terraform.nope }
locals { m = local.n }
