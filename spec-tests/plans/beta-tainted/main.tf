resource "beta_app" "a" {
  name = "n"
  must {}
}
output "o" { value = beta_app.a.id }
