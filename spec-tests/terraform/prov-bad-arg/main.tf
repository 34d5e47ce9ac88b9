provider "terraform" {
  foo = "x"
}
