resource "beta_app" "a" {
  name = "n"
  must {}
  lifecycle {
    replace_triggered_by = [terraform_data.t.input]
    create_before_destroy = true
  }
}
resource "terraform_data" "t" { input = 2 }
