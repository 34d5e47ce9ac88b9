provider "a b" {
}
