resource "beta_app" "a" {
  name = "new"
  must {}
  vol {
    size = 1
    spec = { t = "t", wo = "secret" }
  }
}
