resource "beta_app" "a" {
  must {}
  env "a" { v = 1 }
  env "a" { v = 2 }
}
