provider "terraform" {
  foo = terraform_data.x.id
}
