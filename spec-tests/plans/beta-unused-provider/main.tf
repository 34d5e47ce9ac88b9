provider "beta" {
  url = "x"
}
output "a" { value = 1 }
