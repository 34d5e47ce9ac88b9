resource "terraform_data" "a" { 
  count = 3
  input = "A${count.index}" 
}
resource "terraform_data" "b" { 
  for_each = toset(["x", "y"])
  input = terraform_data.a[0].output
}
output "all" { value = terraform_data.a[*].output }
output "first" { value = terraform_data.a[0].output }
output "bs" { value = { for k, v in terraform_data.b : k => v.output } }
