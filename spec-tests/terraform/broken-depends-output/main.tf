output "a" {
  value = 1
}
resource "terraform_data" "a" {
  depends_on = [output.a]
}
