output "o" { value = { x = [1] } }
