resource "acme_thing" "a" {
  name = "x"
  arn = "y"
}
