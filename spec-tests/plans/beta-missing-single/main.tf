resource "beta_app" "a" {
}
