provider "Terraform" {
}
