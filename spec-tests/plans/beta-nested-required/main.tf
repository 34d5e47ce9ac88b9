resource "beta_app" "a" {
  must {}
  req = [{}]
}
