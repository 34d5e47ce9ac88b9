output "a" {
  value = path.modul
}
