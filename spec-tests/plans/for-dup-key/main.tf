output "a" { value = { for v in ["a", "a"] : v => 1 } }
