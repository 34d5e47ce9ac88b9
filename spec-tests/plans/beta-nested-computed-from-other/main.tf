resource "beta_app" "a" {
  conf = { deep = [{ x = "1", z = { k = { q = "a" } } }] }
  must {}
}
resource "beta_app" "b" {
  conf = { deep = beta_app.a.conf.deep }
  must {}
}
