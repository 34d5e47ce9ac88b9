terraform {
  provider_meta "terraform" {
  }
}
