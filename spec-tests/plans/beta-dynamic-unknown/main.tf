resource "beta_net" "p" {
  cidr = "1"
  opt { k = "x" }
}
resource "beta_net" "a" {
  cidr = "x"
  rule { from = 1 }
  dynamic "rule" {
    for_each = beta_net.p.zones
    content {
      from = 2
      cidrs = [rule.value]
    }
  }
  opt {
    k = "1"
    dynamic "in" {
      for_each = beta_net.p.ids
      content { s = in.value }
    }
  }
  dynamic "timeouts" {
    for_each = beta_net.p.ids
    content { create = timeouts.value }
  }
}
output "r" { value = beta_net.a.rule }
output "t" { value = beta_net.a.timeouts }
