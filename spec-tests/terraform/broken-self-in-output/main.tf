output "a" {
  value = self.id
}
