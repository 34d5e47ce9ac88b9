provider "terraform" {
}
provider "terraform" {
}
