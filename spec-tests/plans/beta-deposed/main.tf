resource "beta_app" "a" {
  name = "n"
  must {}
}
