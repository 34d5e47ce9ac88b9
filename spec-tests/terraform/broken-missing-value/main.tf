output "a" {
}
