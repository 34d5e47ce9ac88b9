variable "name" {}
variable "size" { type = number }
resource "terraform_data" "n" {
  count = var.size
  input = "${var.name}-${count.index}"
}
output "id" { value = join(",", terraform_data.n[*].output) }
