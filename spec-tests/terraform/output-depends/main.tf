resource "terraform_data" "a" {
  input = 1
}
output "a" {
  value      = "x"
  depends_on = [terraform_data.a]
  precondition {
    condition     = terraform_data.a.input < 2
    error_message = "Never."
  }
}
