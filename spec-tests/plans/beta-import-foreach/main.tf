locals { m = { x = "1", y = "2" } }
import {
  for_each = local.m
  to = beta_app.a[each.key]
  id = "app-${each.value}"
}
resource "beta_app" "a" {
  for_each = local.m
  name = each.key
  must {}
}
