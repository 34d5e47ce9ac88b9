resource "terraform_dat" "a" {
}
