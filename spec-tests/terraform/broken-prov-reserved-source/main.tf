provider "terraform" {
  source = "x"
}
