output "a" { value = [1, "x"] }
output "b" { value = { k = 1 } }
output "c" { value = null }
output "d" { value = "same" }
output "e" {
  value = "now-sens"
  sensitive = true
}
output "f" { value = "was-sens" }
output "g" { value = tolist(["a"]) }
output "new" { value = 1 }
