varable "a" {
}
