resource "terraform_data" "a" { count = 2 }
output "o" {
  value      = 1
  depends_on = [terraform_data.a[1.5]]
}
