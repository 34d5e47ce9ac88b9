variable "ports" {
  type = set(number)
  default = [80, 443, 8080]
}
resource "beta_net" "p" {
  cidr = "1"
  opt { k = "x" }
}
resource "beta_net" "a" {
  cidr = "x"
  dynamic "rule" {
    for_each = var.ports
    content {
      from = rule.value
      to = rule.key + 1
    }
  }
  dynamic "opt" {
    for_each = { a = 1, b = beta_net.p.id }
    iterator = it
    content {
      k = it.key
      v = it.value
      dynamic "in" {
        for_each = it.key == "a" ? ["q"] : []
        content { s = "${in.value}-${it.key}" }
      }
    }
  }
}
