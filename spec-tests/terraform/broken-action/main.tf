action "terraform_x" "y" {
}
