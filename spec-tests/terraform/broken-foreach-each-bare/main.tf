variable "n" { type = map(string) }
resource "terraform_data" "a" {
  for_each = var.n
  input    = each
}
