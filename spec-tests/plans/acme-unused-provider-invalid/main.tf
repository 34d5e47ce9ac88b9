provider "acme" {
  alias = "a_0"
  nope = 1
}
