locals "x" {
}
