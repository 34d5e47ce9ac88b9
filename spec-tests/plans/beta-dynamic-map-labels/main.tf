resource "beta_app" "a" {
  must {}
  dynamic "env" {
    for_each = { x = "1", y = "2" }
    labels = [env.key]
    content { v = env.value }
  }
  dynamic "vol" {
    for_each = [1, 2]
    content {
      size = vol.value
      spec = { t = "n${vol.key}" }
    }
  }
}
output "o" { value = { for k, e in beta_app.a.env : k => e.v } }
