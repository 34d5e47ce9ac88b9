resource "beta_app" "a" {
  must {}
  conf = { deep = [{ y = "abc" }] }
}
