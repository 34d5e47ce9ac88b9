ephemeral "terraform_x" "a" {
}
