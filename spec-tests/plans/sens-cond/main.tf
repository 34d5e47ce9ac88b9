variable "s" {
  sensitive = true
  default = true
}
resource "terraform_data" "a" {
  count = var.s ? 1 : 0
  input = var.s ? "a" : "b"
}
resource "terraform_data" "b" { input = [for x in ["a"] : x if var.s] }
resource "terraform_data" "c" { input = { (var.s ? "k" : "j") = 1 } }
resource "terraform_data" "d" { input = { for k in [var.s] : "x" => k } }
resource "terraform_data" "e" { input = ["a", "b"][var.s ? 0 : 1] }
resource "terraform_data" "f" { input = tomap({ a = var.s, b = true }) }
resource "terraform_data" "g" { input = toset([var.s, false]) }
resource "terraform_data" "h" { input = try(var.s, false) }
resource "terraform_data" "i" { input = can(tostring(var.s)) }
resource "terraform_data" "j" { input = "${var.s}-x" }
resource "terraform_data" "k" { input = merge({ a = var.s }, { b = 1 }) }
resource "terraform_data" "l" { input = var.s && true }
resource "terraform_data" "m" { input = jsonencode({ a = var.s }) }
resource "terraform_data" "n" { input = lookup({ a = var.s }, "a", 1) }
resource "terraform_data" "o" { input = keys({ a = var.s }) }
resource "terraform_data" "p" { input = values({ a = var.s, b = false }) }
resource "terraform_data" "q" { input = [var.s, 1][*] }
resource "terraform_data" "r" { input = flatten([[var.s], ["b"]]) }
resource "terraform_data" "t" { input = zipmap(["a"], [var.s]) }
resource "terraform_data" "u" { input = sort([tostring(var.s), "a"]) }
resource "terraform_data" "v" { input = templatestring("x", {}) }
