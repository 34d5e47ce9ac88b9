output "c" { value = 1 }
