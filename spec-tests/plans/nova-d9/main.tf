provider "nova" { endpoint = "x" }
variable "x" {
  type = number
  validation {
    condition = var.x > 10
    error_message = "small ${var.x}"
  }
  default = 3
}
module "m" {
  source = "./m"
  y = "zz"
  extra = 1
}
resource "nova_vm" "v" {
  name = ["a"]
  cpu = { a = 1 }
}
output "o" { value = nova_vm.w.id }
