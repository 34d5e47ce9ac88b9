provider "terraform" {
  lifecycle {
  }
}
