output "o" {
  value = { k = "v", l = ["a"] }
  sensitive = true
}
output "p" { value = 1 }
