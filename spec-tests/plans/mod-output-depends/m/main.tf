output "o" {
  value = "a"
  depends_on = [terraform_data.x]
  precondition {
    condition = terraform_data.x.id != null
    error_message = "no"
  }
}
resource "terraform_data" "x" {}
