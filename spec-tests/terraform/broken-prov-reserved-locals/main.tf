provider "terraform" {
  locals {
  }
}
