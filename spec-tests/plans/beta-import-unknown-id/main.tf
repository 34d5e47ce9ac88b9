resource "terraform_data" "t" {}
import {
  to = beta_app.a
  id = terraform_data.t.id
}
resource "beta_app" "a" {
  must {}
}
