provider "terraform" {
  alias = "b"
  foo = var.nope
}
