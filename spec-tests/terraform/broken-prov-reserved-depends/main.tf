provider "terraform" {
  depends_on = []
}
