provider "nova" { endpoint = "x" }
resource "nova_vm" "v" {
  name = "x"
  labels = { for i in range(12) : "k${i}" => i }
  groups = [for i in range(12) : "g${i}"]
  annotations = { a = [1, 2.50, 1e3, true] }
  cpu = 0.1 + 0.2
  limits = { cpu = "12", mem = 5, opts = { a = "true" }, extra = 1 }
  ports = [{ n = "080", p = 80, zz = [] }]
  flag = "false"
}
output "n" { value = [1/3, 10/4, 1e20, 123456789012345678901234567890, -0.0, 5 % 3, 1e-7] }
