resource "terraform_data" "a" { triggers_replace = { a = null, b = [1, "2"] } }
resource "terraform_data" "b" { triggers_replace = terraform_data.a.id }
resource "terraform_data" "c" { triggers_replace = [terraform_data.a.id, timestamp()] }
resource "terraform_data" "d" { input = tolist([]) }
resource "terraform_data" "e" { input = tomap({}) }
resource "terraform_data" "f" { input = [] }
resource "terraform_data" "g" { input = tostring(null) }
resource "terraform_data" "h" { input = toset(["b", "a"]) }
resource "terraform_data" "i" { input = toset([terraform_data.a.id, "a"]) }
resource "terraform_data" "j" { input = [null, terraform_data.a.id, { x = terraform_data.a.id }] }
resource "terraform_data" "k" { input = { a = { b = terraform_data.a.id }, c = {}, d = [], e = null } }
output "f" { value = terraform_data.f.output }
output "d" { value = terraform_data.d.output }
output "h" { value = terraform_data.h.output }
