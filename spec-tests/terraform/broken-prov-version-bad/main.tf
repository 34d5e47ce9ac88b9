provider "terraform" {
  version = "x1.0"
}
