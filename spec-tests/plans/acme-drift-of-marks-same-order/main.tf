resource "acme_thing" "a" {
  name = "new"
  wo   = "secret"
}
resource "acme_thing" "b" {
  name = "n"
  wo   = "secret"
}
resource "terraform_data" "t" {
  input = 1
  lifecycle {
    create_before_destroy = true
  }
}
