provider "terraform" {
  alias = "a"
}
provider "terraform" {
  alias = "a"
}
