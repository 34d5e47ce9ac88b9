variable "o" {}
resource "terraform_data" "x" {
  count = length(var.o)
  input = var.o[count.index]
}
