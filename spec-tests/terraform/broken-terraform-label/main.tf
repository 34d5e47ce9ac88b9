terraform "x" {
}
