resource "terraform_data" "a" { input = timestamp() }
resource "terraform_data" "b" { input = uuid() }
resource "terraform_data" "c" { input = bcrypt("x") }
output "t" { value = timestamp() }
output "p" { value = length(plantimestamp()) }
output "e" { value = timeadd("2020-01-01T00:00:00Z", "1h") }
