provider "terraform" {
  alias = "x"
}
