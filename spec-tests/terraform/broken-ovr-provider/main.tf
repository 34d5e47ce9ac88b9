provider "terraform" {
}
