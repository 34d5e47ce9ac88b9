resource "terraform data" "a" {
}
