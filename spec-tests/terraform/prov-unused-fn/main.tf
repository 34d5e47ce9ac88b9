provider "terraform" {
  foo = nope()
}
