variable "s" { type = string }
variable "n" { type = number }
variable "b" { type = bool }
variable "l" { type = list(string) }
variable "st" { type = set(string) }
variable "mp" { type = map(string) }
variable "o" { type = object({ x = string, y = string }) }
variable "t" { type = tuple([number, string]) }
output "s" { value = var.s }
output "n" { value = var.n }
output "b" { value = var.b }
output "l" { value = var.l }
output "st" { value = var.st }
output "mp" { value = var.mp }
output "o" { value = var.o }
output "t" { value = var.t }
resource "terraform_data" "x" { input = [var.l, var.st, var.mp, var.o] }
