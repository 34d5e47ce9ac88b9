provider "terraform" {
  count = 1
}
