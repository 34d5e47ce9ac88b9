variable "tok" {
  type = string
  ephemeral = true
  default = "t"
}
resource "terraform_data" "a" { input = ephemeralasnull(var.tok) }
output "o" { value = ephemeralasnull({ a = var.tok, b = 1 }) }
