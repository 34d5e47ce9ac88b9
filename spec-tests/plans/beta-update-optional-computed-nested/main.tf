resource "beta_app" "a" {
  must {}
}
resource "beta_app" "b" {
  must {}
}
