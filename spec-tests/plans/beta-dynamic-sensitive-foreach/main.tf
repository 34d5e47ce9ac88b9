variable "s" {
  type = list(string)
  sensitive = true
  default = ["a"]
}
resource "beta_net" "a" {
  cidr = "x"
  dynamic "opt" {
    for_each = var.s
    content { k = opt.value }
  }
}
