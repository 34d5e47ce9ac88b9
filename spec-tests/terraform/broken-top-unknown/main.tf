foo {
}
