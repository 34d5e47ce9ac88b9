check "a" {
}
