provider "terraform" {
  for_each = {}
}
