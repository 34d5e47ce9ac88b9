resource "beta_app" "a" {
  must {}
  conf = { nope = 1 }
}
